/** @jsxImportSource @kitajs/html */
import type { FieldProblem } from "../errors.ts";
import { Empty, NothingFound } from "../ui/empty.tsx";
import { ErrorSummary } from "../ui/error-summary.tsx";
import type { Frame } from "../ui/frame.ts";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import type { Clock } from "../ui/relative-time.ts";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { type AuditFilter, auditHref, targetText } from "./audit-list.ts";
import { auditActions, type ListedEvent } from "./event.ts";
import { fields, Filter, messageOf } from "./filter/views.tsx";
import { words } from "./words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  /** The filter's fields as the address has them. */
  typed: Record<string, string>;
  problems?: FieldProblem[];
  list?: List;
};
type List = { filter: AuditFilter; events: ListedEvent[]; older: number | undefined; isFirst: boolean };

/** The audit log with its filter. */
export function AuditPage({ frame, clock, typed, problems = [], list }: Props) {
  const t = words[frame.language];
  return (
    <Page frame={frame} title={t.title} current="audit">
      <p class="lead" safe>
        {t.lead}
      </p>
      <Filter frame={frame} typed={typed} problems={problems} />
      <div id="results">
        <ErrorSummary
          language={frame.language}
          problems={problems.map((problem) => ({
            message: messageOf(frame, problem),
            ...(fields.includes(problem.name) && { field: problem.name }),
          }))}
        />
        {list !== undefined && <Results frame={frame} clock={clock} list={list} />}
      </div>
    </Page>
  );
}

function Results({ frame, clock, list }: { frame: Frame; clock: Clock; list: List }) {
  const { none, shown, csv } = words[frame.language];
  const { filter, events, older, isFirst } = list;
  if (events.length === 0) {
    if (Object.keys(filter).length === 0 && isFirst) return <Empty title={none.ever}>{""}</Empty>;
    return <NothingFound title={none.filtered} all={none.all} href="/admin/audit" />;
  }
  return (
    <>
      <div class="heading">
        <p class="fine" role="status" safe>
          {shown(events.length, older !== undefined)}
        </p>
        <a class="button" href={auditHref(filter, { format: "csv" })} safe>
          {csv}
        </a>
      </div>
      <EventTable frame={frame} clock={clock} events={events} />
      <Pager
        newer={isFirst ? undefined : auditHref(filter)}
        older={older === undefined ? undefined : auditHref(filter, { before: older })}
        language={frame.language}
      />
    </>
  );
}

function EventTable({ frame, clock, events }: { frame: Frame; clock: Clock; events: ListedEvent[] }) {
  const { title, columns: t } = words[frame.language];
  const columns = [
    { name: t.who },
    { name: t.what },
    { name: t.target },
    { name: t.detail, long: true },
    { name: t.when },
    { name: t.request, long: true },
  ];
  const rows = events.map((event) => ({
    id: `event-${event.id}`,
    cells: [
      <Who frame={frame} event={event} />,
      <>
        <span safe>{whatOf(frame, event)}</span> <small safe>{wayOf(frame, event)}</small>
      </>,
      <a href={auditHref({ target: event.target })} safe>
        {targetText(event.target)}
      </a>,
      <Details detail={event.detail} />,
      <Time at={event.at} clock={clock} />,
      <code safe>{event.requestId}</code>,
    ],
  }));
  return <Table caption={title} columns={columns} rows={rows} />;
}

function Who({ frame, event }: { frame: Frame; event: ListedEvent }) {
  const { actor } = event;
  if (!actor) return <span safe>{words[frame.language].nobody}</span>;
  return (
    <a href={auditHref({ who: actor.login })} safe>
      {actor.login}
    </a>
  );
}

function wayOf({ language }: Frame, { via, viaId }: ListedEvent): string {
  const t = words[language].via;
  if (via === null) return "";
  return via === "token" ? t.token(viaId ?? 0) : t[via];
}

/** An event of a later version is shown by its own name. */
function whatOf({ language }: Frame, { action }: ListedEvent): string {
  const known = auditActions.find((one) => one === action);
  return known ? words[language].actions[known] : action;
}

function Details({ detail }: Pick<ListedEvent, "detail">) {
  return (
    <>
      {Object.entries(detail)
        .filter(hasValue)
        .map(([name, value]) => (
          <div>
            <small safe>{name}</small> <span safe>{String(value)}</span>
          </div>
        ))}
    </>
  );
}

const hasValue = ([, value]: [string, unknown]) => value !== null;
