import { and, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { statement } from "../../db/prepared.ts";
import { users } from "../../db/schema/people.ts";

/** With no `githubId`: the one who signs in by link, where no code host is connected (D22). */
export type User = { id: number; githubId: number | null; login: string };

const fields = { id: users.id, githubId: users.githubId, login: users.login };

/**
 * The user with this id of the code host, made or renamed where needed; nothing is written when nothing changed (D14).
 * @param person `admin` as a decision just had it; without it the role stays what it was.
 */
export async function upsertUser(
  db: Queries,
  { githubId, login, admin }: { githubId: number; login: string; admin?: boolean },
): Promise<User> {
  const [known] = await userOfHost(db, { githubId });
  if (known?.login === login && (admin ?? known.admin) === known.admin) return userOf(known);
  const [user] = await db
    .insert(users)
    .values({ githubId, login, admin: admin ?? false })
    .onConflictDoUpdate({
      target: users.githubId,
      set: { login: sql`excluded.login`, ...(admin !== undefined && { admin }) },
    })
    .returning(fields);
  return user!;
}

const userOfHost = statement((db) =>
  db
    .select({ ...fields, admin: users.admin })
    .from(users)
    .where(eq(users.githubId, sql.placeholder("githubId")))
    .prepare("user_of_host"),
);

function userOf({ id, githubId, login }: User): User {
  return { id, githubId, login };
}

/** The one user without an id of the code host, made where needed. No login of the host has a space in it. */
export async function upsertLocalAdmin(db: Queries): Promise<User> {
  const local = { githubId: null, login: "local admin", admin: true };
  const [made] = await db.insert(users).values(local).onConflictDoNothing().returning(fields);
  if (made) return made;
  const [known] = await db.select(fields).from(users).where(isNull(users.githubId));
  return known!;
}

export async function findUser(db: Queries, id: number): Promise<User | undefined> {
  const [user] = await db.select(fields).from(users).where(eq(users.id, id));
  return user;
}

/** Gives the user with this id of the code host, if there is one, the login and the role they have now (D13, D14). */
export async function followUser(
  db: Queries,
  { githubId, login, admin }: { githubId: number; login: string; admin: boolean },
): Promise<void> {
  await db
    .update(users)
    .set({ login, admin })
    .where(and(eq(users.githubId, githubId), or(ne(users.login, login), ne(users.admin, admin))));
}
