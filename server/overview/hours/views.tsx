/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import { Bars } from "../../ui/bars.tsx";
import type { Frame } from "../../ui/frame.ts";
import type { Clock } from "../../ui/relative-time.ts";
import { Time } from "../../ui/time.tsx";
import type { ClientSeries } from "../clients.ts";
import { entriesHref, overviewHref, type OverviewQuery } from "../overview-query.ts";
import { words } from "../words.ts";

type Props = {
  frame: Frame;
  clock: Clock;
  query: OverviewQuery;
  /** Of the period, `YYYY-MM-DD`. */
  days: string[];
  series: ClientSeries[];
  dimensions: string[];
  labels: { dimension: string; rows: { label: string; minutes: number }[] } | undefined;
  flow: {
    lastEventAt: Date | undefined;
    asked: { readAt: Date | null } | undefined;
    waiting: number;
  };
};

/** The period in four figures. */
export function Tiles({ frame, clock, series, flow }: Pick<Props, "frame" | "clock" | "series" | "flow">) {
  const t = words[frame.language].tiles;
  const total = sum(series);
  const without = sum(series.filter(({ client }) => client === "none"));
  const lastAt = flow.asked ? flow.asked.readAt : flow.lastEventAt;
  const share = total === 0 ? "" : ` (${Math.round((without / total) * 100)}%)`;
  return (
    <dl class="filters tiles">
      <div class="card field">
        <dt safe>{t.hours}</dt>
        <dd>
          <b safe>{formatDuration(total)}</b>
        </dd>
      </div>
      <div class="card field">
        <dt safe>{t.unattributed}</dt>
        <dd>
          <b safe>{formatDuration(without)}</b>
          <span safe>{share}</span>
        </dd>
      </div>
      <div class="card field">
        <dt safe>{flow.asked ? t.lastAsked : t.last}</dt>
        <dd>
          <b>{lastAt ? <Time at={lastAt} clock={clock} /> : <span safe>{t.never}</span>}</b>
        </dd>
      </div>
      <div class="card field">
        <dt safe>{t.waiting}</dt>
        <dd>
          <b safe>{String(flow.waiting)}</b>
        </dd>
      </div>
    </dl>
  );
}

/** The hours of each client, in the colours of the chart. */
export function ByClient({ frame, days, series }: Pick<Props, "frame" | "days" | "series">) {
  const t = words[frame.language].byClient;
  const [from, to] = [days[0]!, days.at(-1)!];
  const bars = series.map((one) => {
    const { client, place, minutes } = one;
    const id = client === "none" ? "none" : client === "others" ? undefined : String(client.id);
    return {
      name: nameOf(frame, one),
      ...(id !== undefined && { href: entriesHref({ client_id: id, from, to }) }),
      series: typeof client === "string" ? client : place,
      amount: minutes,
      text: formatDuration(minutes),
    };
  });
  if (bars.length === 0) return <></>;
  return (
    <>
      <h2 safe>{t.title}</h2>
      <Bars caption={t.title} headed columns={[t.client, t.hours]} bars={bars} />
    </>
  );
}

/** The hours of each label of a dimension, and the way to the others. */
export function ByLabel({
  frame,
  query,
  days,
  dimensions,
  labels,
}: Pick<Props, "frame" | "query" | "days" | "dimensions" | "labels">) {
  const t = words[frame.language].byLabel;
  if (!labels)
    return (
      <p class="fine" safe>
        {t.none}
      </p>
    );
  const [from, to] = [days[0]!, days.at(-1)!];
  const bars = labels.rows.map(({ label, minutes }) => ({
    name: label,
    href: entriesHref({ label, from, to }),
    series: 2,
    amount: minutes,
    text: formatDuration(minutes),
  }));
  return (
    <>
      <h2 safe>{t.title(labels.dimension)}</h2>
      <div class="heading">
        <nav class="tabs" aria-label={t.dimensions}>
          {dimensions.map((dimension) => (
            <a
              href={overviewHref({ ...query, dimension })}
              aria-current={dimension === labels.dimension ? "true" : undefined}
              safe
            >
              {dimension}
            </a>
          ))}
        </nav>
      </div>
      {bars.length > 0 && (
        <Bars caption={t.title(labels.dimension)} headed columns={[t.label, t.hours]} bars={bars} />
      )}
      <p class="fine" safe>
        {bars.length > 0 ? t.most : t.nothing}
      </p>
    </>
  );
}

/** What a series is called. */
export function nameOf({ language }: Frame, { client }: ClientSeries): string {
  return typeof client === "string" ? words[language].byClient[client] : client.name;
}

const sum = (series: ClientSeries[]) => series.reduce((all, { minutes }) => all + minutes, 0);
