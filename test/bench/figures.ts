/** One line of the table: what svc takes, beside what it is measured against in the same run. */
export type Row = {
  name: string;
  svc: string;
  baseline: string;
  /** Undefined where there is nothing to divide by. */
  ratio?: number;
  reach: string;
  reached: boolean;
};

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** A row that is reached where svc does at least so many times what the baseline does. */
export function atLeast(
  least: number,
  row: { name: string; svc: number; baseline: number; unit: string },
): Row {
  const ratio = row.svc / row.baseline;
  return { ...told(row), ratio, reach: `≥ ${least.toLocaleString("en")}`, reached: ratio >= least };
}

/** A row that is reached where svc takes at most so many times what the baseline takes. */
export function atMost(
  most: number,
  row: { name: string; svc: number; baseline: number; unit: string },
): Row {
  const ratio = row.svc / row.baseline;
  return { ...told(row), ratio, reach: `≤ ${most}`, reached: ratio <= most };
}

const told = ({
  name,
  svc,
  baseline,
  unit,
}: {
  name: string;
  svc: number;
  baseline: number;
  unit: string;
}) => ({
  name,
  svc: `${rounded(svc)} ${unit}`,
  baseline: `${rounded(baseline)} ${unit}`,
});

export function rounded(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return value.toPrecision(value < 1 ? 2 : 3);
}

export function asTable(rows: Row[]): string {
  const lines = rows.map(({ name, svc, baseline, ratio, reach, reached }) => [
    name,
    svc,
    baseline,
    ratio === undefined ? "" : rounded(ratio),
    reach,
    reached ? "✓" : "✗",
  ]);
  const all = [["case", "svc", "baseline", "ratio", "reach", ""], ...lines];
  const widths = all[0]!.map((_, column) => Math.max(3, ...all.map((line) => line[column]!.length)));
  const [head, ...rest] = all.map(
    (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`,
  );
  return [head, `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rest].join("\n");
}
