import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseProblem } from "../db/problem.ts";
import { readConfig } from "../server/config.ts";
import { createLog } from "../server/log.ts";
import { close, openWhile } from "../server/opening.ts";
import { aFolder } from "./support/embedded.ts";
import { freePort } from "./support/free-port.ts";

let folder: ReturnType<typeof aFolder>;
beforeEach(() => {
  folder = aFolder();
});
afterEach(() => folder.remove());

const log = createLog("silent");

function settings(more: Record<string, string> = {}) {
  const reading = readConfig({ DATA_DIR: folder.path, ...more }, () => "");
  if (!reading.ok) throw new Error(reading.problems.join("\n"));
  return reading.config;
}

const runs = () => existsSync(join(folder.path, "postgres/postmaster.pid"));

test("the database and the jobs are there with what was loaded meanwhile, and go together", async () => {
  const [opened, loaded] = await openWhile(settings(), log, async () => "loaded");
  expect(loaded).toBe("loaded");
  expect(runs()).toBe(true);
  await close(opened);
  expect(runs()).toBe(false);
}, 60_000);

test("where the rest cannot be loaded the database does not stay behind running", async () => {
  const broken = openWhile(settings(), log, () => Promise.reject(new Error("no such file")));
  expect(await failureOf(broken)).toEqual(new Error("no such file"));
  expect(runs()).toBe(false);
}, 60_000);

test("a database that cannot be opened is told of in its own words, also where the rest cannot be loaded either", async () => {
  const gone = settings({ DATABASE_URL: `postgres://localhost:${freePort()}/svc` });
  for (const load of [async () => {}, () => Promise.reject(new Error("no such file"))]) {
    const failure = await failureOf(openWhile(gone, log, load));
    expect(failure).toBeInstanceOf(DatabaseProblem);
    expect((failure as Error).message).toContain("No PostgreSQL server answers at DATABASE_URL.");
  }
}, 60_000);

test("a database that is taken is told of at once, with whoever has it", async () => {
  const [opened] = await openWhile(settings(), log, async () => {});
  const failure = await failureOf(openWhile(settings(), log, async () => {}));
  expect((failure as Error).message).toContain("Another svc");
  expect(runs()).toBe(true);
  await close(opened);
}, 60_000);

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
