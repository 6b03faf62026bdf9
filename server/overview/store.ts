import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { plannedForItsValues, type Queries } from "../../db/connect.ts";
import { statement } from "../../db/prepared.ts";
import { clients, confirmations, deliveries, entries, entryTotals, labelMappings } from "../../db/schema.ts";
import { users } from "../../db/schema/people.ts";
import { splitByMonth } from "../entries/whole-months.ts";
import type { ClientDay } from "./clients.ts";

/** The first and the last day. */
export type Days = { from: string; to: string };

/**
 * Hours by day and by client: the clients with the most hours, the others together, and what has no client. All are added up in
 * one pass over the days in the order of their index: to look up the sum of each entry's day and client took twice as long.
 */
export async function hoursByClient(db: Queries, days: Days, most: number): Promise<ClientDay[]> {
  const each = Array.from({ length: most }, (_, before) =>
    minutesWhere(sql`= (select client_id from ranked where place = ${before + 1})`),
  );
  const [row] = await db.execute<{ first: { id: number; name: string }[]; daily: Day[] }>(sql`
    with summed (client_id, minutes) as (${isMonth(days) ? sumsKept(days) : sumsCounted(days)}), ranked as materialized (
      select client_id, row_number() over (order by minutes desc, client_id) as place
      from summed order by minutes desc, client_id limit ${most}
    ), daily as (
      select ${entries.workedOn} as day, sum(${entries.minutes}) as whole, ${minutesWhere(sql`is null`)} as none,
        array[${sql.join(each, sql`, `)}]::bigint[] as each
      from ${entries} where ${standing(days)} group by 1
    )
    select
      (
        select coalesce(json_agg(json_build_object('id', id, 'name', name) order by place), '[]')
        from ranked join ${clients} on id = client_id
      ) as first,
      (select coalesce(json_agg(daily order by day), '[]') from daily) as daily`);
  const { first, daily } = row!;
  const series: { client: ClientDay["client"]; of: (day: Day) => number }[] = [
    ...first.map((client, place) => ({ client, of: ({ each }: Day) => each[place] ?? 0 })),
    { client: "others", of: ({ whole, none, each }) => each.reduce((rest, one) => rest - one, whole - none) },
    { client: "none", of: ({ none }) => none },
  ];
  return series.flatMap(({ client, of }) =>
    daily.map((one) => ({ day: one.day, client, minutes: of(one) })).filter(({ minutes }) => minutes > 0),
  );
}

/** Minutes of a day: in all, without a client, and of each of the clients with the most. */
type Day = { day: string; whole: number; none: number; each: number[] };

const minutesWhere = (client: SQL) =>
  sql`coalesce(sum(${entries.minutes}) filter (where ${entries.clientId} ${client}), 0)`;

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
export function latestEntries(db: Queries, most: number) {
  return latest(db, { most });
}

const latest = statement((db) =>
  brief(db)
    .where(and(eq(entries.kind, "time"), isNull(entries.supersededById)))
    .orderBy(desc(entries.id))
    .limit(sql.placeholder("most"))
    .prepare("latest_entries"),
);

/** Those of the days for which another client would have matched as well (spec 7.1.4), the newest first. */
export async function ambiguousEntries(db: Queries, days: Days, most: number): Promise<BriefEntry[]> {
  return ambiguous(db, { ...days, most });
}

const ambiguous = statement((db) =>
  brief(db)
    .where(
      and(
        // As the index entries_ambiguous has it.
        sql`${entries.supersededById} is null and jsonb_array_length(${entries.attribution} -> 'runnersUp') > 0`,
        sql`${entries.workedOn} between ${sql.placeholder("from")} and ${sql.placeholder("to")}`,
      ),
    )
    .orderBy(desc(entries.workedOn), desc(entries.id))
    .limit(sql.placeholder("most"))
    .prepare("ambiguous_entries"),
);

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
  const [row] = await db.execute<{
    lastEventAt: string | null;
    unfinished: number;
    waiting: number;
    failed: number;
    deadMappings: number;
  }>(sql`
    select
      (select ${deliveries.receivedAt} from ${deliveries} order by ${deliveries.id} desc limit 1) as "lastEventAt",
      -- Those of the last minute are being dealt with.
      (
        select count(*)::int from ${deliveries}
        where ${deliveries.state} <> 'done' and ${deliveries.receivedAt} < now() - interval '1 minute'
      ) as "unfinished",
      count(*) filter (where ${confirmations.state} = 'pending')::int as "waiting",
      count(*) filter (where ${confirmations.state} = 'failed')::int as "failed",
      (
        select count(*)::int from ${labelMappings} join ${clients} on ${clients.id} = ${labelMappings.clientId}
        where ${clients.deactivatedAt} is not null
      ) as "deadMappings"
    from ${confirmations} where ${confirmations.state} <> 'posted'`);
  const { lastEventAt, ...counts } = row!;
  return { ...counts, lastEventAt: lastEventAt === null ? undefined : new Date(lastEventAt) };
}
