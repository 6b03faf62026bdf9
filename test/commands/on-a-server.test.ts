import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import packageJson from "../../package.json";
import journal from "../../db/migrations/meta/_journal.json";
import { upsertUser } from "../../server/members/store.ts";
import { type Ran, runCommand } from "../support/backup.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { urlOf } from "../support/svc-process.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.close());

const run = (...args: string[]): Promise<Ran> =>
  runCommand({ DATABASE_URL: urlOf(database.address), PORT: "1" }, ...args);
const names = journal.entries.map(({ tag }) => tag);

test("a database is brought up to date once, by however many at once, after it was told what that means", async () => {
  const before = await run("migrate", "--dry-run");
  expect(before).toMatchObject({ code: 0, problems: [] });
  expect(before.told).toBe(`Would apply ${names.length}: ${names.join(", ")}.\n`);
  expect([...(await database.db.execute(sql`select 1 from pg_class where relname = 'entries'`))]).toEqual([]);

  const both = await Promise.all([run("migrate"), run("migrate")]);
  expect(both.map(({ code, problems }) => ({ code, problems }))).toEqual([
    { code: 0, problems: [] },
    { code: 0, problems: [] },
  ]);
  expect(await database.db.query.entries.findMany()).toEqual([]);
  expect((await run("migrate", "--dry-run")).told).toBe("Nothing to apply: the database is up to date.\n");
}, 90_000);

test("a database that is behind, or of a newer svc, is left as it is by commands that need this one's", async () => {
  const behind = await run("admin", "grant", "ada");
  expect(behind).toMatchObject({ code: 1, told: "" });
  expect(behind.problems).toEqual([expect.stringContaining("Run the command migrate")]);
  await run("migrate");
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9000000000000)`,
  );
  for (const args of [["migrate"], ["migrate", "--dry-run"]]) {
    const newer = await run(...args);
    expect(newer.code).toBe(1);
    expect(newer.problems).toEqual([expect.stringContaining("made by a newer svc")]);
  }
}, 90_000);

test("a role is granted on a server too, and an owner's is GitHub's to take", async () => {
  await run("migrate");
  await upsertUser(database.db, { githubId: 1, login: "Ada", admin: true });
  await upsertUser(database.db, { githubId: 2, login: "Linus" });
  expect((await run("admin", "grant", "linus")).told).toContain("Linus is an admin now");
  const owner = await run("admin", "revoke", "ada");
  expect(owner.code).toBe(1);
  expect(owner.problems.join()).toContain("Nothing to take back: Ada is an admin as an owner");
  const two = await upsertUser(database.db, { githubId: 3, login: "linus" });
  expect(two.id).toBeGreaterThan(0);
  expect((await run("admin", "revoke", "linus")).problems.join()).toContain("Two people were called Linus");
}, 90_000);

test("the doctor names a server that is not there, a schema that is behind and a svc that does not run", async () => {
  const found = JSON.parse((await run("doctor", "--json")).told) as { checks: Record<string, string>[] };
  const states = Object.fromEntries(found.checks.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({
    Database: "ok",
    Migrations: "failed",
    Disk: "skipped",
    "Public address": "failed",
  });
  const { code, told } = await runCommand(
    { DATABASE_URL: "postgres://svc:geheim@127.0.0.1:1/svc" },
    "doctor",
  );
  expect(code).toBe(1);
  expect(told).toContain("No PostgreSQL server answers at DATABASE_URL");
  expect(told).not.toContain("geheim");
}, 90_000);

test("settings that cannot be read end a command with all that is wrong with them, and help needs none", async () => {
  const odd = { PORT: "all", LOG_FORMAT: "loud", METRICS_ALLOWED_NETWORKS: "here" };
  const { code, problems } = await runCommand(odd, "doctor");
  expect(code).toBe(1);
  for (const name of Object.keys(odd)) expect(problems.join("\n")).toContain(`${name} must be`);
  expect((await runCommand(odd, "doctor", "--help")).code).toBe(0);
  expect(await runCommand(odd, "version", "--json")).toMatchObject({ code: 0 });
  const version = JSON.parse((await runCommand(odd, "version", "--json")).told) as Record<string, string>;
  expect(version).toEqual({ svc: packageJson.version, bun: Bun.version, schema: names.at(-1)! });
  const unknown = await runCommand({}, "doctr");
  expect([unknown.code, unknown.problems[0]]).toEqual([
    2,
    'There is no command "doctr". Did you mean doctor?',
  ]);
}, 60_000);

test("config says of every setting where it comes from, and tells no secret", async () => {
  const settings = {
    METRICS_TOKEN: "geheim-geheim-geheim",
    METRICS_ALLOWED_NETWORKS: "10.0.0.0/8, fd00::/8",
  };
  const { code, told } = await runCommand(settings, "config");
  expect(code).toBe(0);
  expect(told).not.toContain("geheim");
  expect(told).toMatch(/^METRICS_TOKEN +\[redacted\] +set$/m);
  expect(told).toMatch(/^METRICS_ALLOWED_NETWORKS +10\.0\.0\.0\/8,fd00::\/8 +set$/m);
  expect(told).toMatch(/^LOG_FORMAT +auto +default$/m);
}, 60_000);
