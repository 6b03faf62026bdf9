import { inArray } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { labelMappings } from "../../../db/schema.ts";

/** Where mappings apply, by id: `owner/repo`, or null for everywhere. Those deleted since are left out; none ever changes. */
export async function scopesOf(db: Queries, ids: number[]): Promise<Map<number, string | null>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: labelMappings.id, repository: labelMappings.repository })
    .from(labelMappings)
    .where(inArray(labelMappings.id, ids));
  return new Map(found.map(({ id, repository }) => [id, repository]));
}
