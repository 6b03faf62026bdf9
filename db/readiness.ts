import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { ownFolder } from "./migrate.ts";
import type { Database } from "./connect.ts";

/** `behind`: the schema is not the one this program was written for, e.g. since an older backup was restored under it. */
export type Readiness = "ready" | "read_only" | "behind";

let latest: number | undefined;

/** What svc could do with the database just now. Rejects where it cannot be reached. */
export async function readinessOf(db: Database): Promise<Readiness> {
  latest ??= Math.max(
    ...readMigrationFiles({ migrationsFolder: ownFolder }).map(({ folderMillis }) => folderMillis),
  );
  const [row] = await db.execute<{ read_only: boolean; kept: boolean }>(sql`
    select current_setting('transaction_read_only')::boolean as read_only,
      to_regclass('drizzle.__drizzle_migrations') is not null as kept`);
  if (!row?.kept) return "behind";
  const applied = await db.execute(
    sql`select 1 from drizzle.__drizzle_migrations where created_at = ${latest}`,
  );
  if (applied.length === 0) return "behind";
  return row.read_only ? "read_only" : "ready";
}
