import { and, eq, inArray, isNotNull, isNull, lt, notInArray, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { polledOwners, polledRepositories } from "../../db/schema/polling.ts";
import { deliveryListing, missingDeliveries } from "../../db/schema/redelivery.ts";
import { before, lookBackMs } from "./looking-back.ts";
import type { PollingStanding } from "./standing.ts";

export type PolledOwner = typeof polledOwners.$inferSelect & { isPaused: boolean };
export type PolledRepository = typeof polledRepositories.$inferSelect;

const isPaused = sql<boolean>`coalesce(${polledOwners.pausedUntil} > now(), false)`;
const isOpen = (owners: string[]) => and(inArray(polledOwners.owner, owners), isNull(polledOwners.endedAt));

/** Those whose comments are being read. */
export async function openOwners(db: Queries, owners: string[]): Promise<PolledOwner[]> {
  const rows = await db.select({ row: polledOwners, isPaused }).from(polledOwners).where(isOpen(owners));
  return rows.map(({ row, isPaused }) => ({ ...row, isPaused }));
}

/**
 * Has the comments of these owners be read from now on, and of no others. Where svc was told of them until now, from where that
 * was known to be whole: what was lost since is then read as well. Does nothing about those that are being read.
 * @param owners logins in lower case.
 */
export async function beginPolling(tx: Transaction, owners: string[], now: Date): Promise<PolledOwner[]> {
  const isSettled = (rows: PolledOwner[]) =>
    rows.length === owners.length && rows.every(({ closingSince }) => closingSince === null);
  const asBefore = await openOwners(tx, owners);
  if (isSettled(asBefore)) return asBefore;
  await tx.execute(sql`lock table ${polledOwners} in share row exclusive mode`);
  await tx.update(polledOwners).set({ closingSince: null }).where(isOpen(owners));
  const others = await tx.delete(polledOwners).where(notInArray(polledOwners.owner, owners)).returning();
  const open = await openOwners(tx, owners);
  const missing = owners.filter((owner) => !open.some((one) => one.owner === owner));
  const wasPolling = open.length > 0 || others.some(({ endedAt }) => endedAt === null);
  if (missing.length > 0)
    await begin(tx, missing, wasPolling ? lookedBack(now) : await endOfDeliveries(tx, now));
  return openOwners(tx, owners);
}

const lookedBack = (moment: Date) => before(moment, lookBackMs);

async function begin(tx: Transaction, owners: string[], from: Date): Promise<void> {
  const anew = {
    begunAt: from,
    listedAt: null,
    readAt: null,
    problem: null,
    problemAt: null,
    pausedUntil: null,
    closingSince: null,
    endedAt: null,
  };
  await tx
    .insert(polledOwners)
    .values(owners.map((owner) => ({ owner, ...anew })))
    .onConflictDoUpdate({ target: polledOwners.owner, set: anew });
  // What was written while svc was told of it is known, or was seen to be lost.
  const moved = (column: typeof polledRepositories.since | typeof polledRepositories.newFrom) =>
    sql`greatest(${column}, ${from.toISOString()}::timestamptz)`;
  await tx
    .update(polledRepositories)
    .set({ since: moved(polledRepositories.since), newFrom: moved(polledRepositories.newFrom) })
    .where(inArray(polledRepositories.owner, owners));
}

/** From when on deliveries may be lost. All of that is read from now on, so it is not asked for again. */
async function endOfDeliveries(tx: Transaction, now: Date): Promise<Date> {
  const [listing] = await tx.select().from(deliveryListing);
  const lost = await tx
    .delete(missingDeliveries)
    .where(isNull(missingDeliveries.givenUpAt))
    .returning({ at: missingDeliveries.deliveredAt });
  await tx.update(deliveryListing).set({ gapFrom: null, gapUntil: null, gapRead: sql`'{}'`, problem: null });
  const moments = [now, ...(listing ? [listing.watermark] : []), ...lost.map(({ at }) => at)];
  const earliest = lookedBack(new Date(Math.min(...moments.map(Number))));
  return listing?.gapFrom && listing.gapFrom < earliest ? listing.gapFrom : earliest;
}

/**
 * Notes that the host delivers by now, from where on its record of deliveries is looked through again. Returns those whose
 * comments are to be read a little longer.
 */
export async function closePolling(tx: Transaction, owners: string[]): Promise<PolledOwner[]> {
  const closing = await tx
    .update(polledOwners)
    .set({ closingSince: sql`now()` })
    .where(and(isOpen(owners), isNull(polledOwners.closingSince)))
    .returning();
  if (closing.length > 0) {
    const watermark = sql`greatest(${deliveryListing.watermark}, now())`;
    await tx.update(deliveryListing).set({ watermark, readAt: sql`now()` });
  }
  return openOwners(tx, owners);
}

/** What was written before the host delivered is read. */
export async function endPolling(db: Queries, owner: string): Promise<void> {
  await db
    .update(polledOwners)
    .set({ endedAt: sql`now()`, problem: null, problemAt: null, pausedUntil: null })
    .where(and(eq(polledOwners.owner, owner), isNotNull(polledOwners.closingSince)));
}

/**
 * Keeps under which names an owner's repositories are found, and forgets those where the App is no longer.
 * @param listedAt when they were listed. One that is found first was not there at the listing before.
 */
export async function keepRepositories(
  tx: Transaction,
  { owner, begunAt, listedAt: listedBefore }: PolledOwner,
  repositories: { id: number; name: string }[],
  listedAt: Date,
): Promise<Map<number, PolledRepository>> {
  const seen = listedBefore ? lookedBack(listedBefore) : begunAt;
  const from = seen > begunAt ? seen : begunAt;
  const ids = repositories.map(({ id }) => id);
  await tx
    .delete(polledRepositories)
    .where(and(eq(polledRepositories.owner, owner), notInArray(polledRepositories.repositoryId, ids)));
  const kept = new Map<number, PolledRepository>();
  for (let start = 0; start < repositories.length; start += 1000) {
    const rows = repositories
      .slice(start, start + 1000)
      .map(({ id, name }) => ({ repositoryId: id, owner, name, since: from, newFrom: from }));
    const found = await tx
      .insert(polledRepositories)
      .values(rows)
      .onConflictDoUpdate({
        target: polledRepositories.repositoryId,
        set: { name: sql`excluded.name`, owner },
        // A row that stays as it is is not written.
        setWhere: sql`(${polledRepositories.name}, ${polledRepositories.owner}) is distinct from (excluded.name, excluded.owner)`,
      })
      .returning();
    for (const row of found) kept.set(row.repositoryId, row);
  }
  const all = await tx.select().from(polledRepositories).where(eq(polledRepositories.owner, owner));
  for (const row of all) kept.set(row.repositoryId, row);
  await tx.update(polledOwners).set({ listedAt }).where(eq(polledOwners.owner, owner));
  return kept;
}

/** All that was changed before is kept. Never moves back. */
export async function moveOn(db: Queries, repositoryId: number, since: Date): Promise<void> {
  await db
    .update(polledRepositories)
    .set({ since })
    .where(and(eq(polledRepositories.repositoryId, repositoryId), lt(polledRepositories.since, since)));
}

/** A repository was read to its end: nothing of before is new any more. */
export async function noteWhole(db: Queries, repositoryId: number, newFrom: Date): Promise<void> {
  const differs = or(lt(polledRepositories.newFrom, newFrom), isNotNull(polledRepositories.problem));
  await db
    .update(polledRepositories)
    .set({
      newFrom: sql`greatest(${polledRepositories.newFrom}, ${newFrom.toISOString()}::timestamptz)`,
      problem: null,
      problemAt: null,
    })
    .where(and(eq(polledRepositories.repositoryId, repositoryId), differs));
}

/** What stands in the way of one repository. */
export async function noteTrouble(db: Queries, repositoryId: number, problem: string): Promise<void> {
  await db
    .update(polledRepositories)
    .set({
      problem: problem.slice(0, 500),
      problemAt: sql`coalesce(${polledRepositories.problemAt}, now())`,
    })
    .where(eq(polledRepositories.repositoryId, repositoryId));
}

/** A turn that began then has asked for all of an owner's. */
export async function noteTurn(db: Queries, owner: string, readAt: Date): Promise<void> {
  await db
    .update(polledOwners)
    .set({ readAt, problem: null, problemAt: null, pausedUntil: null })
    .where(eq(polledOwners.owner, owner));
}

/** What stands in the way of all of an owner's, and for how many seconds GitHub is not to be asked. */
export async function noteProblem(
  db: Queries,
  owner: string,
  problem: string,
  pauseSeconds: number,
): Promise<void> {
  await db
    .update(polledOwners)
    .set({
      problem: problem.slice(0, 500),
      problemAt: sql`coalesce(${polledOwners.problemAt}, now())`,
      pausedUntil: pauseSeconds > 0 ? sql`now() + ${pauseSeconds} * interval '1 second'` : null,
    })
    .where(eq(polledOwners.owner, owner));
}

/** How it stands with these owners' comments. */
export async function findPollingStanding(db: Queries, owners: string[]): Promise<PollingStanding> {
  const [open, unreadable] = await Promise.all([
    openOwners(db, owners),
    db
      .select()
      .from(polledRepositories)
      .where(and(inArray(polledRepositories.owner, owners), isNotNull(polledRepositories.problem)))
      .orderBy(polledRepositories.problemAt, polledRepositories.repositoryId),
  ]);
  const reads = owners.map((owner) => open.find((one) => one.owner === owner)?.readAt ?? null);
  const [first] = unreadable;
  return {
    readAt: reads.reduce((one, other) => one && other && (one < other ? one : other), reads[0] ?? null),
    problems: open.flatMap(({ owner, problem, problemAt }) =>
      problem !== null && problemAt !== null ? [{ owner, problem, at: problemAt }] : [],
    ),
    unreadable: unreadable.length,
    first: first?.problemAt ? { name: first.name, problem: first.problem!, at: first.problemAt } : null,
  };
}
