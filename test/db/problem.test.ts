import { afterAll, beforeAll, expect, test } from "bun:test";
import { migrate } from "../../db/migrate.ts";
import { DatabaseProblem, explained } from "../../db/problem.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.close());

test.each([
  [
    "a port nobody listens on",
    "postgres://svc@127.0.0.1:1/svc",
    "No PostgreSQL server answers at DATABASE_URL",
  ],
  [
    "a host that does not exist",
    "postgres://svc@nowhere.invalid/svc",
    "No PostgreSQL server answers at DATABASE_URL",
  ],
])("%s is explained, with what to do", async (_, url, message) => {
  const refused = migrate({ url });
  expect((await refusalOf(refused)).message).toContain(message);
  expect(await refusalOf(refused)).toBeInstanceOf(DatabaseProblem);
});

test("a database that does not exist is explained, with what to do", async () => {
  expect((await refusalOf(migrate(elsewhere("no_such_database")))).message).toContain(
    "create database svc encoding 'UTF8'",
  );
});

test("the reason is found under the error that drizzle makes of it", () => {
  const cause = Object.assign(new Error("no"), { code: "55P03" });
  const problem = explained(new Error("Failed query", { cause }));
  expect(problem).toBeInstanceOf(DatabaseProblem);
  expect(String(problem)).toContain("Wait until that is done");
});

test("an error of no usual kind stays as it is", () => {
  for (const error of [
    new Error("bug"),
    Object.assign(new Error("bug"), { code: "42601" }),
    "bug",
    undefined,
  ]) {
    expect(explained(error)).toBe(error);
  }
});

function elsewhere(name: string) {
  const { address } = database;
  return "url" in address ? { url: new URL(`/${name}`, address.url).href } : { ...address, database: name };
}
