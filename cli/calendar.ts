/** Inclusive days, `YYYY-MM-DD`. */
export type Days = { from: string; to: string };

/** The day that lies so many days after another, or before it where negative. */
export function daysAfter(day: string, count: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + count * aDay);
}

/** Days from the first to the second; negative where the second comes first. */
export function daysBetween(first: string, second: string): number {
  return Math.round((Date.parse(`${second}T00:00:00Z`) - Date.parse(`${first}T00:00:00Z`)) / aDay);
}

/** Days from Monday to Friday after the first day, up to and with the second; holidays count, since nobody told us of them. */
export function workingDaysBetween(first: string, second: string): number {
  const [weeks, rest] = [Math.floor(daysBetween(first, second) / 7), daysBetween(first, second) % 7];
  let count = Math.max(0, weeks) * 5;
  for (let i = 1; i <= rest; i++) if (weekday(daysAfter(first, i)) <= 5) count += 1;
  return count;
}

/** So many months from the one (1 to 12, or counted on from there) in which it begins. */
export function monthsFrom(year: number, month: number, count: number): Days {
  return {
    from: dayOf(utc(year, month - 1, 1)),
    to: dayOf(utc(year, month - 1 + count, 0)),
  };
}

/** 1 for Monday to 7 for Sunday (ISO 8601). */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The week, Monday to Sunday, that a day lies in. */
export function weekAround(day: string): Days {
  const monday = daysAfter(day, 1 - weekday(day));
  return { from: monday, to: daysAfter(monday, 6) };
}

/** The name of a day's week by ISO 8601, which belongs to the year of its Thursday: 2027-01-01 lies in `2026-W53`. */
export function weekName(day: string): string {
  const thursday = daysAfter(day, 4 - weekday(day));
  const year = thursday.slice(0, 4);
  const number = Math.floor(daysBetween(`${year}-01-01`, thursday) / 7) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** A week by its ISO number, or undefined where the year has no such week. */
export function weekNumbered(year: number, number: number): Days | undefined {
  const first = weekAround(`${String(year).padStart(4, "0")}-01-04`);
  const week = weekAround(daysAfter(first.from, (number - 1) * 7));
  const name = `${String(year).padStart(4, "0")}-W${String(number).padStart(2, "0")}`;
  return weekName(week.from) === name ? week : undefined;
}

const aDay = 86_400_000;

/** Date.UTC takes the years below 100 for those of the twentieth century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** Years past 9999 come out with five digits, which no list takes: the callers refuse them. */
function dayOf(time: number): string {
  const date = new Date(time);
  return `${String(date.getUTCFullYear()).padStart(4, "0")}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

const two = (number: number) => String(number).padStart(2, "0");
