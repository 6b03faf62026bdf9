import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { entries, labelMappings } from "../../../db/schema.ts";

/** What was logged for a client, and what leads to it. */
export type ClientActivity = {
  /** Time entries that stand, and what they add up to. */
  entries: number;
  minutes: number;
  /** Plans that stand. */
  plans: number;
  /** The last day that was worked for it, `YYYY-MM-DD`. */
  lastDay: string | null;
  mappings: number;
};

/** The activity of each of these clients, by id. */
export async function activityOf(db: Queries, ids: number[]): Promise<Map<number, ClientActivity>> {
  if (ids.length === 0) return new Map();
  const [worked, mapped] = await Promise.all([
    db
      .select({
        clientId: entries.clientId,
        entries: sql<number>`(count(*) filter (where ${ofTime}))::float8`,
        minutes: sql<number>`coalesce(sum(${entries.minutes}) filter (where ${ofTime}), 0)::float8`,
        plans: sql<number>`(count(*) filter (where not ${ofTime}))::float8`,
        lastDay: sql<string | null>`(max(${entries.workedOn}) filter (where ${ofTime}))::text`,
      })
      .from(entries)
      .where(and(isNull(entries.supersededById), inArray(entries.clientId, ids)))
      .groupBy(entries.clientId),
    db
      .select({ clientId: labelMappings.clientId, mappings: sql<number>`count(*)::int` })
      .from(labelMappings)
      .where(inArray(labelMappings.clientId, ids))
      .groupBy(labelMappings.clientId),
  ]);
  const workedBy = new Map(worked.map(({ clientId, ...figures }) => [clientId, figures]));
  const mappedBy = new Map(mapped.map(({ clientId, mappings }) => [clientId, mappings]));
  const none = { entries: 0, minutes: 0, plans: 0, lastDay: null };
  return new Map(ids.map((id) => [id, { ...none, ...workedBy.get(id), mappings: mappedBy.get(id) ?? 0 }]));
}

const ofTime = eq(entries.kind, "time");

/** Time entries of a client that stand since a day, `YYYY-MM-DD`, and what they add up to. */
export async function loggedSince(
  db: Queries,
  clientId: number,
  since: string,
): Promise<{ entries: number; minutes: number }> {
  const [figures] = await db
    .select({
      entries: sql<number>`count(*)::float8`,
      minutes: sql<number>`coalesce(sum(${entries.minutes}), 0)::float8`,
    })
    .from(entries)
    .where(
      and(
        ofTime,
        isNull(entries.supersededById),
        eq(entries.clientId, clientId),
        gte(entries.workedOn, since),
      ),
    );
  return figures!;
}
