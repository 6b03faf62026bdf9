import { and, desc, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { entries, entryTotals, labelMappings } from "../../../db/schema.ts";

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
    db.execute<{ id: number } & Omit<ClientActivity, "mappings">>(workOf(ids)),
    db
      .select({ clientId: labelMappings.clientId, mappings: sql<number>`count(*)::int` })
      .from(labelMappings)
      .where(inArray(labelMappings.clientId, ids))
      .groupBy(labelMappings.clientId),
  ]);
  const mappedBy = new Map(mapped.map(({ clientId, mappings }) => [clientId, mappings]));
  return new Map(worked.map(({ id, ...figures }) => [id, { ...figures, mappings: mappedBy.get(id) ?? 0 }]));
}

/** From what is kept of each month, and the end of an index: a client of years costs no more than a new one. */
const workOf = (ids: number[]) => sql`
  select client.id,
    coalesce(sum(kept.entries) filter (where kept.kind = 'time'), 0)::float8 as entries,
    coalesce(sum(kept.minutes) filter (where kept.kind = 'time'), 0)::float8 as minutes,
    coalesce(sum(kept.entries) filter (where kept.kind = 'plan'), 0)::float8 as plans,
    (select ${entries.workedOn} from ${entries}
      where ${entries.clientId} = client.id and ${ofTime} and ${isNull(entries.supersededById)}
      order by ${desc(entries.workedOn)} limit 1)::text as "lastDay"
  from unnest(${sql.param(ids)}::int[]) as client (id)
    left join ${entryTotals} as kept on kept.kind in ('time', 'plan') and kept.key = 'c:' || client.id
  group by client.id`;

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
