import { and, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { entries, entryTotals } from "../../../db/schema.ts";
import type { EntryKind } from "../entry-filter.ts";
import { type Months, splitByMonth } from "../whole-months.ts";

export type Totals = { entries: number; minutes: number };

type Days = { from?: string | undefined; to?: string | undefined };
type Chosen = {
  kind: EntryKind;
  days: Days;
  within: (days: Days) => SQL | undefined;
  totalsKey?: string;
};

/**
 * What the entries of a filter add up to (D23). Whole months are read from what is kept, the days of a month begun or ended
 * are counted; without a key all are counted. One statement, so that no correction is seen in one part and not in another.
 */
export async function sumEntries(db: Queries, { kind, days, within, totalsKey }: Chosen): Promise<Totals> {
  const parts = totalsKey === undefined ? [counted(within(days))] : partsOf(kind, totalsKey, days, within);
  const [totals] = await db.execute<Totals>(sql`
    select coalesce(sum(entries), 0)::float8 as entries, coalesce(sum(minutes), 0)::float8 as minutes
    from (${sql.join(parts, sql` union all `)}) as parts`);
  return totals!;
}

function partsOf(kind: EntryKind, key: string, days: Days, within: Chosen["within"]): SQL[] {
  const { months, rest } = splitByMonth(days);
  return [...(months ? [kept(kind, key, months)] : []), ...rest.map((some) => counted(within(some)))];
}

function kept(kind: EntryKind, key: string, { from, before }: Months): SQL {
  const where = and(
    eq(entryTotals.kind, kind),
    eq(entryTotals.key, key),
    from === undefined ? undefined : gte(entryTotals.month, from),
    before === undefined ? undefined : lt(entryTotals.month, before),
  );
  return sql`select sum(${entryTotals.entries}) as entries, sum(${entryTotals.minutes}) as minutes from ${entryTotals} where ${where}`;
}

const counted = (where: SQL | undefined): SQL =>
  sql`select count(*) as entries, sum(${entries.minutes}) as minutes from ${entries} where ${where}`;
