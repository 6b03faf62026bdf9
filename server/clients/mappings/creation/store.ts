import { and, asc, sql } from "drizzle-orm";
import type { Queries } from "../../../../db/connect.ts";
import { labelIndex, labelMappings } from "../../../../db/schema.ts";

/** Labels that entries have had, begin with this, and lead nowhere yet: what a new mapping is likely to be for. */
export async function labelsWithoutMapping(db: Queries, beginning: string, limit: number): Promise<string[]> {
  // The two columns sort differently, and PostgreSQL wants to be told by which they are compared.
  const mapped = sql`
    select from ${labelMappings} where ${labelMappings.labelPattern} = ${labelIndex.label} collate "default"`;
  const found = await db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .where(and(sql`${labelIndex.label} ^@ ${beginning}`, sql`not exists (${mapped})`))
    .orderBy(asc(labelIndex.label))
    .limit(limit);
  return found.map(({ label }) => label);
}
