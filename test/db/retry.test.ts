import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { users } from "../../db/schema/people.ts";
import { outlasting, retrying } from "../../db/retry.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await freshDatabase()), 20_000);
afterAll(() => database.close());

test("of two transactions in a deadlock both are done, one of them again", async () => {
  const { db } = database;
  const made = await db
    .insert(users)
    .values([
      { githubId: 1, login: "a" },
      { githubId: 2, login: "b" },
    ])
    .returning({ id: users.id });
  const [first, second] = made.map(({ id }) => id);
  const bothHoldOne = Promise.withResolvers<void>();
  const oneIsDone = Promise.withResolvers<void>();
  let [holding, runs] = [0, 0];
  const rename = (one: number, other: number, login: string) =>
    retrying(() =>
      db.transaction(async (tx) => {
        // The one that goes again could be quicker than the one that waited, and they would meet a second time.
        if (++runs > 2) await oneIsDone.promise;
        await tx.update(users).set({ login }).where(eq(users.id, one));
        if (++holding === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await tx.update(users).set({ login }).where(eq(users.id, other));
      }),
    );
  const both = [rename(first!, second!, "x"), rename(second!, first!, "y")];
  void Promise.race(both).then(oneIsDone.resolve);
  await Promise.all(both);
  expect(runs).toBe(3);
  const logins = (await db.select({ login: users.login }).from(users)).map(({ login }) => login);
  expect(logins).toBeOneOf([
    ["x", "x"],
    ["y", "y"],
  ]);
}, 20_000);

test("what goes on to fail is told after so many attempts, and what is another error at once", async () => {
  let runs = 0;
  const failing = (code: string, attempts?: number) => () =>
    retrying(async () => {
      runs++;
      await database.db.execute(
        sql`do $$ begin raise exception 'no' using errcode = ${sql.raw(`'${code}'`)}; end $$`,
      );
    }, attempts);
  expect(String((await refusalOf(failing("40001", 3)())).cause)).toContain("no");
  expect(runs).toBe(3);
  await refusalOf(failing("23505")());
  expect(runs).toBe(4);
});

test("what fails for an outage is done again until it works or takes too long, and for anything else never", async () => {
  const failingWith = (code: string, times: number) => {
    let calls = 0;
    const work = async () => {
      if (++calls <= times) throw Object.assign(new Error(code), { code });
      return calls;
    };
    return { work, calls: () => calls };
  };
  expect(await outlasting(failingWith("53300", 2).work)).toBe(3);
  const forEver = failingWith("53300", Infinity);
  expect((await refusalOf(outlasting(forEver.work, 500))).message).toBe("53300");
  const wrong = failingWith("42P01", 1);
  expect((await refusalOf(outlasting(wrong.work))).message).toBe("42P01");
  expect([forEver.calls(), wrong.calls()]).toEqual([3, 1]);
});
