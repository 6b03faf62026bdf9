import { and, asc, gt, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { entryTotals, labelIndex } from "../../../db/schema.ts";

/** Seen labels that begin with a text, in the order of their bytes, with the sums that are kept of each (D31). */
export async function listLabels(
  db: Queries,
  { prefix, after, limit }: { prefix: string; after: string | undefined; limit: number },
) {
  const page = db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .where(
      and(
        prefix === "" ? undefined : sql`starts_with(${labelIndex.label}, ${prefix})`,
        after === undefined ? undefined : gt(labelIndex.label, after),
      ),
    )
    .orderBy(asc(labelIndex.label))
    .limit(limit)
    .as("page");
  return db
    .select({
      label: page.label,
      timeEntries: sumOf(sql`${entryTotals.entries}`, "time"),
      timeMinutes: sumOf(sql`${entryTotals.minutes}`, "time"),
      planEntries: sumOf(sql`${entryTotals.entries}`, "plan"),
      planMinutes: sumOf(sql`${entryTotals.minutes}`, "plan"),
    })
    .from(page)
    .leftJoin(
      entryTotals,
      // The kind is the first of the key's columns: naming both lets the index be used.
      and(sql`${entryTotals.kind} in ('time', 'plan')`, sql`${entryTotals.key} = 'l:' || ${page.label}`),
    )
    .groupBy(page.label)
    .orderBy(asc(page.label));
}

function sumOf(figure: SQL, kind: "time" | "plan") {
  return sql<number>`coalesce(sum(${figure}) filter (where ${entryTotals.kind} = ${kind}), 0)::float8`;
}
