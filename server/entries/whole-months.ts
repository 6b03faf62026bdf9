type Days = { from?: string | undefined; to?: string | undefined };
/** From the month that begins on one day until, and without, the month that begins on another. */
export type Months = { from: string | undefined; before: string | undefined };

/**
 * A range of inclusive days as the whole months in it, and the days before and after them that are left. An open end of
 * the range is an open end of the months.
 */
export function splitByMonth({ from, to }: Days): { months: Months | undefined; rest: Days[] } {
  const first = from === undefined || from.endsWith("-01") ? from : monthAfter(from);
  const before =
    to === undefined ? undefined : to === lastOfMonth(to) ? monthAfter(to) : `${to.slice(0, 7)}-01`;
  if (first !== undefined && before !== undefined && first >= before) {
    return { months: undefined, rest: [{ from, to }] };
  }
  const rest: Days[] = [];
  if (from !== undefined && first !== from) rest.push({ from, to: lastOfMonth(from) });
  if (to !== undefined && to !== lastOfMonth(to)) rest.push({ from: before, to });
  return { months: { from: first, before }, rest };
}

const lastOfMonth = (day: string) =>
  `${day.slice(0, 8)}${new Date(Date.UTC(2000 + (Number(day.slice(0, 4)) % 400), Number(day.slice(5, 7)), 0)).getUTCDate()}`;

/** The first day of the month after a day's; after December 9999 a year of five digits, which PostgreSQL reads. */
function monthAfter(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  if (month === 12) return `${String(year + 1).padStart(4, "0")}-01-01`;
  return `${day.slice(0, 4)}-${String(month + 1).padStart(2, "0")}-01`;
}
