/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../entries/duration.ts";
import type { EntryKind } from "../entries/entry-filter.ts";
import { entryPage } from "../entries/page-address.ts";
import { Empty } from "../ui/empty.tsx";
import type { Frame } from "../ui/frame.ts";
import { Page } from "../ui/page.tsx";
import type { Clock } from "../ui/relative-time.ts";
import { Table } from "../ui/table.tsx";
import { Attention, type Flow } from "./attention/views.tsx";
import { HoursChart } from "./chart/views.tsx";
import type { ClientSeries } from "./clients.ts";
import { ByClient, ByLabel, nameOf, Tiles } from "./hours/views.tsx";
import { overviewHref, type OverviewQuery } from "./overview-query.ts";
import { periods } from "./period.ts";
import { words } from "./words.ts";

export type BriefEntry = {
  id: number;
  kind: EntryKind;
  workedOn: string;
  minutes: number;
  login: string;
  repository: string;
  issueNumber: number;
  issueTitle: string;
  clientName: string | null;
};

type Props = {
  frame: Frame;
  clock: Clock;
  query: OverviewQuery;
  /** Of the period, `YYYY-MM-DD`. */
  days: string[];
  series: ClientSeries[];
  dimensions: string[];
  labels: { dimension: string; rows: { label: string; minutes: number }[] } | undefined;
  latest: BriefEntry[];
  flow: Flow;
  /** What GitHub delivered and is not here, each in a sentence or two. */
  notArrived: string[];
  ambiguous: { entries: BriefEntry[]; more: boolean };
};

/** How things stand: the hours of a period, what needs attention, and what came in last. */
export function OverviewPage(props: Props) {
  const { frame, query, latest } = props;
  const t = words[frame.language];
  if (latest.length === 0) {
    return (
      <Page frame={frame} title={t.title} current="overview">
        <Empty title={t.empty.title}>
          <p>
            <span safe>{t.empty.next}</span> <code>/log 2h</code>
          </p>
          <p class="fine" safe>
            {props.flow.asked ? t.empty.installPolled : t.empty.install}
          </p>
        </Empty>
        <Attention {...props} />
      </Page>
    );
  }
  return (
    <Page
      frame={frame}
      title={t.title}
      current="overview"
      actions={
        <nav class="tabs" aria-label={t.periods.name}>
          {periods.map((period) => (
            <a
              href={overviewHref({ ...query, period })}
              aria-current={period === query.period ? "true" : undefined}
              safe
            >
              {t.periods[period]}
            </a>
          ))}
        </nav>
      }
    >
      <Tiles {...props} />
      <Attention {...props} />
      <h2 safe>{t.chart.title}</h2>
      <HoursChart
        frame={frame}
        days={props.days}
        series={props.series}
        nameOf={(one) => nameOf(frame, one)}
      />
      <div class="filters pair">
        <section class="field">
          <ByClient {...props} />
        </section>
        <section class="field">
          <ByLabel {...props} />
        </section>
      </div>
      <Latest frame={frame} latest={latest} />
    </Page>
  );
}

function Latest({ frame, latest }: Pick<Props, "frame" | "latest">) {
  const { title, columns: t, none, all } = words[frame.language].latest;
  const columns = [
    { name: t.issue },
    { name: t.who },
    { name: t.client, long: true },
    { name: t.day },
    { name: t.hours, numeric: true },
  ];
  const rows = latest.map((entry) => ({
    cells: [
      <>
        <a href={entryPage(entry.kind, entry.id)} safe>
          {entry.issueTitle}
        </a>{" "}
        <small safe>{`${entry.repository}#${entry.issueNumber}`}</small>
      </>,
      <span safe>{entry.login}</span>,
      <span safe>{entry.clientName ?? none}</span>,
      <span safe>{entry.workedOn}</span>,
      <span safe>{formatDuration(entry.minutes)}</span>,
    ],
  }));
  return (
    <>
      <h2 safe>{title}</h2>
      <Table caption={title} columns={columns} rows={rows} />
      <p>
        <a href="/admin/entries" safe>
          {all}
        </a>
      </p>
    </>
  );
}
