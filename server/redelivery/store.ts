import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, not, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { deliveries } from "../../db/schema.ts";
import { deliveryListing, missingDeliveries } from "../../db/schema/redelivery.ts";
import { mostAsked, waitAfter } from "./asking.ts";
import type { Gap } from "./gap.ts";
import type { Missing } from "./missing.ts";
import type { Standing } from "./standing.ts";

export type Listing = typeof deliveryListing.$inferSelect;
export type MissingDelivery = typeof missingDeliveries.$inferSelect;

/**
 * Remembers from when on GitHub's record is to be looked through: from the last delivery of before this was kept, or else from now.
 * To be called before anything is received. Does nothing where it is remembered.
 */
export async function beginListing(db: Queries): Promise<void> {
  const last = sql`coalesce((select max(${deliveries.receivedAt}) from ${deliveries}), now())`;
  await db.insert(deliveryListing).values({ watermark: last }).onConflictDoNothing();
}

/** How far the record was read; undefined before `beginListing`. `isPaused`: GitHub asked not to be asked yet. */
export async function findListing(db: Queries): Promise<(Listing & { isPaused: boolean }) | undefined> {
  const isPaused = sql<boolean>`coalesce(${deliveryListing.pausedUntil} > now(), false)`;
  const [row] = await db.select({ listing: deliveryListing, isPaused }).from(deliveryListing);
  return row && { ...row.listing, isPaused: row.isPaused };
}

/** Which of these have arrived. */
export async function arrivedAmong(db: Queries, guids: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let start = 0; start < guids.length; start += 1000) {
    const rows = await db
      .select({ guid: deliveries.guid })
      .from(deliveries)
      .where(inArray(deliveries.guid, guids.slice(start, start + 1000)));
    for (const { guid } of rows) found.add(guid);
  }
  return found;
}

/** Keeps which deliveries are missing and that the record was read as of a moment: all of it or nothing. */
export async function keepListing(
  tx: Transaction,
  { missing, asOf, gap }: { missing: Missing[]; asOf: Date; gap: Gap | null },
): Promise<void> {
  for (let start = 0; start < missing.length; start += 1000) {
    await tx
      .insert(missingDeliveries)
      .values(missing.slice(start, start + 1000))
      .onConflictDoUpdate({
        target: missingDeliveries.guid,
        // The latest attempt is kept the longest, so it is the one to name.
        set: { deliveryId: sql`excluded.delivery_id`, statusCode: sql`excluded.status_code` },
      });
  }
  await tx.update(deliveryListing).set({
    watermark: sql`greatest(${deliveryListing.watermark}, ${asOf.toISOString()}::timestamptz)`,
    readAt: sql`now()`,
  });
  if (gap) await widenGap(tx, gap);
}

/** Has the comments of a time be read. What was read of another time before says nothing of this one. */
export async function widenGap(tx: Transaction, { from, until }: Gap): Promise<void> {
  await tx.update(deliveryListing).set({
    gapFrom: sql`least(${deliveryListing.gapFrom}, ${from.toISOString()}::timestamptz)`,
    gapUntil: sql`greatest(${deliveryListing.gapUntil}, ${until.toISOString()}::timestamptz)`,
    gapRead: sql`'{}'`,
  });
}

const hasArrived = sql`exists (select from ${deliveries} where ${deliveries.guid} = ${missingDeliveries.guid})`;

/** Takes off what has arrived after all, and what was given up long ago. */
export async function forgetArrived(db: Queries): Promise<void> {
  const longAgo = lt(missingDeliveries.givenUpAt, sql`now() - interval '30 days'`);
  await db.delete(missingDeliveries).where(or(hasArrived, longAgo));
}

// It may have arrived since the record was read, or been taken off and noted again by who read it before.
const isOpen = and(isNull(missingDeliveries.givenUpAt), not(hasArrived))!;
const isDue = and(isOpen, lte(missingDeliveries.nextAt, sql`now()`));

/**
 * Counts, before it is made, the next request to send something again: whoever dies in it, or asks at the same time, makes no
 * second one. The oldest first; null where nothing is due.
 */
export async function claimForAsking(db: Queries): Promise<MissingDelivery | null> {
  const next = sql`(
    select guid from ${missingDeliveries}
    where ${and(isDue, lt(missingDeliveries.asked, mostAsked))}
    order by ${asc(missingDeliveries.deliveredAt)}, guid limit 1 for update skip locked)`;
  const [row] = await db
    .update(missingDeliveries)
    .set({ asked: sql`${missingDeliveries.asked} + 1`, nextAt: sql`now() + ${waitOf()}` })
    .where(eq(missingDeliveries.guid, next))
    .returning();
  return row ?? null;
}

/** By how often it will have been asked for. */
function waitOf() {
  const waits = Array.from({ length: mostAsked }, (_, place) => waitAfter(place + 1));
  return sql`(${`{${waits.join(",")}}`}::int[])[${missingDeliveries.asked} + 1] * interval '1 second'`;
}

/** Nothing was asked after all: it does not count. */
export async function unclaim(db: Queries, { guid }: Pick<MissingDelivery, "guid">): Promise<void> {
  await db
    .update(missingDeliveries)
    .set({ asked: sql`${missingDeliveries.asked} - 1`, nextAt: sql`now()` })
    .where(and(eq(missingDeliveries.guid, guid), gt(missingDeliveries.asked, 0)));
}

/** Why GitHub would not send it again; `isOver` where asking once more is no use. */
export async function noteRefusal(
  db: Queries,
  { guid }: Pick<MissingDelivery, "guid">,
  { problem, isOver }: { problem: string; isOver: boolean },
): Promise<void> {
  await db
    .update(missingDeliveries)
    .set({ problem: problem.slice(0, 500), ...(isOver && { asked: mostAsked, nextAt: sql`now()` }) })
    .where(eq(missingDeliveries.guid, guid));
}

/** Those that were asked for in vain, the oldest first. */
export async function askedInVain(db: Queries): Promise<MissingDelivery[]> {
  return db
    .select()
    .from(missingDeliveries)
    .where(and(isDue, eq(missingDeliveries.asked, mostAsked)))
    .orderBy(asc(missingDeliveries.deliveredAt));
}

/** False where somebody else did. */
export async function giveUp(tx: Transaction, guid: string, problem: string): Promise<boolean> {
  const rows = await tx
    .update(missingDeliveries)
    .set({ givenUpAt: sql`now()`, problem: problem.slice(0, 500) })
    .where(and(eq(missingDeliveries.guid, guid), isOpen))
    .returning({ guid: missingDeliveries.guid });
  return rows.length > 0;
}

/** What stood in the way, and for how many seconds GitHub is not to be asked; without a problem, that nothing did. */
export async function noteProblem(db: Queries, problem: string | null, pauseSeconds = 0): Promise<void> {
  await db.update(deliveryListing).set({
    problem: problem && problem.slice(0, 500),
    problemAt: problem === null ? null : sql`now()`,
    pausedUntil: pauseSeconds > 0 ? sql`now() + ${pauseSeconds} * interval '1 second'` : null,
  });
}

/** Undefined where GitHub's record was never to be read. */
export async function findStanding(db: Queries): Promise<Standing | undefined> {
  const counted = db
    .select({
      missing: sql<number>`count(*) filter (where ${isOpen})::int`.as("missing"),
      oldestMissing: sql`min(${missingDeliveries.deliveredAt}) filter (where ${isOpen})`
        .mapWith(missingDeliveries.deliveredAt)
        .as("oldest_missing"),
      givenUp: sql<number>`count(*) filter (where ${missingDeliveries.givenUpAt} is not null)::int`.as(
        "given_up",
      ),
    })
    .from(missingDeliveries)
    .as("counted");
  const last = db
    .select({ at: deliveries.receivedAt })
    .from(deliveries)
    .where(and(isNull(deliveries.backfilledAt), isNull(deliveries.polledAt)))
    .orderBy(desc(deliveries.id))
    .limit(1)
    .as("last");
  const [row] = await db
    .select({
      listing: deliveryListing,
      missing: counted.missing,
      oldestMissing: counted.oldestMissing,
      givenUp: counted.givenUp,
      lastEventAt: last.at,
    })
    .from(deliveryListing)
    .crossJoin(counted)
    .leftJoin(last, sql`true`);
  if (!row) return undefined;
  const { listing, ...found } = row;
  const { watermark, readAt, problem, problemAt, gapFrom, gapUntil } = listing;
  return {
    ...found,
    readAt,
    begunAt: watermark,
    problem,
    problemAt,
    gap: gapFrom && gapUntil && { from: gapFrom, until: gapUntil },
  };
}
