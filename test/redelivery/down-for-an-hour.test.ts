import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { deliveries, entries } from "../../db/schema.ts";
import { deliveryListing, missingDeliveries } from "../../db/schema/redelivery.ts";
import { redeliver } from "../../server/redelivery/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Issue } from "../../server/github/simulated/things.ts";

let svc: TestApp;
let issue: Issue;
beforeEach(async () => {
  svc = await startApp();
  issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  await cycle();
});
afterEach(() => svc.stop());

/** One look at GitHub's record, and what comes of it. */
async function cycle(app = svc): Promise<void> {
  await redeliver(app.deps, 0);
  await svc.github.sentAgain();
}
const ask = { method: "POST", path: /^\/app\/hook\/deliveries\/\d+\/attempts$/ };
const isAsking = (request: { method: string; path: string }) =>
  request.method === ask.method && ask.path.test(request.path);
const asked = () => svc.github.requests.filter(isAsking).length;
const recorded = async () => (await svc.db.select().from(entries)).map(({ commentId }) => commentId);
const missing = () => svc.db.select().from(missingDeliveries);
const listing = async () => (await svc.db.select().from(deliveryListing))[0]!;
/** What waits for its time is due. */
const later = () => svc.db.update(missingDeliveries).set({ nextAt: sql`now() - interval '1 second'` });
const sorted = (ids: number[]) => ids.toSorted((one, other) => one - other);

test("what was commented while svc was down is recorded after one look, with the labels of its time", async () => {
  const lost = [];
  for (let count = 0; count < 12; count++)
    lost.push(await svc.github.commentLost(issue, "ada", `/log ${count + 1}m`));
  svc.github.label(issue, "added:later");
  await svc.github.comment(issue, "ada", "/log 1h");
  await cycle();
  const rows = await svc.db.select().from(entries);
  expect(rows).toHaveLength(13);
  for (const { comment } of lost) {
    const [entry] = rows.filter(({ commentId }) => commentId === comment.id);
    expect(entry).toMatchObject({ labels: ["client:globex"], backfilledAt: null });
  }
  expect(asked()).toBe(12);
  await cycle();
  expect(asked()).toBe(12);
  expect(await missing()).toEqual([]);
}, 60_000);

test("in twenty random orders of losing, answering and looking, each comment has one entry in the end", async () => {
  const seed = Date.now() % 100_000;
  let drawn = seed;
  const chance = (of: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % of;
  for (let round = 0; round < 20; round++) {
    const written: number[] = [];
    for (let step = 0; step < 6; step++) {
      const what = chance(4);
      if (what === 0) written.push((await svc.github.comment(issue, "ada", "/log 5m")).comment.id);
      if (what === 1 || what === 2)
        written.push((await svc.github.commentLost(issue, "ada", "/log 5m")).comment.id);
      if (what === 3) await cycle();
    }
    await cycle();
    await later();
    await cycle();
    const have = await recorded();
    for (const id of written) {
      const message = `seed ${seed}, round ${round}, comment ${id}`;
      expect(`${message}: ${have.filter((one) => one === id).length}`).toBe(`${message}: 1`);
    }
  }
  expect(await missing()).toEqual([]);
}, 120_000);

test("one that appears in the record some minutes late is seen too", async () => {
  const { comment, guid } = await svc.github.commentLost(issue, "ada", "/log 2h");
  svc.github.deliveries.find((one) => one.guid === guid)!.at = new Date(Date.now() - 8 * 60_000);
  await cycle();
  expect(await recorded()).toEqual([comment.id]);
});

test("what was delivered before svc was first started is not asked for", async () => {
  const { guid } = await svc.github.commentLost(issue, "ada", "/log 2h");
  svc.github.deliveries.find((one) => one.guid === guid)!.at = new Date(Date.now() - 3_600_000);
  await cycle();
  expect(asked()).toBe(0);
});

describe("a delivery that never arrives", () => {
  test("is asked for five times, and then read from GitHub's record with the labels of its time", async () => {
    const { comment, guid } = await svc.github.commentLost(issue, "ada", "/log 2h");
    svc.github.webhookTo((request) =>
      request.headers.get("x-github-delivery") === guid
        ? new Response("", { status: 500 })
        : svc.send(request),
    );
    for (let look = 0; look < 5; look++) {
      await cycle();
      await cycle();
      expect(asked()).toBe(look + 1);
      expect(await missing()).toMatchObject([{ guid, asked: look + 1, givenUpAt: null }]);
      await later();
    }
    svc.github.label(issue, "added:later");
    await cycle();
    await later();
    await cycle();
    expect(asked()).toBe(5);
    expect(await missing()).toEqual([]);
    const [entry] = await svc.db.select().from(entries).where(eq(entries.commentId, comment.id));
    expect(entry).toMatchObject({ minutes: 120, labels: ["client:globex"], backfilledAt: null });
  }, 60_000);

  test("and cannot be read either is given up, and its comment is read instead", async () => {
    const { comment, guid } = await svc.github.commentLost(issue, "ada", "/log 2h");
    svc.github.webhookTo(() => new Response("", { status: 500 }));
    for (let look = 0; look < 5; look++) {
      await cycle();
      await later();
    }
    svc.github.fail({ path: /^\/app\/hook\/deliveries\/\d+$/, respond: { status: 404 } });
    await cycle();
    expect(await missing()).toMatchObject([{ guid, asked: 5 }]);
    expect((await missing())[0]!.givenUpAt).not.toBeNull();
    const [entry] = await svc.db.select().from(entries).where(eq(entries.commentId, comment.id));
    expect(entry!.backfilledAt).not.toBeNull();
    svc.github.webhookTo(svc.send);
    await svc.github.redeliver(guid);
    expect(await recorded()).toEqual([comment.id]);
  }, 60_000);

  test("because GitHub has it no longer, is not asked for again", async () => {
    const { comment } = await svc.github.commentLost(issue, "ada", "/log 2h");
    svc.github.fail({ ...ask, times: Infinity, respond: { status: 404 } });
    await cycle();
    await later();
    await cycle();
    expect(asked()).toBe(1);
    expect(await recorded()).toEqual([comment.id]);
  });
});

describe("two instances", () => {
  test("that look at the same time ask once for each delivery", async () => {
    const other = await startApp({ shared: { github: svc.github, database: svc.database } });
    for (let count = 0; count < 8; count++) await svc.github.commentLost(issue, "ada", "/log 5m");
    await Promise.all([cycle(), cycle(other), cycle(), cycle(other)]);
    await svc.github.sentAgain();
    expect(asked()).toBe(8);
    expect(await recorded()).toHaveLength(8);
    await other.stop();
  }, 60_000);

  test("have one job between them, however often it is asked for", async () => {
    const other = await startApp({ shared: { github: svc.github, database: svc.database } });
    const listed = () => svc.github.requests.filter(({ path }) => path === "/app/hook/deliveries").length;
    const before = listed();
    svc.github.fail({ path: "/app/hook/deliveries", delayMs: 1_500 });
    const job = { queue: "redeliver", data: {} } as const;
    for (const { jobs } of [svc, other, svc, other]) await svc.db.transaction((tx) => jobs.enqueue(tx, job));
    const end = performance.now() + 15_000;
    while (listed() === before && performance.now() < end) await Bun.sleep(50);
    // It is under way: another one would begin beside it now.
    await svc.db.transaction((tx) => other.jobs.enqueue(tx, job));
    await Bun.sleep(4_000);
    expect(listed() - before).toBe(1);
    await other.stop();
  }, 60_000);
});

describe("what breaks off", () => {
  test("between the pages of the record loses nothing: it is read again from where it was", async () => {
    for (let count = 0; count < 250; count++)
      await svc.github.lose("push", { ref: "refs/heads/main", count });
    const { comment } = await svc.github.commentLost(issue, "ada", "/log 2h");
    const { watermark } = await listing();
    // GitHub's clock is told to the second.
    await Bun.sleep(1_100);
    const record = (request: { path: string }) => request.path === "/app/hook/deliveries";
    svc.github.fail({ path: "/app/hook/deliveries", times: 2 });
    svc.github.fail({ path: "/app/hook/deliveries", respond: { status: 502 } });
    const before = svc.github.requests.filter(record).length;
    await cycle();
    expect(svc.github.requests.filter(record).length - before).toBe(3);
    expect((await listing()).watermark).toEqual(watermark);
    expect((await listing()).problem).toContain("list its deliveries");
    expect(await missing()).toEqual([]);
    expect(asked()).toBe(0);
    await cycle();
    expect((await listing()).watermark.getTime()).toBeGreaterThan(watermark.getTime());
    expect(await listing()).toMatchObject({ problem: null });
    expect(await recorded()).toEqual([comment.id]);
  }, 60_000);

  test("after the record was read and before anything was asked for: it is asked for next time", async () => {
    const { comment } = await svc.github.commentLost(issue, "ada", "/log 2h");
    svc.github.fail({ ...ask, respond: "reset" });
    await cycle();
    expect(await missing()).toMatchObject([{ asked: 0 }]);
    expect(await recorded()).toEqual([]);
    await cycle();
    expect(await recorded()).toEqual([comment.id]);
  });

  test("after something was asked for and before the answer: it arrives once", async () => {
    const { comment } = await svc.github.commentLost(issue, "ada", "/log 2h");
    svc.github.fail({ ...ask, respond: "reset_after" });
    await cycle();
    await cycle();
    expect(await recorded()).toEqual([comment.id]);
    expect(await svc.db.select().from(deliveries)).toHaveLength(1);
  });
});

test("a database restored from a backup gets back what GitHub had delivered since", async () => {
  const written = [];
  for (let count = 0; count < 3; count++)
    written.push((await svc.github.comment(issue, "ada", "/log 5m")).comment.id);
  const restored = await startApp({ config: { github: svc.github.config } });
  const { watermark } = await listing();
  await restored.db.insert(deliveryListing).values({ watermark });
  svc.github.webhookTo(restored.send);
  await cycle(restored);
  const rows = await restored.db.select().from(entries);
  expect(sorted(rows.map(({ commentId }) => commentId))).toEqual(sorted(written));
  await restored.stop();
}, 60_000);
