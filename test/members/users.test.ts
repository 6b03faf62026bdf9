import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { users } from "../../db/schema/people.ts";
import { findUser, followUser, upsertLocalAdmin, upsertUser } from "../../server/members/store.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
}, 30_000);
afterAll(() => database.close());

test("somebody new gets a row, and is found by it", async () => {
  const { db } = database;
  const ada = await upsertUser(db, { githubId: 583_231, login: "ada" });
  expect(ada).toEqual({ id: expect.any(Number), githubId: 583_231, login: "ada" });
  expect(await findUser(db, ada.id)).toEqual(ada);
  expect(await findUser(db, ada.id + 1_000)).toBeUndefined();
});

test("a new login is kept under the same row; the same login writes nothing", async () => {
  const { db } = database;
  const before = await upsertUser(db, { githubId: 1, login: "ben" });
  const version = async () => (await db.execute(sql`select xmin, ctid from users where github_id = 1`))[0]!;
  const untouched = await version();
  expect(await upsertUser(db, { githubId: 1, login: "ben" })).toEqual(before);
  expect(await version()).toEqual(untouched);
  expect(await upsertUser(db, { githubId: 1, login: "benjamin" })).toEqual({ ...before, login: "benjamin" });
});

test("a recycled login belongs to two people for a while, each with their own row", async () => {
  const { db } = database;
  const old = await upsertUser(db, { githubId: 2, login: "cleo" });
  const another = await upsertUser(db, { githubId: 3, login: "cleo" });
  expect(another.id).not.toBe(old.id);
});

test("50 at once make one user", async () => {
  const { db } = database;
  const all = await Promise.all(
    Array.from({ length: 50 }, () => upsertUser(db, { githubId: 4, login: "dan" })),
  );
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
});

test("a new login and a new role reach the one who has the id, and make nobody", async () => {
  const { db } = database;
  const eve = await upsertUser(db, { githubId: 5, login: "eve" });
  const before = await db.$count(users);
  await followUser(db, { githubId: 5, login: "evelyn", admin: true });
  await followUser(db, { githubId: 999_999, login: "nobody", admin: true });
  expect(await findUser(db, eve.id)).toEqual({ ...eve, login: "evelyn" });
  expect(await roleOf(5)).toBe(true);
  expect(await db.$count(users)).toBe(before);
});

test("a role and a login that stay the same write nothing", async () => {
  const { db } = database;
  const fay = { githubId: 6, login: "fay", admin: true };
  await upsertUser(db, fay);
  const version = async () => (await db.execute(sql`select xmin, ctid from users where github_id = 6`))[0]!;
  const untouched = await version();
  await followUser(db, fay);
  await upsertUser(db, fay);
  await upsertUser(db, { githubId: 6, login: "fay" });
  expect(await version()).toEqual(untouched);
});

test("whoever is only mentioned keeps the role that they had", async () => {
  const { db } = database;
  await upsertUser(db, { githubId: 7, login: "gil", admin: true });
  await upsertUser(db, { githubId: 7, login: "gilbert" });
  expect(await roleOf(7)).toBe(true);
  await upsertUser(db, { githubId: 7, login: "gilbert", admin: false });
  expect(await roleOf(7)).toBe(false);
});

test("there is one local admin, however often and at once it is asked for, with a login that GitHub gives nobody", async () => {
  const { db } = database;
  const all = await Promise.all(Array.from({ length: 20 }, () => upsertLocalAdmin(db)));
  expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  expect(all[0]).toEqual({ id: expect.any(Number), githubId: null, login: "local admin" });
  expect(all[0]!.login).not.toMatch(/^[A-Za-z0-9_.-]+$/);
});

async function roleOf(githubId: number): Promise<boolean | undefined> {
  const [row] = await database.db
    .select({ admin: users.admin })
    .from(users)
    .where(eq(users.githubId, githubId));
  return row?.admin;
}

test("an id near the largest number that is exact is kept exactly", async () => {
  const { db } = database;
  const githubId = Number.MAX_SAFE_INTEGER;
  expect((await upsertUser(db, { githubId, login: "far" })).githubId).toBe(githubId);
});
