import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect, type Database, type Queries } from "../../db/connect.ts";
import { users } from "../../db/schema/people.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
let one: Database;
beforeEach(async () => {
  database = await freshDatabase();
  one = connect(database.address, { max: 1 });
});
afterEach(async () => {
  await one.$client.end({ timeout: 1 });
  await database.close();
});

test("a connection that breaks during a query of a transaction fails that transaction, and nothing else", async () => {
  const broken = one.transaction(async (tx) => {
    await addUser(tx, 1);
    setTimeout(() => void breakConnections(), 100);
    await tx.execute(sql`select pg_sleep(4)`);
  });
  await refusalOf(broken);
  await addUser(one, 2);
  expect(await usersSeen()).toEqual([2]);
});

test("what a transaction sends after its connection broke is never carried out on its own", async () => {
  let next: Promise<void> | undefined;
  const broken = one.transaction(async (tx) => {
    await addUser(tx, 1);
    next = addUser(one, 2); // Waits for the connection, and makes it anew as soon as it is gone.
    await breakConnections();
    await next;
    await addUser(tx, 3);
  });
  await refusalOf(broken);
  await next;
  await Bun.sleep(200);
  expect(await usersSeen()).toEqual([2]);
});

test("a query that hangs and a transaction that is left open are ended by the server", async () => {
  const limits = await one.execute(sql`
    select name || ' ' || setting as limit_set from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`);
  expect(limits.map((row) => row.limit_set)).toEqual([
    "idle_in_transaction_session_timeout 10000",
    "lock_timeout 3000",
    "statement_timeout 5000",
  ]);
});

async function addUser(db: Queries, githubId: number): Promise<void> {
  await db.insert(users).values({ githubId, login: `user-${githubId}` });
}

async function usersSeen(): Promise<number[]> {
  const rows = await database.db.select({ id: users.githubId }).from(users).orderBy(users.githubId);
  return rows.map(({ id }) => id!);
}

async function breakConnections(): Promise<void> {
  await database.db.$client`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;
}
