import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { join } from "node:path";
import { verifyArchive } from "../../db/backup/archive.ts";
import { someTable } from "../../db/backup/tables.ts";
import { allowEachCall, type Database } from "../../db/connect.ts";
import { entries } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { runCommand, startCommand } from "../support/backup.ts";
import { emptyDatabase, freshDatabase, type TestDatabase } from "../support/database.ts";
import { countedTotals, keptTotals } from "../support/entry-totals.ts";
import { aFolder } from "../support/embedded.ts";
import { urlOf } from "../support/svc-process.ts";

let folder: ReturnType<typeof aFolder>;
let file: string;
let target: TestDatabase;
beforeEach(async () => {
  folder = aFolder();
  file = join(folder.path, "svc.backup");
  target = await emptyDatabase();
});
afterEach(async () => {
  await target.close();
  await folder.remove();
});

// Nobody restores a backup within a minute of a comment.
const anHourAgo = () => new Date(Date.now() - 3_600_000);

test("a backup that is made while comments arrive is of one moment", async () => {
  const svc = await startApp();
  const issues = Array.from({ length: 4 }, () => svc.github.issue("acme/web", { labels: ["a", "b:c"] }));
  const written: number[] = [];
  const over = new AbortController();
  const people = issues.map(async (issue) => {
    while (!over.signal.aborted)
      written.push((await svc.github.comment(issue, "ada", "/log 5m\n/log 7m")).comment.id);
  });
  while (written.length < 10) await Bun.sleep(20);
  const made = await runCommand({ DATABASE_URL: urlOf(svc.database.address) }, "backup", file);
  over.abort();
  await Promise.all(people);
  expect(made).toMatchObject({ code: 0, problems: [] });
  told(await runCommand({ DATABASE_URL: urlOf(target.address) }, "restore", file));
  const rows = await target.db.select().from(entries);
  expect(rows.length).toBeGreaterThan(19);
  expect(rows.length).toBeLessThanOrEqual(written.length * 2);
  expect(rows.length % 2).toBe(0);
  const [torn] = await target.db.execute<{ count: number }>(sql`
    select count(*)::int as count from deliveries full join confirmations using (comment_id)
    where coalesce(outcome = 'recorded', false) is distinct from (confirmations.id is not null)`);
  expect(torn!.count).toBe(0);
  await expectTotals(target.db);
  await svc.stop();
}, 120_000);

test("a restored backup that is told everything of three days again doubles nothing", async () => {
  const svc = await startApp();
  const issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  const guids: string[] = [];
  const say = async (text: string) =>
    void guids.push((await svc.github.comment(issue, "ada", text, { at: anHourAgo() })).guid);
  const answered = async (count: number) => {
    for (
      const end = performance.now() + 90_000;
      markers(svc, issue).length < count && performance.now() < end;
    )
      await Bun.sleep(100);
    expect(markers(svc, issue)).toHaveLength(count);
  };
  for (let count = 1; count <= 6; count++) await say(`/log ${count}m`);
  await answered(6);
  // The backup takes these for unposted, and they are posted after it.
  svc.github.fail({ method: "POST", path: /comments$/, times: Infinity, respond: { status: 502 } });
  await say("/log 40m");
  await say("/log 1d");
  told(await runCommand({ DATABASE_URL: urlOf(svc.database.address) }, "backup", file));
  await say("/log 42m");
  svc.github.heal();
  await answered(9);
  await svc.jobs.stop(5);
  const posted = markers(svc, issue);

  told(await runCommand({ DATABASE_URL: urlOf(target.address) }, "restore", file));
  const restored = await startApp({ shared: { github: svc.github, database: target } });
  svc.github.webhookTo(restored.send);
  for (const guid of guids) expect((await svc.github.redeliver(guid)).status).toBeLessThan(300);
  const pending = async () => {
    const [row] = await target.db.execute<{ count: number }>(
      sql`select count(*)::int as count from confirmations where state = 'pending'`,
    );
    return row!.count;
  };
  for (const end = performance.now() + 60_000; (await pending()) > 0 && performance.now() < end;)
    await Bun.sleep(100);
  expect(await pending()).toBe(0);
  expect(markers(svc, issue)).toEqual(posted);
  const minutes = (await target.db.select().from(entries)).map((entry) => entry.minutes);
  expect(minutes.sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 40, 42]);
  await expectTotals(target.db);
  await restored.stop();
  await svc.stop();
}, 180_000);

test("a restore that is killed leaves the database empty, and can be done again", async () => {
  const source = await freshDatabase();
  await many(source.db, 30_000);
  const settings = { DATABASE_URL: urlOf(source.address) };
  told(await runCommand(settings, "backup", file));
  await source.close();
  const into = { DATABASE_URL: urlOf(target.address) };
  let midway = 0;
  for (let round = 0; round < 3; round++) {
    const { child, ended } = startCommand(into, "restore", file);
    const isFilling = async () => {
      const [row] = await target.db.execute<{ there: boolean }>(
        sql`select exists (select from pg_stat_activity where datname = current_database() and query ilike 'copy %') as there`,
      );
      return row!.there;
    };
    while (!(await isFilling()) && child.exitCode === null) await Bun.sleep(5);
    await Bun.sleep(round * 150);
    if (child.exitCode === null) midway++;
    child.kill("SIGKILL");
    await ended;
    for (const end = performance.now() + 10_000; (await isFilling()) && performance.now() < end;)
      await Bun.sleep(20);
    expect(await target.db.transaction(someTable)).toBeUndefined();
  }
  expect(midway).toBe(3);
  told(await runCommand(into, "restore", file));
  expect((await verifyArchive(file)).manifest.tables["entries"]?.rows).toBe(30_000);
  await expectTotals(target.db);
}, 120_000);

/** Entries of one comment each, as many as told. */
async function many(db: Database, count: number): Promise<void> {
  await db.execute(sql`insert into users (github_id, login) values (1, 'ada')`);
  await db.transaction(async (tx) => {
    allowEachCall(tx, 60_000);
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`
      insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title, comment_id, command_no, commented_at)
      select 'time', 1 + n % 400, date '2026-01-01' + n % 300, array['client:' || n % 50, 'wbso:' || n % 7], 1, 'acme/web', 1, n % 500, 'Title', n, 1, now()
      from generate_series(1, ${count}::int) n`);
  });
}

function markers({ github }: TestApp, issue: Parameters<TestApp["github"]["comments"]>[0]): string[] {
  return github
    .comments(issue)
    .filter((one) => one.byOurApp)
    .flatMap(({ body }) => body.match(/svc:v1:[\w-]+/g) ?? [])
    .sort();
}

async function expectTotals(db: Database): Promise<void> {
  expect(await keptTotals(db)).toEqual(await countedTotals(db));
}

function told({ code, problems }: { code: number; problems: string[] }): void {
  expect(problems).toEqual([]);
  expect(code).toBe(0);
}
