import { sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { clients, entries } from "../../db/schema.ts";

/** Whether the playground's clients are there already. */
export async function hasClients(db: Queries): Promise<boolean> {
  const [row] = await db.execute<{ there: boolean }>(sql`select exists (select from ${clients}) as there`);
  return row!.there;
}

export async function countEntries(db: Queries): Promise<number> {
  return db.$count(entries);
}
