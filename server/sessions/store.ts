import { and, desc, eq, gt, lt, lte, or, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { sessions, users } from "../../db/schema/people.ts";
import { idleHours, mostDays } from "./lifetime.ts";

// By the database's clock: instances may disagree on the time (D20).
const idleSince = sql`now() - make_interval(hours => ${idleHours})`;
const tooOld = sql`now() - make_interval(days => ${mostDays})`;
const stands = and(gt(sessions.lastSeenAt, idleSince), gt(sessions.createdAt, tooOld));
const isOver = or(lte(sessions.lastSeenAt, idleSince), lte(sessions.createdAt, tooOld));
// Its use is noted at most once a minute, so that reading a page is reading.
const isDue = lt(sessions.lastSeenAt, sql`now() - interval '1 minute'`);

export type NewSession = {
  userId: number;
  secretHash: Uint8Array;
  via: "github" | "link";
  userAgent: string | null;
};

/** Adds a session; its id. */
export async function insertSession(db: Queries, session: NewSession): Promise<number> {
  const [row] = await db.insert(sessions).values(session).returning({ id: sessions.id });
  return row!.id;
}

/** Forgets sessions whose time is over, a hundred at most. What another sign-in is about to delete is left to it. */
export async function deleteExpired(db: Queries): Promise<void> {
  const expired = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOver)
    .limit(100)
    .for("update", { skipLocked: true });
  // As an array the rows are picked once; after IN the planner may pick anew for each.
  await db.delete(sessions).where(sql`${sessions.id} = any(array(${expired}))`);
}

/** The session with this secret and whose it is; undefined where there is none, or its time is over. */
export async function findSession(db: Queries, secretHash: Uint8Array) {
  const read = reads.get(db) ?? prepareRead(db);
  reads.set(db, read);
  const [row] = await read.execute({ secretHash });
  return row;
}

// Every page asks this, and the builder costs more than the query itself.
const reads = new WeakMap<Queries, ReturnType<typeof prepareRead>>();

function prepareRead(db: Queries) {
  return db
    .select({
      id: sessions.id,
      via: sessions.via,
      isDue: sql<boolean>`${isDue}`,
      user: {
        id: users.id,
        login: users.login,
        isLocal: sql<boolean>`${users.githubId} is null`,
        admin: sql<boolean>`${users.admin} or ${users.adminGranted}`,
      },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.secretHash, sql.placeholder("secretHash")), stands))
    .prepare("session_by_secret");
}

/** Notes that a session is in use, unless that was noted within the minute. */
export async function markSeen(db: Queries, id: number): Promise<void> {
  await db
    .update(sessions)
    .set({ lastSeenAt: sql`now()` })
    .where(and(eq(sessions.id, id), isDue));
}

/** A person's sessions that stand, the newest first. */
export async function listOwnSessions(db: Queries, userId: number) {
  return db
    .select({
      id: sessions.id,
      via: sessions.via,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), stands))
    .orderBy(desc(sessions.id));
}

/** Deletes a person's session; false where they have no such one. */
export async function deleteSession(db: Queries, userId: number, id: number): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id });
  return gone.length > 0;
}

/** Deletes whatever session has this secret, whoever's it is; its id, or undefined where there is none. */
export async function deleteSessionWith(db: Queries, secretHash: Uint8Array): Promise<number | undefined> {
  const [gone] = await db
    .delete(sessions)
    .where(eq(sessions.secretHash, secretHash))
    .returning({ id: sessions.id });
  return gone?.id;
}
