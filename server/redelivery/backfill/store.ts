import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { confirmations, deliveries, entries } from "../../../db/schema.ts";
import { deliveryListing } from "../../../db/schema/redelivery.ts";
import type { Gap } from "../gap.ts";

/** The time whose comments are to be read, and the repositories in which they were; null where there is none. */
export async function openGap(db: Queries): Promise<(Gap & { read: number[] }) | null> {
  const [row] = await db.select().from(deliveryListing);
  if (!row?.gapFrom || !row.gapUntil) return null;
  return { from: row.gapFrom, until: row.gapUntil, read: row.gapRead };
}

const isStill = ({ from, until }: Gap) =>
  and(eq(deliveryListing.gapFrom, from), eq(deliveryListing.gapUntil, until));

/** Unless the gap has become wider meanwhile. */
export async function markRead(db: Queries, gap: Gap, repositoryId: number): Promise<void> {
  await db
    .update(deliveryListing)
    .set({ gapRead: sql`array_append(${deliveryListing.gapRead}, ${repositoryId}::bigint)` })
    .where(isStill(gap));
}

/** Unless it has become wider meanwhile. */
export async function closeGap(db: Queries, gap: Gap): Promise<void> {
  await db
    .update(deliveryListing)
    .set({ gapFrom: null, gapUntil: null, gapRead: sql`'{}'` })
    .where(isStill(gap));
}

/** Which of these comments svc knows already, whatever came of them. */
export async function knownAmong(db: Queries, commentIds: number[]): Promise<Set<number>> {
  if (commentIds.length === 0) return new Set();
  const found = await Promise.all([
    db.select({ id: deliveries.commentId }).from(deliveries).where(inArray(deliveries.commentId, commentIds)),
    db
      .select({ id: confirmations.commentId })
      .from(confirmations)
      .where(inArray(confirmations.commentId, commentIds)),
    db
      .select({ id: entries.commentId })
      .from(entries)
      .where(and(inArray(entries.commentId, commentIds), isNull(entries.supersedesId))),
  ]);
  return new Set(found.flat().flatMap(({ id }) => (id === null ? [] : [id])));
}
