import { and, arrayContains, eq, gte, inArray, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { plannedForItsValues, type Queries } from "../../../../db/connect.ts";
import { entries, labelIndex } from "../../../../db/schema.ts";
import type { Matched } from "./json.ts";

/** Entries that stand with a label: of one repository, or of all but those with a mapping of their own. */
export type MatchedBy = {
  labelPattern: string;
  repository: string | null;
  /** `owner/repo`, of which each has a mapping of its own for the label. */
  otherwiseMapped: string[];
  /** The first day of work that counts, `YYYY-MM-DD`. */
  since: string;
};

/** How many hours and plans a mapping would have matched, and how many of them have no client now. */
export async function countMatches(db: Queries, by: MatchedBy): Promise<{ time: Matched; plan: Matched }> {
  const rows = await db
    .select({
      kind: entries.kind,
      entries: sql<number>`count(*)::int`,
      minutes: sql<number>`sum(${entries.minutes})::float8`,
      withoutClient: sql<number>`(count(*) filter (where ${entries.clientId} is null))::int`,
    })
    .from(entries)
    .where(
      and(
        inArray(entries.kind, ["time", "plan"]),
        isNull(entries.supersededById),
        arrayContains(entries.labels, [by.labelPattern]),
        gte(entries.workedOn, by.since),
        ofRepositories(by),
        plannedForItsValues,
      ),
    )
    .groupBy(entries.kind);
  const none = { entries: 0, minutes: 0, withoutClient: 0 };
  const of = (kind: "time" | "plan") => {
    const row = rows.find((one) => one.kind === kind);
    return row ? { entries: row.entries, minutes: row.minutes, withoutClient: row.withoutClient } : none;
  };
  return { time: of("time"), plan: of("plan") };
}

function ofRepositories({ repository, otherwiseMapped }: MatchedBy): SQL | undefined {
  const lowered = sql`lower(${entries.repository})`;
  if (repository !== null) return eq(lowered, repository.toLowerCase());
  if (otherwiseMapped.length === 0) return undefined;
  return notInArray(
    lowered,
    otherwiseMapped.map((one) => one.toLowerCase()),
  );
}

/** Whether any entry ever had the label. */
export async function labelIsKnown(db: Queries, label: string): Promise<boolean> {
  const found = await db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .where(eq(labelIndex.label, label));
  return found.length > 0;
}

/** Whether any entry is of the repository. */
export async function repositoryIsKnown(db: Queries, repository: string): Promise<boolean> {
  const found = await db
    .select({ id: entries.id })
    .from(entries)
    .where(eq(sql`lower(${entries.repository})`, repository.toLowerCase()))
    .limit(1);
  return found.length > 0;
}

/**
 * Labels seen that have the dimension or the value of this one, without case; those of about its length first.
 * @param limit bounds what comparing them letter by letter costs.
 */
export async function labelsAlike(db: Queries, label: string, limit: number): Promise<string[]> {
  const colon = label.indexOf(":");
  const value = sql`lower(${label.slice(colon + 1)}::text)`;
  const seen = sql`lower(${labelIndex.label})`;
  const sameDimension =
    colon === -1
      ? sql`strpos(${labelIndex.label}, ':') = 0`
      : sql`starts_with(${seen}, lower(${label.slice(0, colon + 1)}::text))`;
  const sameValue = or(eq(seen, value), sql`right(${seen}, length(${value}) + 1) = ':' || ${value}`);
  const found = await db
    .select({ label: labelIndex.label })
    .from(labelIndex)
    .where(and(or(sameDimension, sameValue), sql`length(${labelIndex.label}) <= ${label.length * 2}`))
    .orderBy(sql`abs(length(${labelIndex.label}) - ${label.length})`, labelIndex.label)
    .limit(limit);
  return found.map((row) => row.label);
}
