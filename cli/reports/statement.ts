import type { EntryJson } from "../../server/entries/json.ts";

/** Up to the next multiple of so many minutes, taken over each entry, each day or the whole. */
export type Rounding = { per: "entry" | "day" | "total"; to: number };

/** A line of a statement. `billed` is there where rounding puts a number of its own on the entry. */
export type StatementLine = { entry: EntryJson; billed: number | undefined };
export type StatementDay = {
  day: string;
  lines: StatementLine[];
  minutes: number;
  billed: number | undefined;
};

/** What was used, day by day from the first, in raw minutes always, and in billed ones where they are rounded. */
export type Statement = { days: StatementDay[]; minutes: number; billed: number | undefined };

/** A usage statement of entries, in whatever order they come. What is billed is the sum of what was rounded. */
export function statementOf(entries: EntryJson[], rounding: Rounding | undefined): Statement {
  const byDay = Map.groupBy(
    entries.toSorted((a, b) => a.id - b.id),
    ({ worked_on }) => worked_on,
  );
  const days = [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]) => statementDay(day, ofDay, rounding));
  const minutes = sum(days.map((day) => day.minutes));
  return { days, minutes, billed: rounding && billedInAll(days, minutes, rounding) };
}

/** The next multiple; what is one stays. */
export function roundedUp(minutes: number, to: number): number {
  return Math.ceil(minutes / to) * to;
}

function statementDay(day: string, entries: EntryJson[], rounding: Rounding | undefined): StatementDay {
  const lines = entries.map((entry) => ({
    entry,
    billed: rounding?.per === "entry" ? roundedUp(entry.minutes, rounding.to) : undefined,
  }));
  const minutes = sum(entries.map((entry) => entry.minutes));
  if (rounding?.per === "day") return { day, lines, minutes, billed: roundedUp(minutes, rounding.to) };
  const billed = rounding?.per === "entry" ? sum(lines.map((line) => line.billed ?? 0)) : undefined;
  return { day, lines, minutes, billed };
}

function billedInAll(days: StatementDay[], minutes: number, { per, to }: Rounding): number {
  return per === "total" ? roundedUp(minutes, to) : sum(days.map(({ billed }) => billed ?? 0));
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
