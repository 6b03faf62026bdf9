import { and, eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { confirmations, entries, postingTurns } from "../../db/schema.ts";

export type Confirmation = typeof confirmations.$inferSelect;

/** True where the comment has its entries or its reply already, so that nothing of it may be recorded again (D28). */
export async function hasAnswered(tx: Transaction, commentId: number): Promise<boolean> {
  const replied = tx
    .select({ one: sql`1` })
    .from(confirmations)
    .where(eq(confirmations.commentId, commentId));
  const recorded = tx
    .select({ one: sql`1` })
    .from(entries)
    .where(eq(entries.commentId, commentId));
  const [found] = await tx.execute<{ answered: boolean }>(
    sql`select exists ${replied} or exists ${recorded} as answered`,
  );
  return found!.answered;
}

export async function insertConfirmation(
  tx: Transaction,
  confirmation: Pick<
    Confirmation,
    "marker" | "kind" | "body" | "commentId" | "installationId" | "repository" | "issueNumber"
  >,
): Promise<{ id: number }> {
  const [row] = await tx.insert(confirmations).values(confirmation).returning({ id: confirmations.id });
  return row!;
}

export async function findConfirmation(db: Queries, id: number): Promise<Confirmation | null> {
  const [row] = await db.select().from(confirmations).where(eq(confirmations.id, id));
  return row ?? null;
}

/** The answer to a comment, if it has one. */
export async function confirmationOf(db: Queries, commentId: number): Promise<Confirmation | null> {
  const [row] = await db.select().from(confirmations).where(eq(confirmations.commentId, commentId));
  return row ?? null;
}

/** Puts a confirmation that could not be posted back in the queue; false where it is not such a one. */
export async function reopenConfirmation(tx: Transaction, id: number): Promise<boolean> {
  const reopened = await tx
    .update(confirmations)
    .set({ state: "pending" })
    .where(and(eq(confirmations.id, id), eq(confirmations.state, "failed")))
    .returning({ id: confirmations.id });
  return reopened.length > 0;
}

/** Counts an attempt before it is made: if the process dies in it, the next one knows to look first. */
export async function countAttempt(db: Queries, id: number): Promise<void> {
  await db
    .update(confirmations)
    .set({ attempts: sql`${confirmations.attempts} + 1` })
    .where(eq(confirmations.id, id));
}

export async function markPosted(db: Queries, id: number, postedCommentId: number): Promise<void> {
  await db
    .update(confirmations)
    .set({ state: "posted", postedCommentId, postedAt: sql`now()`, problem: null })
    .where(eq(confirmations.id, id));
}

/** Keeps why it could not be posted; `failed` where trying again makes no sense. */
export async function markProblem(
  db: Queries,
  id: number,
  problem: string,
  state: "pending" | "failed",
): Promise<void> {
  await db
    .update(confirmations)
    .set({ problem: problem.slice(0, 500), state })
    .where(and(eq(confirmations.id, id), eq(confirmations.state, "pending")));
}

/**
 * Reserves the owner's next turn to post, a second after the one before, by the database's clock (D29).
 * @returns milliseconds until that turn, or null where it is more than `patience` away and nothing was reserved.
 */
export async function reserveTurn(
  db: Queries,
  owner: string,
  patienceMs: number,
): Promise<{ waitMs: number } | null> {
  const [turn] = await db
    .insert(postingTurns)
    .values({ owner, nextAt: sql`clock_timestamp() + interval '1 second'` })
    .onConflictDoUpdate({
      target: postingTurns.owner,
      set: { nextAt: sql`greatest(${postingTurns.nextAt}, clock_timestamp()) + interval '1 second'` },
      setWhere: sql`${postingTurns.nextAt} <= clock_timestamp() + ${patienceMs} * interval '1 millisecond'`,
    })
    .returning({
      waitMs: sql<number>`greatest(0, extract(epoch from ${postingTurns.nextAt} - interval '1 second' - clock_timestamp()) * 1000)::float8`,
    });
  return turn ?? null;
}

/** Nobody posts for this owner for so many seconds: the host asked for it. */
export async function pausePosting(db: Queries, owner: string, seconds: number): Promise<void> {
  const until = sql`clock_timestamp() + ${seconds} * interval '1 second'`;
  await db
    .insert(postingTurns)
    .values({ owner, nextAt: until })
    .onConflictDoUpdate({
      target: postingTurns.owner,
      set: { nextAt: sql`greatest(${postingTurns.nextAt}, ${until})` },
    });
}

/** Seconds until the owner's next turn. */
export async function secondsToTurn(db: Queries, owner: string): Promise<number> {
  const [turn] = await db
    .select({
      seconds: sql<number>`greatest(0, extract(epoch from ${postingTurns.nextAt} - clock_timestamp()))::float8`,
    })
    .from(postingTurns)
    .where(eq(postingTurns.owner, owner));
  return turn?.seconds ?? 0;
}
