import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { insertion, statement } from "../../db/prepared.ts";
import { confirmations, entries, postingTurns } from "../../db/schema.ts";

export type Confirmation = typeof confirmations.$inferSelect;

/** True where the comment has its entries or its reply already, so that nothing of it may be recorded again (D28). */
export async function hasAnswered(tx: Transaction, commentId: number): Promise<boolean> {
  return (await answersTo(tx, { commentId })).length > 0;
}

const answersTo = statement((db) => {
  const commentId = sql.placeholder("commentId");
  const one = { one: sql`1` };
  const replied = db.select(one).from(confirmations).where(eq(confirmations.commentId, commentId));
  // What was first recorded, to which each correction goes back: that is what the index holds.
  const first = and(eq(entries.commentId, commentId), isNull(entries.supersedesId));
  return replied.unionAll(db.select(one).from(entries).where(first)).limit(1).prepare("answers_to");
});

export async function insertConfirmation(
  tx: Transaction,
  confirmation: Pick<
    Confirmation,
    | "marker"
    | "kind"
    | "body"
    | "commentId"
    | "installationId"
    | "repository"
    | "repositoryId"
    | "issueNumber"
    | "attempts"
  >,
): Promise<void> {
  await insertedConfirmation(tx, confirmation);
}

const insertedConfirmation = insertion((db, row: typeof confirmations.$inferInsert) =>
  db.insert(confirmations).values(row).prepare("insert_confirmation"),
);

/** By its marker where its id is not known yet. */
export type WhichConfirmation = { confirmationId: number } | { marker: string };

export async function findConfirmation(db: Queries, which: WhichConfirmation): Promise<Confirmation | null> {
  const isIt =
    "marker" in which ? eq(confirmations.marker, which.marker) : eq(confirmations.id, which.confirmationId);
  const [row] = await db.select().from(confirmations).where(isIt);
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

/** One that is to be posted. */
export type Pending = Confirmation & {
  /** Its comment was delivered within the last minute. */
  isFresh: boolean;
  /** Somebody began to post it so recently that the host may yet take it. */
  isUnderWay: boolean;
};

// The App's token and the comment, each asked for twice at most, and each for at most 10 s.
const longestAttempt = sql`interval '45 seconds'`;
// As many as a comment could hold.
const mostTogether = 500;

/** A confirmation that is still to be posted, then the others that wait for the same issue, the oldest first. */
export async function pendingWith(
  db: Queries,
  { id, repository, repositoryId, issueNumber, installationId }: Confirmation,
): Promise<Pending[]> {
  const isSame = (column: typeof confirmations.repositoryId, value: number | null) =>
    value === null ? isNull(column) : eq(column, value);
  const isFirst = eq(confirmations.id, id);
  const rows = await db
    .select({
      confirmation: confirmations,
      isFresh: sql<boolean>`${confirmations.createdAt} > now() - interval '1 minute'`,
      isUnderWay: sql<boolean>`coalesce(${confirmations.underWaySince} > now() - ${longestAttempt}, false)`,
    })
    .from(confirmations)
    .where(
      and(
        eq(confirmations.state, "pending"),
        eq(sql`lower(${confirmations.repository})`, sql`lower(${repository})`),
        eq(confirmations.issueNumber, issueNumber),
        isSame(confirmations.repositoryId, repositoryId),
        isSame(confirmations.installationId, installationId),
      ),
    )
    .orderBy(desc(isFirst), asc(confirmations.id))
    .limit(mostTogether);
  return rows.map(({ confirmation, ...more }) => ({ ...confirmation, ...more }));
}

/**
 * Counts an attempt before it is made: if the process dies in it, the next one knows to look first. False, and nothing is
 * counted, where another process attempted one of them meanwhile: then it is for that one to post.
 */
export async function countAttempt(
  db: Queries,
  attempted: Pick<Confirmation, "id" | "attempts">[],
): Promise<boolean> {
  const known = sql.join(
    attempted.map(({ id, attempts }) => sql`(${id}::bigint, ${attempts}::int)`),
    sql`, `,
  );
  return db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: confirmations.id })
      .from(confirmations)
      .where(
        and(
          sql`(${confirmations.id}, ${confirmations.attempts}) in (${known})`,
          eq(confirmations.state, "pending"),
        ),
      )
      .orderBy(asc(confirmations.id))
      .for("update");
    if (rows.length < attempted.length) return false;
    await tx
      .update(confirmations)
      .set({ attempts: sql`${confirmations.attempts} + 1`, underWaySince: sql`now()` })
      .where(inArray(confirmations.id, idsOf(rows)));
    return true;
  });
}

/** All of them by one comment. */
export async function markPosted(
  db: Queries,
  posted: Pick<Confirmation, "id">[],
  postedCommentId: number,
): Promise<void> {
  await db
    .update(confirmations)
    .set({ state: "posted", postedCommentId, postedAt: sql`now()`, problem: null, underWaySince: null })
    .where(inArray(confirmations.id, idsOf(posted)));
}

/** Keeps why it could not be posted; `failed` where trying again makes no sense. */
export async function markProblem(
  db: Queries,
  refused: Pick<Confirmation, "id">[],
  problem: string,
  state: "pending" | "failed",
): Promise<void> {
  await db
    .update(confirmations)
    .set({ problem: problem.slice(0, 500), state, underWaySince: null })
    .where(and(inArray(confirmations.id, idsOf(refused)), eq(confirmations.state, "pending")));
}

const idsOf = (rows: Pick<Confirmation, "id">[]) => rows.map(({ id }) => id);

// With a second to the dot, what is on its way for longer now and then would make 61 in a minute.
const apart = sql`interval '1020 milliseconds'`;

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
    .values({ owner, nextAt: sql`clock_timestamp() + ${apart}` })
    .onConflictDoUpdate({
      target: postingTurns.owner,
      set: { nextAt: sql`greatest(${postingTurns.nextAt}, clock_timestamp()) + ${apart}` },
      setWhere: sql`${postingTurns.nextAt} <= clock_timestamp() + ${patienceMs} * interval '1 millisecond'`,
    })
    .returning({
      waitMs: sql<number>`greatest(0, extract(epoch from ${postingTurns.nextAt} - ${apart} - clock_timestamp()) * 1000)::float8`,
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
