import { eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/connect.ts";
import { type AttributionRecord, entries } from "../../../db/schema.ts";
import type { Correctable } from "./correction.ts";

export type Recorded = typeof entries.$inferSelect;

export async function findEntry(db: Queries, id: number): Promise<Recorded | undefined> {
  const [entry] = await db.select().from(entries).where(eq(entries.id, id));
  return entry;
}

/** The entry that stands in the place of this one, or itself. Nobody supersedes this one until the transaction ends. */
export async function lockCurrent(tx: Transaction, id: number): Promise<number> {
  await tx.select({ id: entries.id }).from(entries).where(eq(entries.id, id)).for("update");
  const [current] = await tx.execute<{ id: number }>(sql`
    with recursive later (id, next) as (
      select id, superseded_by_id from entries where id = ${id}
      union all select entries.id, entries.superseded_by_id from later join entries on entries.id = later.next
    )
    select id::float8 as id from later where next is null`);
  return current!.id;
}

/** Puts a corrected entry in the place of an old one (D8), of which it keeps the author, the issue and the comment. */
export async function supersede(
  tx: Transaction,
  old: Recorded,
  corrected: {
    entry: Correctable;
    clientId: number | null;
    attribution: AttributionRecord | null;
    byUserId: number;
    reason: string;
  },
): Promise<number> {
  const { labels, minutes, workedOn, note } = corrected.entry;
  const at = await instantOf(tx, old.id);
  const [made] = await tx
    .insert(entries)
    .values({
      kind: old.kind,
      minutes,
      workedOn,
      note,
      labels,
      clientId: corrected.clientId,
      attribution: corrected.attribution,
      userId: old.userId,
      repository: old.repository,
      repositoryId: old.repositoryId,
      issueNumber: old.issueNumber,
      issueTitle: old.issueTitle,
      commentId: old.commentId,
      commandNo: old.commandNo,
      commentedAt: old.commentedAt,
      createdAt: sql`${at}::timestamptz`,
      supersedesId: old.id,
      correctedById: corrected.byUserId,
      correctionReason: corrected.reason,
    })
    .returning({ id: entries.id });
  await tx
    .update(entries)
    .set({ supersededById: made!.id, supersededAt: sql`${at}::timestamptz` })
    .where(eq(entries.id, old.id));
  return made!.id;
}

/**
 * The one instant at which the old entry ends and the corrected one begins, to the microsecond: at any moment exactly one
 * of them stands. Taken while the old one is locked, since transactions that waited for each other do not begin in the
 * order of the chain.
 */
async function instantOf(tx: Transaction, oldId: number): Promise<string> {
  const [row] = await tx.execute<{ at: string }>(
    sql`select greatest(clock_timestamp(), created_at)::text as at from entries where id = ${oldId}`,
  );
  return row!.at;
}
