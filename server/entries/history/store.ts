import { inArray } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { clients } from "../../../db/schema.ts";

/** What clients are called now, by id. */
export async function clientNames(db: Queries, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(inArray(clients.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}
