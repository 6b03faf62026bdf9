import { dayIn } from "../entries/date-range.ts";

/** The stretches of days that the overview shows; the first is shown unasked. */
export const periods = ["month", "week", "last-month"] as const;
export type Period = (typeof periods)[number];

/** All days of a period, `YYYY-MM-DD`, for somebody for whom it is `now` in the time zone. Weeks begin on Monday (ISO 8601). */
export function daysOf(period: Period, { now, timeZone }: { now: Date; timeZone: string }): string[] {
  const today = dayIn(timeZone, now);
  if (period === "week") return from(addDays(today, -weekday(today)), 7);
  const first = period === "month" ? `${today.slice(0, 7)}-01` : monthBefore(today);
  const days = from(first, 31);
  return days.filter((day) => day.slice(0, 7) === first.slice(0, 7));
}

/** From 0 for Monday to 6 for Sunday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

function monthBefore(day: string): string {
  return `${addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7)}-01`;
}

function from(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => addDays(first, place));
}

/** In UTC, where every day has 24 hours. */
function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}
