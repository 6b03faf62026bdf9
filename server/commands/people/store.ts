import { and, asc, eq, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { users } from "../../../db/schema/people.ts";

export type Person = { id: number; login: string; admin: boolean; adminGranted: boolean };

/** Whoever of the code host has the login now, without case; two only where it was recycled and one was not seen since (D14). */
export async function findPeople(db: Queries, login: string): Promise<Person[]> {
  return db
    .select({ id: users.id, login: users.login, admin: users.admin, adminGranted: users.adminGranted })
    .from(users)
    .where(and(sql`lower(${users.login}) = lower(${login})`, sql`${users.githubId} is not null`))
    .orderBy(asc(users.id));
}

/** Gives or takes the role that stands beside those of the code host; false where it was so already. */
export async function setGranted(db: Queries, userId: number, granted: boolean): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ adminGranted: granted })
    .where(and(eq(users.id, userId), eq(users.adminGranted, !granted)))
    .returning({ id: users.id });
  return changed.length > 0;
}
