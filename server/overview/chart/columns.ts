/** Minutes of one series on one day. */
export type Part = { day: string; series: number; minutes: number };

/** Columns as an SVG draws them: a unit wide for each day, as high as their minutes, growing downwards from `height`. */
export type Columns = {
  /** In minutes: the highest column, rounded up to a line. */
  height: number;
  /** Where lines are drawn, in minutes from the bottom. */
  lines: number[];
  /** One path for each series that has any. */
  paths: { series: number; d: string }[];
};

// What hours are thought of in: parts of an hour, of a day, days of eight hours, weeks of forty.
const steps = [15, 30, 60, 120, 240, 480, 960, 2400, 4800, 9600, 24_000, 48_000, 96_000, 240_000];
const mostLines = 4;

/** Stacks the parts of each day upon each other, in the order of the series. */
export function stack(days: readonly string[], parts: readonly Part[]): Columns {
  const byDay = Map.groupBy(parts, ({ day }) => day);
  const totals = days.map((day) => sum(byDay.get(day) ?? []));
  const most = Math.max(...totals, 60);
  const step = steps.find((step) => most / step <= mostLines) ?? most;
  const lines = Array.from({ length: Math.ceil(most / step) }, (_, place) => (place + 1) * step);
  const height = lines.at(-1)!;
  const paths = new Map<number, string>();
  for (const [place, day] of days.entries()) {
    let top = height;
    for (const part of inOrder(byDay.get(day) ?? [])) {
      top -= part.minutes;
      const column = `M${place + 0.14} ${top}h.72v${part.minutes}h-.72z`;
      paths.set(part.series, (paths.get(part.series) ?? "") + column);
    }
  }
  return { height, lines, paths: [...paths].map(([series, d]) => ({ series, d })) };
}

function inOrder(parts: Part[]): Part[] {
  return parts.filter(({ minutes }) => minutes > 0).toSorted((a, b) => a.series - b.series);
}

const sum = (parts: Part[]) => parts.reduce((all, { minutes }) => all + minutes, 0);
