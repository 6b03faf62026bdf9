import { expect, test } from "bun:test";
import { connect } from "../../db/connect.ts";
import { entries } from "../../db/schema.ts";
import { polledOwners } from "../../db/schema/polling.ts";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";
import { createPolling, pollRegularly } from "../../server/polling/actions.ts";
import { startApp } from "../support/app.ts";
import { freshDatabase } from "../support/database.ts";
import { startSvc } from "../support/svc-process.ts";
import { askingIn, lists } from "./asked-for-comments.ts";

test("two instances that ask at the same time record each comment once", async () => {
  const svc = await startApp();
  const issue = svc.github.issue("acme/web");
  const other = await startApp({ shared: { github: svc.github, database: svc.database } });
  const [one, two] = [askingIn(svc), askingIn(other)];
  for (let round = 0; round < 5; round++) {
    for (let count = 1; count <= 3; count++) svc.github.write(issue, "ada", `/log ${count}m`);
    await Promise.all([one.turn(), two.turn(), one.turn()]);
  }
  expect(await one.entries()).toHaveLength(15);
  expect(await one.confirmations()).toHaveLength(15);
  expect(await one.deliveries()).toHaveLength(15);
  await other.stop();
  await svc.stop();
}, 60_000);

test("two instances have one job between them, which asks twice", async () => {
  const svc = await startApp();
  const other = await startApp({ shared: { github: svc.github, database: svc.database } });
  const asking = askingIn(svc);
  const { requests } = svc.github;
  const asked = () => requests.filter(({ path }) => lists.test(path)).length;
  for (const { deps } of [svc, other, svc, other]) await pollRegularly(deps);
  const end = performance.now() + 20_000;
  while (asked() === 0 && performance.now() < end) await Bun.sleep(50);
  await pollRegularly(other.deps);
  await Bun.sleep(4_000);
  expect(asked()).toBe(1);
  // The second one of that job comes after half a minute.
  await asking.turn();
  const before = asked();
  await createPolling(svc.deps, { spacingMs: 0, everyMs: 300 }).job();
  expect(asked() - before).toBe(2);
  await other.stop();
  await svc.stop();
}, 60_000);

test("a svc that is to stop does not wait for the next turn", async () => {
  const svc = await startApp();
  askingIn(svc);
  const draining = new AbortController();
  const job = createPolling({ ...svc.deps, draining: draining.signal }, { spacingMs: 0 }).job();
  while (!svc.github.requests.some(({ path }) => lists.test(path))) await Bun.sleep(20);
  draining.abort();
  const began = performance.now();
  await job;
  expect(performance.now() - began).toBeLessThan(10_000);
  await svc.stop();
}, 60_000);

test("svc at an address that GitHub cannot reach has what was written while it was killed soon after its next start", async () => {
  const database = await freshDatabase();
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  const issue = github.issue("acme/web", { labels: ["client:globex"] });
  // A GitHub elsewhere, from where this machine cannot be reached. Its API is here all the same.
  const settings = { GITHUB_URL: "https://github.acme.test", GITHUB_API_URL: github.config.apiUrl };
  const first = await startSvc({ address: database.address, github }, settings);
  const db = connect(database.address);
  const minutes = async () =>
    (await db.select().from(entries)).map((entry) => entry.minutes).toSorted((one, other) => one - other);
  github.write(issue, "ada", "/log 1m");
  const until = async (isDone: () => Promise<boolean>) => {
    const end = performance.now() + 60_000;
    while (!(await isDone()) && performance.now() < end) await Bun.sleep(100);
  };
  await until(async () => (await minutes()).length > 0);
  first.kill("SIGKILL");
  await first.exited;
  for (let minutes = 2; minutes <= 6; minutes++) github.write(issue, "ada", `/log ${minutes}m`);
  const again = await startSvc(
    { address: database.address, github },
    {
      ...settings,
      PORT: String(first.port),
    },
  );
  await until(async () => (await minutes()).length >= 6);
  expect(await minutes()).toEqual([1, 2, 3, 4, 5, 6]);
  await github.whenCommented(issue, 1, 30_000);
  expect((await db.select().from(polledOwners))[0]).toMatchObject({ owner: "acme", problem: null });
  await db.$client.end();
  again.kill("SIGKILL");
  await again.exited;
  await github.stop();
  await database.close();
}, 180_000);
