import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { appliedMigrations } from "./backup/tables.ts";
import { type Address, allowEachCall, connect, type Transaction } from "./connect.ts";
import { DatabaseProblem, explained } from "./problem.ts";

export const ownFolder = join(import.meta.dir, "migrations");
// "svc" as bytes. Never to change: an older svc must wait for a newer one.
const turn = 0x737663;
// A change to a table of years takes its time, and so does waiting for another svc's.
const deadlineMs = 30 * 60 * 1000;
// A server that does not answer is heard of in no other way.
const firstAnswerMs = 10_000;

/**
 * Brings the database up to this program's schema, one process at a time, all or nothing (D30).
 * @throws DatabaseProblem where the server or the database is not one that this program can use.
 */
export async function migrate(address: Address, folder = ownFolder): Promise<void> {
  const db = connect(address, { max: 1, deadlineMs: firstAnswerMs });
  try {
    await db.transaction((tx) => {
      allowEachCall(tx, deadlineMs);
      return migrateWithin(tx, { folder });
    });
  } catch (error) {
    throw explained(error);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

/**
 * The same in the caller's transaction.
 * @param options `upTo` is the time of the last migration to apply, and `before` is done once it is this process's turn.
 */
export async function migrateWithin(
  tx: Transaction,
  {
    folder = ownFolder,
    upTo = Infinity,
    before,
  }: { folder?: string; upTo?: number; before?: (tx: Transaction) => Promise<void> } = {},
): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  await requireUsableServer(tx);
  await takeTurn(tx);
  await before?.(tx);
  for (const migration of missing(known, await appliedTo(tx))) {
    if (migration.folderMillis <= upTo) await apply(tx, migration);
  }
}

/**
 * Does what must be done by one process at a time on a database, beside the migrations: other svc that start just then wait.
 * @throws DatabaseProblem
 */
export async function inTurn<Result>(address: Address, work: () => Promise<Result>): Promise<Result> {
  const db = connect(address, { max: 1, deadlineMs: firstAnswerMs });
  try {
    return await db.transaction(async (tx) => {
      allowEachCall(tx, deadlineMs);
      await takeTurn(tx);
      await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
      return work();
    });
  } catch (error) {
    throw explained(error);
  } finally {
    await db.$client.end({ timeout: 5 });
  }
}

async function requireUsableServer(tx: Transaction): Promise<void> {
  const [server] = await tx.execute<Server>(sql`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`);
  const problem = server && unusable(server);
  if (problem) throw new DatabaseProblem(problem);
}

type Server = { number: number; version: string; encoding: string };

/** Why svc cannot work on a server like that (D30), if it cannot. */
export function unusable({ number, version, encoding }: Server): string | undefined {
  if (number < 150_000) {
    return `svc needs PostgreSQL 15 or later, and this server is ${version}. Upgrade it, or unset DATABASE_URL to use the database that comes with svc.`;
  }
  if (encoding !== "UTF8") {
    return `This database stores text as ${encoding}, and svc needs UTF8. Make another with: create database svc encoding 'UTF8' template template0`;
  }
  return undefined;
}

/**
 * The turn belongs to the transaction: a connection that breaks gives up the turn and the changes together.
 * That is also why drizzle's own migrate() is not used: it opens a transaction of its own, outside any turn.
 */
async function takeTurn(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local lock_timeout = '2min'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${turn})`);
  // From here on others may be kept waiting behind a change to a table that is in use.
  await tx.execute(sql`set local lock_timeout = '30s'`);
}

type Applied = { hash: string; when: number };

async function appliedTo(tx: Transaction): Promise<Applied[]> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(sql`
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const rows = await tx.execute<{ hash: string; created_at: string }>(
    sql`select hash, created_at from drizzle.__drizzle_migrations order by created_at`,
  );
  return rows.map((row) => ({ hash: row.hash, when: Number(row.created_at) }));
}

/**
 * What a database still lacks, by the migrations' names, in order; nothing is changed.
 * @throws DatabaseProblem where the database is a newer program's, or its migrations were edited.
 */
export async function pendingMigrations(tx: Transaction, folder = ownFolder): Promise<string[]> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  await requireUsableServer(tx);
  const names = new Map(journal.entries.map(({ when, tag }) => [when, tag]));
  const applied = await appliedMigrations(tx);
  return missing(known, applied).map(({ folderMillis }) => names.get(folderMillis) ?? String(folderMillis));
}

function missing(known: MigrationMeta[], applied: Applied[]): MigrationMeta[] {
  for (const { when, hash } of applied) {
    const file = known.find((migration) => migration.folderMillis === when);
    if (!file) {
      throw new DatabaseProblem(
        "This database was made by a newer svc, which changed it in ways this one does not know. Start that version, or a later one.",
      );
    }
    if (file.hash !== hash) {
      throw new DatabaseProblem(
        `The migration of ${new Date(when).toISOString()} was edited after it was applied to this database. Restore the file, and put the change into a new migration.`,
      );
    }
  }
  const latest = Math.max(0, ...applied.map(({ when }) => when));
  const rest = known.filter((migration) => !applied.some(({ when }) => when === migration.folderMillis));
  const late = rest.find((migration) => migration.folderMillis < latest);
  if (late) {
    throw new DatabaseProblem(
      `The migration of ${new Date(late.folderMillis).toISOString()} is older than one this database has already. Delete it and make it again with: bun run db:generate`,
    );
  }
  return rest;
}

async function apply(tx: Transaction, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await tx.execute(sql.raw(statement));
  await tx.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${migration.hash}, ${migration.folderMillis})`,
  );
}
