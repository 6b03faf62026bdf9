import { asc, gt, isNull, max, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/connect.ts";
import { lockOf, takeLocks } from "../../../db/locks.ts";
import { entryChanges } from "../../../db/schema.ts";

/** The entries of the changes after a number, in order. */
export async function changesAfter(
  db: Queries,
  { after, limit }: { after: number; limit: number },
): Promise<{ seq: number; entryId: number }[]> {
  return db
    .select({ seq: sql<number>`${entryChanges.seq}`.mapWith(Number), entryId: entryChanges.entryId })
    .from(entryChanges)
    .where(gt(entryChanges.seq, after))
    .orderBy(asc(entryChanges.seq))
    .limit(limit);
}

/** The number of the last change that has one; 0 before the first. */
export async function lastChange(db: Queries): Promise<number> {
  const [last] = await db.select({ seq: max(entryChanges.seq) }).from(entryChanges);
  return last?.seq ?? 0;
}

/** Whether changes are committed that have no number yet. */
export async function hasUnnumbered(db: Queries): Promise<boolean> {
  const found = await db
    .select({ entryId: entryChanges.entryId })
    .from(entryChanges)
    .where(isNull(entryChanges.seq))
    .limit(1);
  return found.length > 0;
}

/** Makes the transaction the only one that gives numbers until it ends. */
export async function lockNumbering(tx: Transaction): Promise<void> {
  await takeLocks(tx, lockOf("entry changes"));
}

/**
 * Numbers at most so many of what is committed and was not yet, in the order of ids: what corrects an entry comes after it.
 * A statement after the lock: it sees what whoever had the lock before has numbered.
 */
export async function numberChanges(tx: Transaction, most: number): Promise<void> {
  await tx.execute(sql`
    with last as (select coalesce(max(seq), 0) as seq from ${entryChanges}),
      unnumbered as (select entry_id from ${entryChanges} where seq is null order by entry_id limit ${most}),
      placed as (select entry_id, row_number() over (order by entry_id) as place from unnumbered)
    update ${entryChanges} set seq = last.seq + placed.place
    from last, placed where ${entryChanges.entryId} = placed.entry_id`);
}
