import { eq } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { clients } from "../../db/schema.ts";

export type Client = typeof clients.$inferSelect;

/** Spec 4.4. A second active client of the same name, without case, is refused by the database (D12). */
export async function insertClient(db: Queries, name: string): Promise<Client> {
  const [client] = await db.insert(clients).values({ name }).returning();
  return client!;
}

/**
 * From the moment this returns, nothing new is attributed to the client (spec 3.2): entries being
 * written hold a share lock on its row, so the update waits for them.
 */
export async function deactivateClient(db: Queries, id: number, now: Date): Promise<void> {
  await db.update(clients).set({ deactivatedAt: now }).where(eq(clients.id, id));
}
