import { sql } from "drizzle-orm";
import type { Queries } from "./connect.ts";
import { users } from "./schema/people.ts";

/** Whoever has the login now (D14); two people only where a login was recycled and one of them was not seen since. */
export async function peopleCalled(db: Queries, login: string): Promise<number[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`lower(${users.login}) = lower(${login})`);
  return found.map(({ id }) => id);
}
