import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { gitHubConnection, manifestStates } from "../../db/schema/connection.ts";

export type Row = typeof gitHubConnection.$inferSelect;

/** By which a change is noticed; undefined where nothing is stored. */
export async function readRevision(db: Queries): Promise<string | undefined> {
  const [row] = await db.select({ revision: gitHubConnection.revision }).from(gitHubConnection);
  return row?.revision;
}

/** @param locked until the transaction ends, so that two changes follow each other. */
export async function readConnection(db: Queries, { locked = false } = {}): Promise<Row | undefined> {
  const query = db.select().from(gitHubConnection);
  const [row] = await (locked ? query.for("update") : query);
  return row;
}

/** Puts the one row there, in the place of the one before. */
export async function writeConnection(db: Queries, row: Omit<Row, "id" | "revision">): Promise<void> {
  const values = { ...row, revision: sql`gen_random_uuid()` };
  await db
    .insert(gitHubConnection)
    .values(values)
    .onConflictDoUpdate({ target: gitHubConnection.id, set: values });
}

const oldestState = sql`now() - interval '1 hour'`;

/** Notes that somebody went to make an App, and forgets those whose hour is over. */
export async function insertState(
  db: Queries,
  state: { stateHash: Uint8Array; sessionId: number; siteUrl: string },
): Promise<void> {
  await db.delete(manifestStates).where(lte(manifestStates.createdAt, oldestState));
  await db.insert(manifestStates).values(state);
}

/** The state of this session, which is deleted: each is answered once. Undefined where there is none, or none any more. */
export async function takeState(
  db: Queries,
  { stateHash, sessionId }: { stateHash: Uint8Array; sessionId: number },
): Promise<{ siteUrl: string } | undefined> {
  const [taken] = await db
    .delete(manifestStates)
    .where(
      and(
        eq(manifestStates.stateHash, stateHash),
        eq(manifestStates.sessionId, sessionId),
        gt(manifestStates.createdAt, oldestState),
      ),
    )
    .returning({ siteUrl: manifestStates.siteUrl });
  return taken;
}
