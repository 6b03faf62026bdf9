import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, unusable } from "../../db/migrate.ts";
import journal from "../../db/migrations/meta/_journal.json";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await emptyDatabase();
  folder = mkdtempSync(join(tmpdir(), "svc-migrations-"));
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

type Files = Record<string, { when: number; sql: string }>;
const first = { when: 1000, sql: "create table a (n int)" };
const second = { when: 2000, sql: "create table b (n int)" };
const between = { when: 1500, sql: "create table c (n int)" };

test("eight that start at once on an empty database all succeed, and each migration is applied once", async () => {
  await Promise.all(Array.from({ length: 8 }, () => migrate(database.address)));
  const applied = await database.db
    .$client`select created_at::float8 as when from drizzle.__drizzle_migrations`;
  expect(applied.map(({ when }) => when)).toEqual(journal.entries.map(({ when }) => when));
});

test("a database is brought from any earlier state to the latest", async () => {
  await migrateWith({ first });
  await migrateWith({ first, second });
  await migrateWith({ first, second });
  expect(await tables()).toEqual(["a", "b"]);
});

test("a database made by a newer svc is refused and left as it is", async () => {
  await migrateWith({ first, second });
  expect((await refusalOf(migrateWith({ first }))).message).toContain("made by a newer svc");
  expect((await refusalOf(migrateWith({ first, between }))).message).toContain("made by a newer svc");
  expect(await tables()).toEqual(["a", "b"]);
});

test("an applied migration that was edited since is refused", async () => {
  await migrateWith({ first });
  const edited = { when: first.when, sql: "create table a (n bigint)" };
  expect((await refusalOf(migrateWith({ first: edited, second }))).message).toContain(
    "was edited after it was applied",
  );
  expect(await tables()).toEqual(["a"]);
});

test("a migration that is older than an applied one is refused, not passed over", async () => {
  await migrateWith({ first, second });
  expect((await refusalOf(migrateWith({ first, between, second }))).message).toContain(
    "is older than one this database has already",
  );
});

test("a migration that fails takes those before it back, leaves no connection, and can be tried again", async () => {
  const broken = { when: 3000, sql: "create table d (n int); select 1 / 0" };
  await refusalOf(migrateWith({ first, second, broken }));
  expect(await tables()).toEqual([]);
  expect(await otherConnections()).toBe(0);
  await migrateWith({ first, second });
  expect(await tables()).toEqual(["a", "b"]);
});

test("a migrator that loses its connection gives up its turn and its changes", async () => {
  const slow = { when: 3000, sql: "create table d (n int)\n--> statement-breakpoint\nselect pg_sleep(30)" };
  const lost = migrateWith({ first, slow });
  await until(async () => (await otherConnections("%pg_sleep(30)%")) === 1);
  await database.db.$client`
    select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await refusalOf(lost);
  await migrateWith({ first });
  expect(await tables()).toEqual(["a"]);
});

test("a migration may take longer than any query of svc may, and others wait for it as long", async () => {
  const long = { when: 3000, sql: "select pg_sleep(5.5)" };
  await Promise.all([migrateWith({ first, long }), migrateWith({ first, long })]);
  expect(await tables()).toEqual(["a"]);
}, 20_000);

test("a database that does not store UTF-8 is refused", async () => {
  const ascii = await emptyDatabase("SQL_ASCII");
  expect((await refusalOf(migrate(ascii.address))).message).toContain(
    "stores text as SQL_ASCII, and svc needs UTF8",
  );
  await ascii.close();
});

test("a server before PostgreSQL 15 is refused", () => {
  const old = { number: 140_013, version: "14.13 (Debian)", encoding: "UTF8" };
  expect(unusable(old)).toStartWith("svc needs PostgreSQL 15 or later, and this server is 14.13 (Debian).");
  expect(unusable({ ...old, number: 150_000 })).toBeUndefined();
});

async function migrateWith(files: Files): Promise<void> {
  mkdirSync(join(folder, "meta"), { recursive: true });
  const entries = Object.entries(files).map(([tag, { when }], idx) => ({
    idx,
    when,
    tag,
    breakpoints: true,
  }));
  writeFileSync(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  for (const [tag, file] of Object.entries(files)) writeFileSync(join(folder, `${tag}.sql`), file.sql);
  await migrate(database.address, folder);
}

async function tables(): Promise<string[]> {
  const rows = await database.db
    .$client`select tablename from pg_tables where schemaname = 'public' order by 1`;
  return rows.map(({ tablename }) => tablename as string);
}

async function otherConnections(query = "%"): Promise<number> {
  const [row] = await database.db.$client`
    select count(*)::int as open from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query like ${query}`;
  return row?.open as number;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(20);
}
