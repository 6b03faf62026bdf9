import { and, count, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { plannedForItsValues, type Queries } from "../../db/connect.ts";
import { clients, confirmations, deliveries, entries, entryTotals, labelMappings } from "../../db/schema.ts";
import { users } from "../../db/schema/people.ts";
import { splitByMonth } from "../entries/whole-months.ts";
import type { ClientDay } from "./clients.ts";

/** The first and the last day. */
type Days = { from: string; to: string };

/** Hours by day and by client: the clients with the most hours, the others together, and what has no client. */
export async function hoursByClient(db: Queries, days: Days, most: number): Promise<ClientDay[]> {
  const rows = await db.execute<{
    day: string;
    place: number | null;
    id: number | null;
    name: string | null;
    minutes: number;
  }>(sql`
    with summed (client_id, minutes) as (${isMonth(days) ? sumsKept(days) : sumsCounted(days)}), ranked as materialized (
      select client_id, row_number() over (order by minutes desc, client_id) as place
      from summed order by minutes desc, client_id limit ${most}
    ), daily as (
      select ${entries.workedOn} as day, sum(${entries.minutes}) as minutes,
        case when ${entries.clientId} is not null then coalesce(place, 0) end as place
      from ${entries} left join ranked on ranked.client_id = ${entries.clientId}
      where ${standing(days)} group by 1, 3
    )
    select day::text as day, place::int as place, client.id, client.name, minutes::float8 as minutes
    from daily left join ranked using (place) left join ${clients} as client on client.id = ranked.client_id
    order by 2, 1`);
  return rows.map(({ day, place, id, name, minutes }) => ({
    day,
    client: id !== null && name !== null ? { id, name } : place === null ? "none" : "others",
    minutes,
  }));
}

function sumsKept(days: Days): SQL {
  return sql`
    select client::int, sum(minutes) from (${keptOf(days, "c:", "c;")}) as kept (client, minutes)
    where client <> '' group by 1 having sum(minutes) > 0`;
}

function sumsCounted(days: Days): SQL {
  return sql`
    select ${entries.clientId}, sum(${entries.minutes})
    from ${entries} where ${standing(days)} and ${entries.clientId} is not null group by 1`;
}

/** The dimensions of labels by their hours, the most first. */
export async function hoursByDimension(db: Queries, days: Days, most: number) {
  return db.execute<{ dimension: string; minutes: number }>(sql`
    select dimension, sum(minutes)::float8 as minutes from (${isMonth(days) ? keptOf(days, "d:", "d;") : counted(days, entries.dimensions)})
      as summed (dimension, minutes)
    group by 1 having sum(minutes) > 0 order by 2 desc, dimension collate "C" limit ${most}`);
}

/** The labels of a dimension by their hours, the most first: an entry with two of them counts under both. */
export async function hoursByLabel(db: Queries, days: Days, dimension: string, most: number) {
  // In a key, what follows the colon comes before the semicolon.
  const [first, end] = [`l:${dimension}`, `l:${dimension.slice(0, -1)};`];
  const withThem = sql`${entries.dimensions} @> array[${dimension}] and ${plannedForItsValues}`;
  return db.execute<{ label: string; minutes: number }>(sql`
    select label, sum(minutes)::float8 as minutes
    from (${isMonth(days) ? keptOf(days, first, end) : counted(days, entries.labels, withThem)}) as summed (label, minutes)
    where label ^@ ${dimension} and label <> ${dimension}
    group by 1 having sum(minutes) > 0 order by 2 desc, label collate "C" limit ${most}`);
}

/** A whole month is added up already. */
function isMonth({ from, to }: Days): boolean {
  return splitByMonth({ from, to }).rest.length === 0;
}

/** What is kept under the keys from `first` up to `end`: two characters, and the name. */
function keptOf({ from, to }: Days, first: string, end: string): SQL {
  return sql`
    select substr(${entryTotals.key}, 3), ${entryTotals.minutes} from ${entryTotals}
    where ${entryTotals.kind} = 'time' and ${entryTotals.month} between ${from} and ${to}
      and ${entryTotals.key} >= ${first} and ${entryTotals.key} < ${end}`;
}

function counted(days: Days, names: typeof entries.labels | typeof entries.dimensions, more?: SQL): SQL {
  return sql`
    select name, ${entries.minutes} from ${entries}, unnest(${names}) as name where ${and(standing(days), more)}`;
}

function standing({ from, to }: Days): SQL | undefined {
  return and(
    eq(entries.kind, "time"),
    sql`${entries.workedOn} between ${from} and ${to}`,
    isNull(entries.supersededById),
  );
}

export type BriefEntry = Awaited<ReturnType<typeof latestEntries>>[number];

/** What was recorded last. */
export async function latestEntries(db: Queries, most: number) {
  return brief(db)
    .where(and(eq(entries.kind, "time"), isNull(entries.supersededById)))
    .orderBy(desc(entries.id))
    .limit(most);
}

/** Those of the days for which another client would have matched as well (spec 7.1.4), the newest first. */
export async function ambiguousEntries(db: Queries, { from, to }: Days, most: number): Promise<BriefEntry[]> {
  return brief(db)
    .where(
      and(
        // As the index entries_ambiguous has it.
        sql`${entries.supersededById} is null and jsonb_array_length(${entries.attribution} -> 'runnersUp') > 0`,
        sql`${entries.workedOn} between ${from} and ${to}`,
      ),
    )
    .orderBy(desc(entries.workedOn), desc(entries.id))
    .limit(most);
}

function brief(db: Queries) {
  return db
    .select({
      id: entries.id,
      kind: entries.kind,
      workedOn: entries.workedOn,
      minutes: entries.minutes,
      login: users.login,
      repository: entries.repository,
      issueNumber: entries.issueNumber,
      issueTitle: entries.issueTitle,
      clientName: clients.name,
    })
    .from(entries)
    .innerJoin(users, eq(users.id, entries.userId))
    .leftJoin(clients, eq(clients.id, entries.clientId));
}

/** Whether deliveries come in and are dealt with: the last one, and how many wait or failed. */
export async function flow(db: Queries) {
  const [[last], unfinished, [replies], [mappings]] = await Promise.all([
    db.select({ at: deliveries.receivedAt }).from(deliveries).orderBy(desc(deliveries.id)).limit(1),
    // Those of the last minute are being dealt with.
    db.$count(
      deliveries,
      sql`${deliveries.state} <> 'done' and ${deliveries.receivedAt} < now() - interval '1 minute'`,
    ),
    db
      .select({
        waiting: sql<number>`count(*) filter (where ${confirmations.state} = 'pending')::int`,
        failed: sql<number>`count(*) filter (where ${confirmations.state} = 'failed')::int`,
      })
      .from(confirmations)
      .where(sql`${confirmations.state} <> 'posted'`),
    db
      .select({ count: count() })
      .from(labelMappings)
      .innerJoin(clients, eq(clients.id, labelMappings.clientId))
      .where(isNotNull(clients.deactivatedAt)),
  ]);
  return {
    lastEventAt: last?.at,
    unfinished,
    waiting: replies!.waiting,
    failed: replies!.failed,
    deadMappings: mappings!.count,
  };
}
