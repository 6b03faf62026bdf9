import { and, eq, gt, lte, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { signInLinks, signIns, users } from "../../db/schema/people.ts";
import { linkMinutes } from "./link.ts";

const oldestSignIn = sql`now() - interval '10 minutes'`;
const oldestLink = sql`now() - make_interval(mins => ${linkMinutes})`;

/** Notes a sign-in that GitHub is to answer, and forgets those that it has not answered within ten minutes. */
export async function insertSignIn(
  db: Queries,
  signIn: { stateHash: Uint8Array; verifier: string; next: string },
): Promise<void> {
  await db.delete(signIns).where(lte(signIns.createdAt, oldestSignIn));
  await db.insert(signIns).values(signIn);
}

/** The sign-in with this state, which is deleted: each is answered once. Undefined where there is none, or none any more. */
export async function takeSignIn(
  db: Queries,
  stateHash: Uint8Array,
): Promise<{ verifier: string; next: string } | undefined> {
  const [taken] = await db
    .delete(signIns)
    .where(and(eq(signIns.stateHash, stateHash), gt(signIns.createdAt, oldestSignIn)))
    .returning({ verifier: signIns.verifier, next: signIns.next });
  return taken;
}

/** Notes a one-use link, and forgets those whose time is over. @param userId whom it signs in; without it the local admin. */
export async function insertLink(db: Queries, secretHash: Uint8Array, userId?: number): Promise<void> {
  await db.delete(signInLinks).where(lte(signInLinks.createdAt, oldestLink));
  await db.insert(signInLinks).values({ secretHash, userId });
}

/** Whom a link signs in. */
export type LinkedPerson = { id: number; githubId: number | null; login: string };

/** The link with this secret, where it can still be used; `person` is null where it is for the local admin. */
export async function findLink(
  db: Queries,
  secretHash: Uint8Array,
): Promise<{ person: LinkedPerson | null } | undefined> {
  const [found] = await db
    .select({ person: { id: users.id, githubId: users.githubId, login: users.login } })
    .from(signInLinks)
    .leftJoin(users, eq(users.id, signInLinks.userId))
    .where(usable(secretHash));
  return found;
}

/** Uses the link up; false where it was used, its time is over or there was none. Of two at once one gets it. */
export async function takeLink(db: Queries, secretHash: Uint8Array): Promise<boolean> {
  const taken = await db
    .delete(signInLinks)
    .where(usable(secretHash))
    .returning({ at: signInLinks.createdAt });
  return taken.length > 0;
}

function usable(secretHash: Uint8Array) {
  return and(eq(signInLinks.secretHash, secretHash), gt(signInLinks.createdAt, oldestLink));
}
