/** @jsxImportSource @kitajs/html */
import { formatDuration } from "../../entries/duration.ts";
import { colourOf, faint } from "../../ui/bars.tsx";
import { dateFormat } from "../../ui/date-format.ts";
import type { Frame } from "../../ui/frame.ts";
import { Table } from "../../ui/table.tsx";
import type { ClientSeries } from "../clients.ts";
import { weekday } from "../period.ts";
import { words } from "../words.ts";
import { stack } from "./columns.ts";

type Props = { frame: Frame; days: string[]; series: ClientSeries[]; nameOf: (one: ClientSeries) => string };

const height = 160;

/**
 * Hours by day, each client's part in its colour, with the same figures as a table. Its columns are stretched to whatever
 * width there is, its texts are not: both have an SVG of their own, and neither needs a style in its attributes.
 */
export function HoursChart({ frame, days, series, nameOf }: Props) {
  const t = words[frame.language].chart;
  const total = series.reduce((sum, { minutes }) => sum + minutes, 0);
  if (total === 0) return <p safe>{t.nothing}</p>;
  const parts = series.flatMap(({ place, days }) =>
    [...days].map(([day, minutes]) => ({ day, series: place, minutes })),
  );
  const columns = stack(days, parts);
  const kinds = new Map(
    series.map(({ client, place }) => [place, typeof client === "string" ? client : place]),
  );
  return (
    <>
      <svg
        class="chart fine"
        width="100%"
        height="190"
        role="img"
        aria-labelledby="chart-title chart-described"
        font-size="12"
      >
        <title id="chart-title" safe>
          {t.title}
        </title>
        <desc id="chart-described" safe>
          {t.described(formatDuration(total))}
        </desc>
        {[0, ...columns.lines].map((minutes) => {
          const y = String(round(height * (1 - minutes / columns.height)));
          return (
            <>
              <line x1="0" x2="100%" y1={y} y2={y} stroke="currentColor" stroke-opacity=".25" />
              <text x="-8" y={y} dy="4" text-anchor="end" safe>
                {minutes === 0 ? "0" : formatDuration(minutes)}
              </text>
            </>
          );
        })}
        <svg
          viewBox={`0 0 ${days.length} ${columns.height}`}
          width="100%"
          height={String(height)}
          preserveAspectRatio="none"
        >
          {columns.paths.map(({ series, d }) => {
            const kind = kinds.get(series) ?? series;
            const opacity = kind === "none" ? faint : undefined;
            return <path class={colourOf(kind)} fill="currentColor" fill-opacity={opacity} d={d} />;
          })}
        </svg>
        {days.map((day, place) => (
          <Day frame={frame} day={day} place={place} count={days.length} />
        ))}
      </svg>
      <details>
        <summary safe>{t.table}</summary>
        <DayTable frame={frame} days={days} series={series} nameOf={nameOf} />
      </details>
    </>
  );
}

/** In a week each day has its name, in a month each Monday its number, where it does not reach over the edge of a phone. */
function Day({ frame, day, place, count }: { frame: Frame; day: string; place: number; count: number }) {
  if (count > 7 && (weekday(day) !== 0 || count - place < 3)) return <></>;
  return (
    <text x={`${round(((place + 0.5) / count) * 100)}%`} y={String(height + 20)} text-anchor="middle" safe>
      {dayName(frame, day, count > 7 ? { day: "numeric", month: "short" } : { weekday: "short" })}
    </text>
  );
}

function DayTable({ frame, days, series, nameOf }: Props) {
  const { title, columns: t } = words[frame.language].chart;
  const rows = days.flatMap((day) => {
    const parts = series.flatMap((one) => {
      const minutes = one.days.get(day) ?? 0;
      return minutes === 0 ? [] : [{ name: nameOf(one), minutes }];
    });
    if (parts.length === 0) return [];
    const total = parts.reduce((sum, { minutes }) => sum + minutes, 0);
    const told = parts.map(({ name, minutes }) => `${name} ${formatDuration(minutes)}`).join(", ");
    return [
      {
        cells: [
          <time datetime={day} safe>
            {dayName(frame, day, { weekday: "short", day: "numeric", month: "short" })}
          </time>,
          <span safe>{told}</span>,
          <span safe>{formatDuration(total)}</span>,
        ],
      },
    ];
  });
  const columns = [{ name: t.day }, { name: t.clients, long: true }, { name: t.hours, numeric: true }];
  return <Table caption={title} columns={columns} rows={rows} />;
}

function dayName({ language }: Frame, day: string, form: Intl.DateTimeFormatOptions): string {
  const locale = language === "nl" ? "nl-NL" : "en-GB";
  return dateFormat(locale, { ...form, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

const round = (number: number) => Math.round(number * 100) / 100;
