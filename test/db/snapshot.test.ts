import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { users } from "../../db/schema/people.ts";
import { openSnapshot } from "../../db/snapshot.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await freshDatabase()), 20_000);
afterAll(() => database.close());

const patient = { statement: 30_000, idle: 60_000 };

async function held(): Promise<number> {
  const rows = await database.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  return rows.length;
}

test("it is the database of one moment, until it is closed, and can only be read", async () => {
  const snapshot = await openSnapshot(database.db, patient);
  expect(await snapshot.tx.$count(users)).toBe(0);
  await database.db.insert(users).values({ githubId: 1, login: "later" });
  expect(await snapshot.tx.$count(users)).toBe(0);
  expect(await held()).toBe(1);
  await snapshot.close();
  await snapshot.close();
  await snapshot.ended;
  expect(await held()).toBe(0);

  const another = await openSnapshot(database.db, patient);
  const refusal = await refusalOf(another.tx.insert(users).values({ githubId: 2, login: "never" }));
  expect(String(refusal.cause)).toContain("read-only");
  await another.close();
  expect(await database.db.$count(users)).toBe(1);
});

test("left alone for longer than allowed it is taken back, and whoever holds it is told", async () => {
  const snapshot = await openSnapshot(database.db, { ...patient, idle: 200 });
  expect(await refusalOf(snapshot.ended)).toBeInstanceOf(Error);
  expect(await held()).toBe(0);
  await snapshot.close();
});

test("where it cannot be had, that is told, and no connection stays taken", async () => {
  const refusal = await refusalOf(openSnapshot(database.db, { ...patient, statement: -5 }));
  expect(String(refusal.cause)).toContain("statement_timeout");
  expect(await held()).toBe(0);
  expect(await database.db.$count(users)).toBe(1);
});
