import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { deliveryListing, missingDeliveries } from "../../db/schema/redelivery.ts";
import { redeliver, redeliverRegularly } from "../../server/redelivery/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { CannedReply } from "../../server/github/simulated/faults.ts";

let svc: TestApp;
beforeEach(async () => {
  svc = await startApp();
  await cycle();
});
afterEach(() => svc.stop());

async function cycle(): Promise<void> {
  await redeliver(svc.deps, 0);
  await svc.github.sentAgain();
}
const lost = () => svc.github.commentLost(svc.github.issue("acme/web"), "ada", "/log 2h");
const listing = async () => (await svc.db.select().from(deliveryListing))[0]!;
const count = (path: RegExp) => svc.github.requests.filter((request) => path.test(request.path)).length;
const record = /^\/app\/hook\/deliveries$/;
const attempts = /^\/app\/hook\/deliveries\/\d+\/attempts$/;

describe.each<[string, CannedReply, string]>([
  ["is down", { status: 503 }, "could not"],
  [
    "does not know the key",
    { status: 401, body: { message: "A JSON web token could not be decoded" } },
    "GITHUB_PRIVATE_KEY",
  ],
  ["refuses", { status: 403, body: { message: "Resource not accessible by integration" } }, "refused"],
  ["redirects", { status: 302, headers: { location: "https://elsewhere.example/" } }, "redirected"],
])("where GitHub %s", (_, respond, words) => {
  test("reading its record, nothing moves, and the reason is written down and logged", async () => {
    const { comment } = await lost();
    const { watermark } = await listing();
    svc.github.fail({ path: record, times: Infinity, respond });
    await Bun.sleep(1_100);
    await cycle();
    expect((await listing()).problem).toContain(words);
    expect((await listing()).watermark).toEqual(watermark);
    expect(svc.logged.some((line) => line.includes(words))).toBe(true);
    expect(count(attempts)).toBe(0);
    svc.github.heal();
    await cycle();
    expect(await listing()).toMatchObject({ problem: null, problemAt: null });
    expect(await svc.db.select().from(entries)).toMatchObject([{ commentId: comment.id }]);
  });

  test("asked to send again, it does not count as asked", async () => {
    const { comment } = await lost();
    svc.github.fail({ path: attempts, times: Infinity, respond });
    for (let look = 0; look < 7; look++) await cycle();
    expect(await svc.db.select().from(missingDeliveries)).toMatchObject([{ asked: 0, givenUpAt: null }]);
    expect((await listing()).problem).toContain(words);
    svc.github.heal();
    await cycle();
    expect(await svc.db.select().from(entries)).toMatchObject([{ commentId: comment.id }]);
  });
});

test.each([
  ["its record", record],
  ["to send again", attempts],
])("where GitHub asks to wait when asked for %s, nothing is asked before", async (_, path) => {
  const { comment } = await lost();
  svc.github.fail({ path, respond: { status: 429, headers: { "retry-after": "3" } } });
  await cycle();
  const before = svc.github.requests.length;
  await cycle();
  expect(svc.github.requests.length).toBe(before);
  expect((await listing()).problem).toContain("asks to wait 3 s");
  await svc.db.update(deliveryListing).set({ pausedUntil: sql`now()` });
  await cycle();
  expect(await svc.db.select().from(entries)).toMatchObject([{ commentId: comment.id }]);
  expect(await listing()).toMatchObject({ problem: null, pausedUntil: null });
});

test("an answer that is no list moves nothing, and an odd item in one does not stop the rest", async () => {
  const { watermark } = await listing();
  await Bun.sleep(1_100);
  svc.github.fail({ path: record, respond: { status: 200, body: { message: "Hello" } } });
  await cycle();
  expect((await listing()).watermark).toEqual(watermark);
  expect((await listing()).problem).toContain("unreadable");
  svc.github.fail({ path: record, respond: { status: 200, body: [null, {}, { id: 7, guid: "x" }] } });
  await cycle();
  expect((await listing()).problem).toBeNull();
});

test("without GitHub nothing is asked and nothing scheduled", async () => {
  const nowhere = { ...svc.github.config, appId: undefined, privateKey: undefined };
  const alone = await startApp({ config: { github: nowhere } });
  const before = alone.github.requests.length;
  await redeliver(alone.deps, 0);
  await redeliverRegularly(alone.deps);
  expect(alone.github.requests).toHaveLength(before);
  expect(await alone.db.select().from(deliveryListing)).toEqual([]);
  const scheduled = await alone.db.execute(sql`select name from pgboss.schedule`);
  expect([...scheduled]).toEqual([]);
  await alone.stop();
});

test("it is done after a start and every five minutes", async () => {
  const { comment } = await lost();
  const before = count(record);
  await redeliverRegularly(svc.deps);
  await redeliverRegularly(svc.deps);
  const [scheduled, ...more] = [...(await svc.db.execute(sql`select name, cron from pgboss.schedule`))];
  expect(scheduled).toMatchObject({ name: "redeliver", cron: "*/5 * * * *" });
  expect(more).toEqual([]);
  const end = performance.now() + 20_000;
  while (count(record) === before && performance.now() < end) await Bun.sleep(100);
  await Bun.sleep(1_000);
  await svc.github.sentAgain();
  expect(await svc.db.select().from(entries)).toMatchObject([{ commentId: comment.id }]);
}, 40_000);
