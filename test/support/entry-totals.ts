import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";

type Total = { kind: string; key: string; month: string; entries: number; minutes: number };

/** What `entry_totals` holds, its shards together, without what came to nothing. */
export async function keptTotals(db: Database): Promise<Total[]> {
  return sorted(
    db,
    sql`
    select kind, key, month::text, sum(entries)::int as entries, sum(minutes)::int as minutes
    from entry_totals group by 1, 2, 3 having sum(entries) <> 0`,
  );
}

/** What it has to hold: the entries that stand, added up anew. */
export async function countedTotals(db: Database): Promise<Total[]> {
  return sorted(
    db,
    sql`
    select kind, key, date_trunc('month', worked_on::timestamp)::date::text as month,
      count(*)::int as entries, sum(minutes)::int as minutes
    from entries, lateral (
      select '*' as key
      union all select 'c:' || coalesce(client_id::text, '')
      union all select 'u:' || user_id
      union all select 'r:' || lower(repository)
      union all select distinct 'l:' || label from unnest(labels) as label
      union all select distinct 'd:' || split_part(label, ':', 1) || ':' from unnest(labels) as label where label ~ '^[^:]+:.'
    ) as counted
    where superseded_by_id is null group by 1, 2, 3`,
  );
}

async function sorted(db: Database, query: SQL): Promise<Total[]> {
  const place = ({ kind, key, month }: Total) => `${kind} ${key} ${month}`;
  const totals = await db.execute<Total>(query);
  return [...totals].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
