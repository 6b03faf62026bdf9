import { and, eq, ne, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { users } from "../../db/schema.ts";

export type User = { id: number; githubId: number; login: string };

const fields = { id: users.id, githubId: users.githubId, login: users.login };

/** The user with this id of the code host, made or renamed where needed; nothing is written when nothing changed (D14). */
export async function upsertUser(
  db: Queries,
  { githubId, login }: { githubId: number; login: string },
): Promise<User> {
  const [known] = await db.select(fields).from(users).where(eq(users.githubId, githubId));
  if (known?.login === login) return known;
  const [user] = await db
    .insert(users)
    .values({ githubId, login })
    .onConflictDoUpdate({ target: users.githubId, set: { login: sql`excluded.login` } })
    .returning(fields);
  return user!;
}

export async function findUser(db: Queries, id: number): Promise<User | undefined> {
  const [user] = await db.select(fields).from(users).where(eq(users.id, id));
  return user;
}

/** Gives the user with this id of the code host, if there is one, the login they have there now (D14). */
export async function renameUser(db: Queries, githubId: number, login: string): Promise<void> {
  await db
    .update(users)
    .set({ login })
    .where(and(eq(users.githubId, githubId), ne(users.login, login)));
}
