import { asc, sql } from "drizzle-orm";
import type { Queries } from "../../../../db/connect.ts";
import { entries, labelIndex } from "../../../../db/schema.ts";
import type { EntryKind } from "../../entry-filter.ts";

const entriesLookedAt = 300;

/** Labels that the newest entries of a kind have, the most frequent first and then the newest: those most likely asked for. */
export async function recentLabels(db: Queries, kind: EntryKind, most: number): Promise<string[]> {
  const rows = await db.execute<{ label: string }>(sql`
    with newest as (
      select ${entries.id} as id, ${entries.labels} as labels from ${entries} where ${entries.kind} = ${kind}
      order by ${entries.workedOn} desc, ${entries.id} desc limit ${entriesLookedAt}
    )
    select label from newest, unnest(labels) with ordinality as one (label, place)
    group by 1 order by count(*) desc, max(id) desc, min(place) limit ${most}`);
  return rows.map(({ label }) => label);
}

/** The first labels that were ever seen, in the order of their bytes. */
export async function firstLabels(db: Queries, most: number): Promise<string[]> {
  const rows = await db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .orderBy(asc(labelIndex.label))
    .limit(most);
  return rows.map(({ label }) => label);
}
