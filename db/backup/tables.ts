import { sql } from "drizzle-orm";
import type { Transaction } from "../connect.ts";
import type { CopiedTable, Header } from "./frame.ts";
import { notCopied } from "./frame.ts";

/** Everything that is copied, so that what a table refers to comes before it. Asked of the database, which may be older than this program. */
export async function copiedTables(tx: Transaction): Promise<CopiedTable[]> {
  const rows = await tx.execute<CopiedTable & { refers: string[] }>(sql`
    select class.relname as name,
      (select coalesce(json_agg(attname order by attnum), '[]') from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object('column', attname, 'isText', atttypid = 'text'::regtype)
          order by array_position(indkey::int[], attnum::int)), '[]')
        from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey::int[])
        where indrelid = class.oid and indisprimary) as key,
      (select coalesce(json_agg(confrelid::regclass::text), '[]') from pg_constraint
        where conrelid = class.oid and contype = 'f' and confrelid <> conrelid) as refers
    from pg_class class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`);
  const waiting = rows.filter(({ name }) => !notCopied.includes(name));
  const names = new Set(waiting.map(({ name }) => name));
  const ordered: CopiedTable[] = [];
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refers }) =>
      refers.every((name) => !names.has(name) || ordered.some((before) => before.name === name)),
    );
    const [{ name, columns, key } = fail("tables refer to each other in a circle")] = waiting.splice(
      next === -1 ? waiting.length : next,
      1,
    );
    ordered.push({ name, columns, key });
  }
  return ordered;
}

/** The schema as it was made; none where the database holds nothing of svc. */
export async function appliedMigrations(tx: Transaction): Promise<Header["migrations"]> {
  const [found] = await tx.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!found?.there) return [];
  const rows = await tx.execute<{ hash: string; created_at: string }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map((row) => ({ when: Number(row.created_at), hash: row.hash }));
}

/** The last number of each sequence that has given out any; for tables that are not copied, too, since the audit log names their rows. */
export async function sequences(tx: Transaction): Promise<Record<string, string>> {
  const rows = await tx.execute<{ name: string; last: string }>(sql`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** A table that stands in the way of a restore: any but the job queue's, whose jobs are made again. */
export async function someTable(tx: Transaction): Promise<string | undefined> {
  const [row] = await tx.execute<{ name: string }>(sql`
    select relnamespace::regnamespace::text || '.' || relname as name from pg_class
    where relkind in ('r', 'p') and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema', 'pgboss')
      and not starts_with(relnamespace::regnamespace::text, 'pg_t')
    order by relnamespace::regnamespace::text = 'public' desc, relname limit 1`);
  return row?.name;
}

function fail(message: string): never {
  throw new Error(message);
}
