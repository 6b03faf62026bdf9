import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect, type Database } from "../../db/connect.ts";
import { isOutage } from "../../db/outage.ts";
import { users } from "../../db/schema/people.ts";
import { openSnapshot } from "../../db/snapshot.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { type FaultProxy, placeOf, startFaultProxy, through } from "../support/fault-proxy.ts";
import { refusalOf } from "../support/refusal.ts";

const deadlineMs = 1_000;
let database: TestDatabase;
let proxy: FaultProxy;
let db: Database;
beforeEach(async () => {
  database = await freshDatabase();
  proxy = await startFaultProxy(placeOf(database.address));
  db = connect(through(proxy, database.address), { max: 3, deadlineMs });
  await Promise.all([1, 2, 3].map(() => db.execute(sql`select pg_sleep(0.05)`)));
});
afterEach(async () => {
  await db.$client.end({ timeout: 1 });
  await proxy.close();
  await database.close();
});

/** Milliseconds until it failed as an outage. */
async function outageAfter(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  const error = await refusalOf(work);
  expect(isOutage(error)).toBe(true);
  return performance.now() - start;
}

const addUser = (githubId: number, to: Pick<Database, "insert"> = db) =>
  to.insert(users).values({ githubId, login: `user-${githubId}` });
const usersSeen = async () =>
  (await database.db.select({ id: users.githubId }).from(users).orderBy(users.githubId)).map(({ id }) => id);

test("a server that hangs fails every call at its deadline, however many wait, and is used again at once when it is back", async () => {
  proxy.hang();
  const times = await Promise.all(
    Array.from({ length: 400 }, (_, place) =>
      outageAfter(place % 2 ? db.execute(sql`select 1`) : db.transaction(() => Promise.resolve())),
    ),
  );
  expect(Math.max(...times)).toBeLessThan(deadlineMs + 500);
  expect(await outageAfter(db.execute(sql`select 1`))).toBeLessThan(deadlineMs + 200);
  proxy.heal();
  const start = performance.now();
  for (;;) {
    const works = await db.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
    if (works) break;
  }
  expect(performance.now() - start).toBeLessThan(2_000);
  // Those that hung were thrown away.
  for (const end = performance.now() + 5_000; proxy.connections() > 3; await Bun.sleep(20))
    expect(performance.now()).toBeLessThan(end);
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => db.execute(sql`select pg_sleep(0.05)`)));
}, 20_000);

test("a transaction whose server hangs in the middle fails as a whole and blocks no connection", async () => {
  const failed = outageAfter(
    db.transaction(async (tx) => {
      await addUser(1, tx);
      proxy.hang();
      await addUser(2, tx);
    }),
  );
  expect(await failed).toBeLessThan(deadlineMs * 2 + 300);
  proxy.heal();
  await addUser(3);
  expect(await usersSeen()).toEqual([3]);
});

test("the deadline counts from the call: waiting for others to give back their connections is part of it", async () => {
  const long = [1, 2, 3].map(() =>
    db.transaction(async () => {
      await Bun.sleep(2_500);
    }),
  );
  await Bun.sleep(50);
  expect(await outageAfter(db.execute(sql`select 1`))).toBeLessThan(deadlineMs + 200);
  await Promise.all(long);
  // What was given up while it waited is not carried out later, nor does it cost a connection.
  await Promise.all([1, 2, 3, 4, 5, 6].map((id) => addUser(id)));
  expect((await usersSeen()).length).toBe(6);
});

test("more than a thousand waiting calls are turned away at once", async () => {
  const held = Promise.withResolvers<void>();
  const long = [1, 2, 3].map(() => db.transaction(() => held.promise));
  await Bun.sleep(50);
  const waiting = Array.from({ length: 1_000 }, () => db.execute(sql`select 1`).catch(() => {}));
  await Bun.sleep(10);
  expect(await outageAfter(db.execute(sql`select 1`))).toBeLessThan(200);
  held.resolve();
  await Promise.all([...long, ...waiting]);
  expect(await db.execute(sql`select 1 as one`)).toHaveLength(1);
});

test.each([
  ["is reset", () => proxy.reset()],
  ["is cut in the middle of an answer", () => proxy.truncate(20)],
  ["is refused for a while", () => proxy.refuse()],
] as const)(
  "a network connection that %s fails calls as an outage, and the next ones work",
  async (_, fault) => {
    const slow = db.execute(sql`select pg_sleep(0.2)`);
    await Bun.sleep(50);
    const start = performance.now();
    fault();
    await outageAfter(slow);
    proxy.heal();
    // One that was cut while it lay idle may fail the call that finds it so, at once, and there are three.
    for (let failures = 0; ; failures++) {
      const error = await addUser(failures).then(
        () => undefined,
        (failed: Error) => failed,
      );
      if (!error) break;
      expect([isOutage(error), failures < 3]).toEqual([true, true]);
    }
    expect(performance.now() - start).toBeLessThan(deadlineMs - 100);
    expect(await usersSeen()).toHaveLength(1);
  },
);

test("a server that takes connections and closes them again is not asked in a busy loop", async () => {
  proxy.refuse();
  const before = process.cpuUsage();
  await outageAfter(db.execute(sql`select 1`));
  await outageAfter(db.execute(sql`select 1`));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(deadlineMs);
});

test("a transaction whose commit was sent and whose answer was lost has failed for its caller, and may stand", async () => {
  proxy.cutAfter("commit");
  await outageAfter(db.transaction((tx) => addUser(1, tx)));
  expect(await usersSeen()).toEqual([1]);
  await addUser(2);
});

test("an answer that is merely slow is waited for", async () => {
  proxy.delay(60);
  await addUser(1);
  expect(await usersSeen()).toEqual([1]);
});

test("what reads a long list may take longer for each call, and has its own end", async () => {
  const snapshot = await openSnapshot(db, { statement: 1_000, idle: 5_000 });
  snapshot.ended.catch(() => {});
  await snapshot.tx.execute(sql`select pg_sleep(0.8)`);
  proxy.hang();
  expect(await outageAfter(snapshot.tx.execute(sql`select 1`))).toBeWithin(1_900, 2_800);
});
