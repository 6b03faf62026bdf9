import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { users } from "../../db/schema.ts";
import { findUser, renameUser, upsertUser } from "../../server/members/store.ts";
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

test("renaming reaches the one who has the id, and makes nobody", async () => {
  const { db } = database;
  const eve = await upsertUser(db, { githubId: 5, login: "eve" });
  const before = await db.$count(users);
  await renameUser(db, 5, "evelyn");
  await renameUser(db, 999_999, "nobody");
  expect(await findUser(db, eve.id)).toEqual({ ...eve, login: "evelyn" });
  expect(await db.$count(users)).toBe(before);
});

test("an id near the largest number that is exact is kept exactly", async () => {
  const { db } = database;
  const githubId = Number.MAX_SAFE_INTEGER;
  expect((await upsertUser(db, { githubId, login: "far" })).githubId).toBe(githubId);
});
