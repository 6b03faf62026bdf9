/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../errors.ts";
import type { PollingStanding } from "../polling/standing.ts";
import { Polling } from "../polling/views.tsx";
import type { Standing } from "../redelivery/standing.ts";
import { Redelivery } from "../redelivery/views.tsx";
import { Empty, NothingFound } from "../ui/empty.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import type { Frame } from "../ui/frame.ts";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Clock } from "../ui/relative-time.ts";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { OutcomeBadge, ReplyBadge, type ReplyState } from "./badges/views.tsx";
import { type DeliveryFilter, deliveriesHref } from "./delivery-list.ts";
import { fields, Filter, messageOf } from "./filter/views.tsx";
import { words } from "./words.ts";

type ListedDelivery = {
  id: number;
  guid: string;
  event: string;
  state: "pending" | "done" | "failed";
  outcome: string | null;
  detail: string | null;
  repository: string | null;
  sender: string | null;
  receivedAt: Date;
  polledAt: Date | null;
  /** The state of svc's reply, where there is one. */
  confirmation: ReplyState | null;
};

type Props = {
  frame: Frame;
  clock: Clock;
  /** The filter's fields as the address has them. */
  typed: Record<string, string>;
  problems?: FieldProblem[];
  /** Whether all of it arrived; undefined where GitHub is not asked. */
  standing: Standing | undefined;
  /** The same where svc asks for comments by itself; undefined where it does not. */
  polling: PollingStanding | undefined;
  list?: List;
};
type List = {
  filter: DeliveryFilter;
  deliveries: ListedDelivery[];
  older: number | undefined;
  isFirst: boolean;
};

/** What was delivered, with its filter. */
export function DeliveriesPage({ frame, clock, typed, problems = [], list, ...hearing }: Props) {
  const { standing, polling } = hearing;
  const t = words[frame.language];
  return (
    <Page frame={frame} title={t.title} current="deliveries">
      <p class="lead" safe>
        {t.lead}
      </p>
      {polling !== undefined ? (
        <Polling frame={frame} clock={clock} standing={polling} />
      ) : (
        standing !== undefined && <Redelivery frame={frame} clock={clock} standing={standing} />
      )}
      <Filter frame={frame} typed={typed} problems={problems} />
      <div id="results">
        <ErrorSummary
          language={frame.language}
          problems={problems.map((problem) => ({
            message: messageOf(frame, problem),
            ...(fields.includes(problem.name) && { field: problem.name }),
          }))}
        />
        {list !== undefined && (
          <Results frame={frame} clock={clock} list={list} isPolling={polling !== undefined} />
        )}
      </div>
    </Page>
  );
}

type ResultsProps = { frame: Frame; clock: Clock; list: List; isPolling: boolean };

function Results({ frame, clock, list, isPolling }: ResultsProps) {
  const { none, shown } = words[frame.language];
  const { filter, deliveries, older, isFirst } = list;
  if (deliveries.length === 0 && Object.keys(filter).length === 0 && isFirst) {
    return (
      <Empty title={isPolling ? none.polled : none.ever}>
        <p>
          <span safe>{none.next}</span> <code>/log 2h</code>
        </p>
        <p class="fine" safe>
          {isPolling ? none.checkPolled : none.check}
        </p>
      </Empty>
    );
  }
  if (deliveries.length === 0) {
    return <NothingFound title={none.filtered} all={none.all} href="/admin/deliveries" />;
  }
  return (
    <>
      <p class="fine" role="status" safe>
        {shown(deliveries.length, older !== undefined)}
      </p>
      <DeliveryTable frame={frame} clock={clock} deliveries={deliveries} />
      <Pager
        newer={isFirst ? undefined : deliveriesHref(filter)}
        older={older === undefined ? undefined : deliveriesHref(filter, older)}
        language={frame.language}
      />
    </>
  );
}

type TableProps = { frame: Frame; clock: Clock; deliveries: ListedDelivery[] };

function DeliveryTable({ frame, clock, deliveries }: TableProps) {
  const { title, columns: t } = words[frame.language];
  const columns = [
    { name: t.delivery },
    { name: t.sender, long: true },
    { name: t.outcome, long: true },
    { name: t.confirmation },
    { name: t.received },
  ];
  const rows = deliveries.map((delivery) => ({
    cells: [
      <>
        <a href={`/admin/deliveries/${delivery.id}`} safe>
          {`#${delivery.id}`}
        </a>{" "}
        <span safe>{delivery.repository ?? delivery.event}</span>
        {delivery.polledAt !== null && <small safe>{` ${t.polled}`}</small>}
      </>,
      <span safe>{delivery.sender ?? "–"}</span>,
      <>
        <OutcomeBadge frame={frame} delivery={delivery} /> <small safe>{brief(delivery.detail)}</small>
      </>,
      delivery.confirmation ? <ReplyBadge frame={frame} state={delivery.confirmation} /> : <>–</>,
      <Time at={delivery.receivedAt} clock={clock} />,
    ],
  }));
  return <Table caption={title} columns={columns} rows={rows} />;
}

/** The whole of it stands on the delivery's own page. */
function brief(detail: string | null): string {
  const characters = [...(detail ?? "")];
  return characters.length > 80 ? `${characters.slice(0, 79).join("")}…` : characters.join("");
}
