import { and, desc, eq, gte, inArray, isNull, max } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { confirmations, deliveries, entries } from "../../../db/schema.ts";
import { polledOwners } from "../../../db/schema/polling.ts";
import type { Tried } from "./checks.ts";

// Looked through without an index, every few seconds.
const mostRows = 1_000;

/** When GitHub last delivered anything, at `since` or later: what svc read by itself does not count. */
export async function lastDeliveryAt(db: Queries, since: Date): Promise<Date | null> {
  const { receivedAt, backfilledAt, polledAt } = deliveries;
  const last = db
    .select({ receivedAt, backfilledAt, polledAt })
    .from(deliveries)
    .orderBy(desc(deliveries.id))
    .limit(mostRows)
    .as("last");
  const [row] = await db
    .select({ at: max(last.receivedAt) })
    .from(last)
    .where(and(gte(last.receivedAt, since), isNull(last.backfilledAt), isNull(last.polledAt)));
  return row?.at ?? null;
}

/** When the comments of all these owners were last asked for; null where those of one were not. */
export async function lastPolled(
  db: Queries,
  owners: string[],
): Promise<{ at: Date | null; problem: string | null }> {
  if (owners.length === 0) return { at: null, problem: null };
  const rows = await db
    .select({ at: polledOwners.readAt, problem: polledOwners.problem })
    .from(polledOwners)
    .where(inArray(polledOwners.owner, owners));
  const moments = rows.map(({ at }) => at).filter((at) => at !== null);
  const isWhole = moments.length === owners.length;
  return {
    at: isWhole ? new Date(Math.min(...moments.map(Number))) : null,
    problem: rows.find(({ problem }) => problem !== null)?.problem ?? null,
  };
}

/** The last entry of a comment that was made at `since` or later, with the reply. */
export async function lastTried(db: Queries, since: Date): Promise<Tried | undefined> {
  const last = db.select().from(entries).orderBy(desc(entries.id)).limit(mostRows).as("last");
  const [row] = await db
    .select({
      entryId: last.id,
      kind: last.kind,
      minutes: last.minutes,
      repository: last.repository,
      issueNumber: last.issueNumber,
      commentId: last.commentId,
      replyId: confirmations.postedCommentId,
    })
    .from(last)
    .leftJoin(confirmations, eq(confirmations.commentId, last.commentId))
    .where(and(gte(last.createdAt, since), isNull(last.supersedesId)))
    .orderBy(desc(last.id))
    .limit(1);
  return row;
}
