import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { plannedForItsValues, type Queries } from "../../../db/connect.ts";
import { entries, entryTotals } from "../../../db/schema.ts";
import type { EntryKind } from "../entry-filter.ts";
import { type Months, splitByMonth } from "../whole-months.ts";

export type Totals = { entries: number; minutes: number };

type Days = { from?: string | undefined; to?: string | undefined };
/** Under keys that share no entry, or under those of all labels with a prefix that names their dimension. */
type Kept = { keys: string[] } | { labelPrefix: string };
type Chosen = { kind: EntryKind; days: Days; within: (days: Days) => SQL | undefined; kept?: Kept };

/**
 * What the entries of a filter add up to (D23). Whole months are read from what is kept, the days of a month begun or ended
 * are counted; where nothing is kept of such a filter all are counted. One statement, so that no correction is seen in one
 * part and not in another.
 */
export async function sumEntries(db: Queries, { kind, days, within, kept }: Chosen): Promise<Totals> {
  const parts = kept ? partsOf(kind, kept, days, within) : [counted(within(days))];
  const [totals] = await db.execute<Totals>(sql`
    select coalesce(sum(entries), 0)::float8 as entries, coalesce(sum(minutes), 0)::float8 as minutes
    from (${sql.join(parts, sql` union all `)}) as parts`);
  return totals!;
}

function partsOf(kind: EntryKind, kept: Kept, days: Days, within: Chosen["within"]): SQL[] {
  const { months, rest } = splitByMonth(days);
  const whole = months ? ofMonths(kind, kept, months) : [];
  return [...whole, ...rest.map((some) => counted(within(some)))];
}

function ofMonths(kind: EntryKind, kept: Kept, months: Months): SQL[] {
  if ("keys" in kept) return [keptUnder(kind, inArray(entryTotals.key, kept.keys), months)];
  const { labelPrefix } = kept;
  const keys = sql`${entryTotals.key} ^@ ${`l:${labelPrefix}`} and ${plannedForItsValues}`;
  return [keptUnder(kind, keys, months), keptTooOften(kind, labelPrefix, months)];
}

function keptUnder(kind: EntryKind, keys: SQL, months: Months): SQL {
  const where = and(eq(entryTotals.kind, kind), keys, ofDays(entryTotals.month, months));
  return sql`select sum(${entryTotals.entries}) as entries, sum(${entryTotals.minutes}) as minutes from ${entryTotals} where ${where}`;
}

/** An entry with two labels of the prefix is kept under each of them; what that is too much, below zero. */
function keptTooOften(kind: EntryKind, labelPrefix: string, months: Months): SQL {
  const dimension = labelPrefix.slice(0, labelPrefix.indexOf(":") + 1);
  const repeated = sql`repeated_dimensions(${entries.labels})`;
  const where = and(
    eq(entries.kind, kind),
    isNull(entries.supersededById),
    ofDays(entries.workedOn, months),
    // Both, so that the index is used, which holds no others.
    sql`${repeated} <> '{}'`,
    sql`${repeated} @> array[${dimension}]::text[]`,
  );
  return sql`
    select sum(1 - times) as entries, sum((1 - times) * minutes) as minutes from (
      select ${entries.minutes} as minutes, (
        select count(distinct label) from unnest(${entries.labels}) as label where label ^@ ${labelPrefix}
      ) as times
      from ${entries} where ${where}
    ) as repeated where times > 1`;
}

const ofDays = (day: typeof entries.workedOn | typeof entryTotals.month, { from, before }: Months) =>
  and(from === undefined ? undefined : gte(day, from), before === undefined ? undefined : lt(day, before));

const counted = (where: SQL | undefined): SQL =>
  sql`select count(*) as entries, sum(${entries.minutes}) as minutes from ${entries} where ${where}`;
