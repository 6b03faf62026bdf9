import { eq } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { users } from "../../../db/schema/people.ts";

/** Makes somebody an admin whatever the code host says of their role (D13). */
export async function grantAdmin(db: Queries, userId: number): Promise<void> {
  await db.update(users).set({ adminGranted: true }).where(eq(users.id, userId));
}
