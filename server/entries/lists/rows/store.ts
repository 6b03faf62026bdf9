import { and, inArray, sql } from "drizzle-orm";
import type { Queries } from "../../../../db/connect.ts";
import { entries } from "../../../../db/schema.ts";

/** Those of the entries for which another client would have matched as well (spec 7.1.4). */
export async function ambiguousAmong(db: Queries, ids: number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(and(inArray(entries.id, ids), sql`jsonb_array_length(${entries.attribution} -> 'runnersUp') > 0`));
  return new Set(rows.map(({ id }) => id));
}
