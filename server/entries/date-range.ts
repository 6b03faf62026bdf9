import type { FieldProblem } from "../errors.ts";

/** Inclusive days, `YYYY-MM-DD`; an absent end is open (D11). */
export type DateRange = { from?: string; to?: string };

/** A day of the calendar written `YYYY-MM-DD`, or null: 30 February is none. */
export function parseDay(text: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text.startsWith("0000")) return null;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) ? text : null;
}

/** The inclusive days `from` and `to` of a list (spec 4.1, D11). */
export function parseDateRange({
  from,
  to,
}: {
  from?: string | undefined;
  to?: string | undefined;
}): { ok: true; value: DateRange } | { ok: false; problems: FieldProblem[] } {
  const problems: FieldProblem[] = [];
  for (const [name, text] of [
    ["from", from],
    ["to", to],
  ] as const) {
    if (text === undefined || parseDay(text)) continue;
    const message = `${name} must be a day of the calendar, written YYYY-MM-DD, e.g. 2026-10-01.`;
    problems.push({ in: "query", name, code: "not_a_day", message });
  }
  if (problems.length === 0 && from !== undefined && to !== undefined && from > to) {
    const message = `from (${from}) is after to (${to}). Swap them.`;
    problems.push({ in: "query", name: "from", code: "after_to", message });
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) } };
}

/** The day it is at an instant in a time zone (IANA name), `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: Date): string {
  const parts = formatOf(timeZone).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
}

// To make one takes a hundred times longer than to use it. There are some six hundred zones.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  formats.set(timeZone, made);
  return made;
}
