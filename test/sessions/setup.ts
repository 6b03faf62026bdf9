import { asc, eq, sql } from "drizzle-orm";
import { auditLog, sessions } from "../../db/schema/people.ts";
import { upsertUser } from "../../server/members/store.ts";
import { openSession, readSession, type Visitor } from "../../server/sessions/actions.ts";
import type { LinkConditions } from "../../server/sign-in/link.ts";
import { freshDatabase } from "../support/database.ts";

const nothing = {
  appId: undefined,
  privateKey: undefined,
  webhookSecret: undefined,
  clientId: undefined,
  clientSecret: undefined,
};
/** A set-up in which there are sign-in links, and one in which there are none. */
export const unconnected: LinkConditions = {
  host: "127.0.0.1",
  publicUrl: "http://localhost:3000",
  github: nothing,
};
export const connected: LinkConditions = { ...unconnected, github: { ...nothing, clientId: "id" } };

/** A database of its own with what a test about sessions says: `await open("ada")`, `read(secret)`. */
export async function startSessions() {
  const { db, close } = await freshDatabase();
  const githubIds = new Map<string, number>();

  async function user(login: string) {
    if (!githubIds.has(login)) githubIds.set(login, 1000 + githubIds.size);
    return upsertUser(db, { githubId: githubIds.get(login)!, login });
  }

  type Opening = Partial<Parameters<typeof openSession>[1]>;

  async function open(login: string, differently: Opening = {}): Promise<string> {
    const { id: userId } = await user(login);
    const usual = { userId, via: "github", userAgent: null, requestId: "a test" } as const;
    return (await openSession({ db }, { ...usual, ...differently })).secret;
  }

  const read = (secret: string | undefined, config = connected) => readSession({ db, config }, secret);

  async function visitor(secret: string): Promise<Visitor> {
    const found = await read(secret);
    if (!found) throw new Error("There is no such session.");
    return found;
  }

  /** Moves a session back in time, by the database's clock. */
  async function age(secret: string, { created, seen }: { created?: string; seen?: string }) {
    const { sessionId } = await visitor(secret);
    await db
      .update(sessions)
      .set({
        ...(created !== undefined && { createdAt: sql`now() - ${created}::interval` }),
        ...(seen !== undefined && { lastSeenAt: sql`now() - ${seen}::interval` }),
      })
      .where(eq(sessions.id, sessionId));
  }

  const events = () => db.select().from(auditLog).orderBy(asc(auditLog.id));

  return { db, close, user, open, read, visitor, age, events };
}
