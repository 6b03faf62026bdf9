import { sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";

/**
 * Fills an empty database with so many time entries of a firm over five years, each logged within ten days of the work: 400 clients with a long tail, 6 kinds of
 * work, 12 wbso codes on a third of the entries, 2,000 budget cards on a fifth, a few free labels.
 */
export async function fillWithYearsOfHours(db: Database, count: number): Promise<void> {
  await db.execute(sql`set statement_timeout = 0`);
  await db.execute(
    sql`insert into users (github_id, login) select n, 'dev' || n from generate_series(1, 60) n`,
  );
  await db.execute(sql`insert into clients (name) select 'Client ' || n from generate_series(1, 400) n`);
  const step = 100_000;
  for (let first = 1; first <= count; first += step) {
    await db.execute(sql`
      insert into entries (kind, minutes, worked_on, labels, client_id, attribution, user_id, repository,
        repository_id, issue_number, issue_title, comment_id, command_no, commented_at)
      select 'time', 15 * (1 + (n * 7919) % 32), day, labels, client,
        jsonb_build_object('winner', jsonb_build_object('mappingId', client, 'label', labels[1], 'clientId', client), 'runnersUp', '[]'::jsonb, 'deactivated', '[]'::jsonb),
        1 + n % 60, 'acme/repo' || client % 50, 1 + client % 50, 1 + (n * 31) % 4000,
        'An issue with a title of an ordinary length', n, 1, day + interval '17 hours'
      from (
        select n, client, date '2021-11-01' + (n * 1815 / ${count} + ${drawn(10, 11)})::int as day,
          array_remove(array[
            'client:c' || client,
            'type:' || (array['development','bugfix','beheer','review','meeting','support'])[1 + ${drawn(2, 6)}],
            case when ${drawn(3, 3)} = 0 then 'wbso:' || ${drawn(4, 12)} end,
            case when ${drawn(5, 5)} = 0 then 'strippenkaart:' || ${drawn(6, 2000)} end,
            case when ${drawn(7, 2000)} = 0 then 'rare:' || ${drawn(8, 10)} end,
            case when ${drawn(9, 4)} = 0 then 'priority' end
          ], null) as labels
        from (
          select n, 1 + floor(400 * power(${drawn(1, 100_000)} / 100000.0, 3))::int as client
          from generate_series(${first}::bigint, ${Math.min(first + step - 1, count)}::bigint) n
        ) numbered
      ) drawn`);
  }
  await db.execute(sql`vacuum analyze entries`);
  await db.execute(sql`analyze label_index`);
}

/** A number below `sides` that looks drawn by chance, and is the same for the same entry on every run. */
const drawn = (seed: number, sides: number) =>
  sql.raw(`((hashint8extended(n, ${seed}) & 2147483647) % ${sides})`);
