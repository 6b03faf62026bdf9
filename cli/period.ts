import { parseDay } from "../server/entries/date-range.ts";
import { type Days, daysAfter, monthsFrom, weekAround, weekNumbered } from "./calendar.ts";

/**
 * The days that a period stands for, by the grammar of `svc help periods`; undefined for what is not in it. An end that is
 * left open (`2026-10..`) is absent.
 * @param today `YYYY-MM-DD`, from which `this-month` and its like are counted.
 */
export function parsePeriod(text: string, today: string): Partial<Days> | undefined {
  const [first = "", second, ...more] = text.split("..");
  if (more.length > 0) return undefined;
  if (second === undefined) return inCalendar(single(first, today));
  if (first === "" && second === "") return undefined;
  const open: Partial<Days> = {};
  const start = first === "" ? open : inCalendar(single(first, today));
  const end = second === "" ? open : inCalendar(single(second, today));
  if (!start || !end) return undefined;
  const [{ from }, { to }] = [start, end];
  if (from !== undefined && to !== undefined && from > to) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** Whether the days depend on which day it is: `this-month` does, `2026-10` does not. */
export function dependsOnToday(text: string): boolean {
  return text.split("..").some((part) => /^[a-z]/.test(part));
}

/** The words of the grammar, for completion and suggestions. */
export const periodWords = [
  "today",
  "yesterday",
  ...["week", "month", "quarter", "half", "year"].flatMap((unit) => [`this-${unit}`, `last-${unit}`]),
  "ytd",
  "last-7-days",
  "last-30-days",
];

function single(text: string, today: string): Days | undefined {
  return relative(text, today) ?? named(text);
}

function relative(text: string, today: string): Days | undefined {
  if (text === "today") return { from: today, to: today };
  if (text === "yesterday") return { from: daysAfter(today, -1), to: daysAfter(today, -1) };
  if (text === "ytd") return { from: `${today.slice(0, 4)}-01-01`, to: today };
  const days = /^last-([1-9]\d{0,3})-days$/.exec(text)?.[1];
  if (days) return { from: daysAfter(today, 1 - Number(days)), to: today };
  const [, which, unit = ""] = /^(this|last)-(week|month|quarter|half|year)$/.exec(text) ?? [];
  if (!which) return undefined;
  const back = which === "last" ? 1 : 0;
  if (unit === "week") return weekAround(daysAfter(today, -7 * back));
  const length = monthsIn[unit]!;
  const month = Number(today.slice(5, 7));
  const first = month - ((month - 1) % length);
  return monthsFrom(Number(today.slice(0, 4)), first - back * length, length);
}

const monthsIn: Record<string, number> = { month: 1, quarter: 3, half: 6, year: 12 };

function named(text: string): Days | undefined {
  const day = parseDay(text);
  if (day !== null) return { from: day, to: day };
  const [, digits = "", part = "", number = ""] = /^(\d{4})(?:-(Q|H|W|)(\d{1,2}))?$/.exec(text) ?? [];
  if (digits === "" || digits === "0000") return undefined;
  const year = Number(digits);
  if (number === "") return monthsFrom(year, 1, 12);
  const counted = Number(number);
  const isWhole = number.length === (part === "Q" || part === "H" ? 1 : 2);
  if (!isWhole || counted === 0) return undefined;
  if (part === "W") return weekNumbered(year, counted);
  const length = { "": 1, Q: 3, H: 6 }[part]!;
  return counted * length <= 12 ? monthsFrom(year, (counted - 1) * length + 1, length) : undefined;
}

/** No list takes days before the year 1 or after 9999. */
function inCalendar(days: Days | undefined): Days | undefined {
  return days && parseDay(days.from) !== null && parseDay(days.to) !== null ? days : undefined;
}
