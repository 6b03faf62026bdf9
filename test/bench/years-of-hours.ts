import { sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";

/** However many entries there are, so many have one of the rare labels. */
const rareEntries = 400;

/**
 * Fills an empty database with so many time entries of a firm over five years, each logged within ten days of the work: 400
 * clients with a long tail, 6 kinds of work, 12 wbso codes on a third of the entries, 2,000 budget cards on a fifth, a few free
 * labels. What triggers and indexes would make row by row is made at the end, in one go, and compared.
 */
export async function fillWithYearsOfHours(db: Database, count: number): Promise<void> {
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(sql`set maintenance_work_mem = '1GB'`);
  await db.execute(sql`set work_mem = '256MB'`);
  await db.execute(
    sql`insert into users (github_id, login) select n, 'dev' || n from generate_series(1, 60) n`,
  );
  await db.execute(sql`insert into clients (name) select 'Client ' || n from generate_series(1, 400) n`);
  const afterwards = [...(await dropReferences(db)), ...(await dropIndexes(db))];
  await db.execute(sql`alter table entries disable trigger user`);
  const step = 100_000;
  for (let first = 1; first <= count; first += step) {
    await insertHours(db, { first, last: Math.min(first + step - 1, count), count });
  }
  for (const statement of afterwards.toReversed()) await db.execute(sql.raw(statement));
  await db.execute(sql`alter table entries enable trigger user`);
  await countThem(db);
  await db.execute(sql`vacuum analyze`);
  await compareTotals(db, count);
}

async function insertHours(
  db: Database,
  { first, last, count }: { first: number; last: number; count: number },
) {
  await db.execute(sql`
    insert into entries (kind, minutes, worked_on, labels, client_id, attribution, user_id, repository,
      repository_id, issue_number, issue_title, comment_id, command_no, commented_at)
    select 'time', 15 * (1 + (n * 7919) % 32), day, labels, client,
      jsonb_build_object('winner', jsonb_build_object('mappingId', client, 'label', labels[1], 'clientId', client), 'runnersUp', '[]'::jsonb, 'deactivated', '[]'::jsonb),
      1 + n % 60, 'acme/repo' || client % 50, 1 + client % 50, 1 + (n * 31) % 4000,
      'An issue with a title of an ordinary length', n, 1, day + interval '17 hours'
    from (
      select n, client, current_date - 1825 + (n * 1815 / ${count} + ${drawn(10, 11)})::int as day,
        array_remove(array[
          'client:c' || client,
          'type:' || (array['development','bugfix','beheer','review','meeting','support'])[1 + ${drawn(2, 6)}],
          case when ${drawn(3, 3)} = 0 then 'wbso:' || ${drawn(4, 12)} end,
          case when ${drawn(5, 5)} = 0 then 'strippenkaart:' || ${drawn(6, 2000)} end,
          case when n % ${Math.ceil(count / rareEntries)} = 0 then 'rare:' || ${drawn(8, 10)} end,
          case when ${drawn(9, 4)} = 0 then 'priority' end
        ], null) as labels
      from (
        select n, 1 + floor(400 * power(${drawn(1, 100_000)} / 100000.0, 3))::int as client
        from generate_series(${first}::bigint, ${last}::bigint) n
      ) numbered
    ) drawn`);
}

/** A number below `sides` that looks drawn by chance, and is the same for the same entry on every run. */
const drawn = (seed: number, sides: number) =>
  sql.raw(`((hashint8extended(n, ${seed}) & 2147483647) % ${sides})`);

/** @returns the statements that make them again. */
async function dropIndexes(db: Database): Promise<string[]> {
  const rows = await db.execute<{ name: string; definition: string }>(sql`
    select class.relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class class on class.oid = indexrelid
    where indrelid = 'entries'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)`);
  for (const { name } of rows) await db.execute(sql.raw(`drop index "${name}"`));
  return rows.map(({ definition }) => definition);
}

/** @returns the statements that make them again. */
async function dropReferences(db: Database): Promise<string[]> {
  const rows = await db.execute<{ name: string; definition: string }>(sql`
    select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where conrelid = 'entries'::regclass and contype = 'f'`);
  for (const { name } of rows) await db.execute(sql.raw(`alter table entries drop constraint "${name}"`));
  return rows.map(({ name, definition }) => `alter table entries add constraint "${name}" ${definition}`);
}

/** What the triggers of entries keep, as they would have. */
async function countThem(db: Database): Promise<void> {
  await db.execute(sql`
    insert into label_index (label) select distinct label from entries, unnest(labels) as label`);
  await db.execute(sql`
    insert into entry_changes (entry_id, seq) select id, row_number() over (order by id) from entries`);
  const keys = [
    sql`select '*' as key`,
    sql`select 'c:' || coalesce(client_id::text, '')`,
    sql`select 'u:' || user_id`,
    sql`select 'r:' || lower(repository)`,
    sql`select 'l:' || label from unnest(labels) as label`,
    sql`select 'd:' || dimension from unnest(dimensions) as dimension`,
  ];
  await db.execute(sql`
    insert into entry_totals (kind, key, month, shard, entries, minutes)
    select kind, key, date_trunc('month', worked_on::timestamp)::date, 0, count(*), sum(minutes)
    from entries, lateral (${sql.join(keys, sql` union all `)}) as counted
    group by 1, 2, 3`);
}

/** Refuses to measure what is wrong: the same, asked in another way. */
async function compareTotals(db: Database, count: number): Promise<void> {
  const [found] = await db.execute<{ entries: number; wbso: boolean; client: boolean; card: boolean }>(sql`
    select (select sum(entries) from entry_totals where key = '*')::float8 as entries,
      (select sum(minutes) from entry_totals where key = 'd:wbso:')
        = (select sum(minutes) from entries where array_to_string(labels, '|') ~ '(^|\\|)wbso:') as wbso,
      (select sum(minutes) from entry_totals where key = 'c:1')
        = (select sum(minutes) from entries where client_id = 1) as client,
      (select coalesce(sum(minutes), 0) from entry_totals where key = 'l:strippenkaart:17')
        = (select coalesce(sum(minutes), 0) from entries where 'strippenkaart:17' = any (labels)) as card`);
  if (found?.entries !== count || !found.wbso || !found.client || !found.card) {
    throw new Error(`The totals are not those of the entries: ${JSON.stringify(found)}`);
  }
}
