/** How far back pages look for what is in use. */
export const recentDays = 90;

/** The first of these days, of which `today` is the last; both `YYYY-MM-DD`. Counted on the calendar, where a day may have 23 hours. */
export function recentSince(today: string): string {
  const first = Date.parse(`${today}T00:00:00Z`) - (recentDays - 1) * 24 * 3_600_000;
  return new Date(first).toISOString().slice(0, 10);
}
