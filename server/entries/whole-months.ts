type Days = { from?: string | undefined; to?: string | undefined };
/** From the month that begins on one day until, and without, the month that begins on another. */
export type Months = { from: string | undefined; before: string | undefined };

/**
 * A range of inclusive days as the whole months in it, and the days before and after them that are left. An open end of
 * the range is an open end of the months.
 */
export function splitByMonth({ from, to }: Days): { months: Months | undefined; rest: Days[] } {
  const first = from === undefined ? undefined : from.endsWith("-01") ? from : firstOfNextMonth(from);
  const afterLast = to === undefined ? undefined : isLastOfMonth(to) ? dayAfter(to) : `${to.slice(0, 7)}-01`;
  if (first !== undefined && afterLast !== undefined && first >= afterLast)
    return { months: undefined, rest: [{ from, to }] };
  const rest: Days[] = [];
  if (first !== from) rest.push({ from, to: dayBefore(first!) });
  if (to !== undefined && !isLastOfMonth(to)) rest.push({ from: afterLast, to });
  return { months: { from: first, before: afterLast }, rest };
}

const isLastOfMonth = (day: string) => dayAfter(day).endsWith("-01");

function firstOfNextMonth(day: string): string {
  return shift(`${day.slice(0, 7)}-01`, 32).slice(0, 7) + "-01";
}

const dayAfter = (day: string) => shift(day, 1);
const dayBefore = (day: string) => shift(day, -1);

/** Another day of the calendar; years beyond 9999 are given as PostgreSQL reads them. */
function shift(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().replace(/^\+0*/, "").split("T")[0]!;
}
