import type { Database } from "../../../db/connect.ts";
import { invalidQuery, queryProblem } from "../../query.ts";
import { findEntries, type ListedEntry } from "../store.ts";
import * as store from "./store.ts";

export type Change = { seq: number; entry: ListedEntry };

// More than a page has; what was never asked for in years is numbered request by request, none of which takes long.
const mostNumbered = 5_000;

/**
 * The changes after a number, in the order of their numbers. Those that are committed and have none yet are given theirs
 * first: a transaction that is still under way gets a later one when it is done, so nobody reads past it.
 * Throws `invalid` for a number that was never given, as where the database was restored from a backup since.
 * @param limit rows asked for; one more is read to know whether more are there.
 */
export async function readChanges(
  db: Database,
  { after, limit }: { after: number; limit: number },
): Promise<{ changes: Change[]; hasMore: boolean }> {
  if (await store.hasUnnumbered(db)) {
    await db.transaction(async (tx) => {
      await store.lockNumbering(tx);
      await store.numberChanges(tx, mostNumbered);
    });
  }
  const found = await store.changesAfter(db, { after, limit: limit + 1 });
  if (found.length === 0 && after > 0) await refuseUnknown(db, after);
  const page = found.slice(0, limit);
  const listed = await findEntries(
    db,
    page.map(({ entryId }) => entryId),
  );
  const byId = new Map(listed.map((entry) => [entry.id, entry]));
  const changes = page.map(({ seq, entryId }) => ({ seq, entry: byId.get(entryId)! }));
  return { changes, hasMore: found.length > limit };
}

/** A consumer that waited for numbers to come that are its own already would miss what they stand for now. */
async function refuseUnknown(db: Database, after: number): Promise<void> {
  const last = await store.lastChange(db);
  if (after <= last) return;
  throw invalidQuery([
    queryProblem(
      "after",
      "beyond_the_last",
      `There is no change ${after}: the last one is ${last}. If this database was restored from a backup, start again from after=0.`,
    ),
  ]);
}
