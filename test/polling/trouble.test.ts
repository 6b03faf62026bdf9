import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { deliveryListing, missingDeliveries } from "../../db/schema/redelivery.ts";
import type { Issue } from "../../server/github/simulated/things.ts";
import { redeliver } from "../../server/redelivery/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { type Asking, askingIn, lists, minutesAgo } from "./asked-for-comments.ts";

let svc: TestApp;
let issue: Issue;
let asking: Asking;
beforeEach(async () => {
  svc = await startApp();
  issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  asking = askingIn(svc);
});
afterEach(() => svc.stop());

const minutes = async () =>
  (await asking.entries()).map((entry) => entry.minutes).toSorted((one, other) => one - other);
const ready = async () =>
  (await svc.send(new Request("http://localhost/readyz"))).json() as Promise<Record<string, unknown>>;
const pageOf = async (path: string, language = "en") =>
  (await (await svc.signedIn("ada", language)).get(path)).text();

describe("what stands in the way", () => {
  test.each([
    ["an error of GitHub's", { status: 502 }],
    ["a connection that breaks", "reset" as const],
    ["an answer that breaks off", "cut_answer" as const],
    ["an answer that is no list", { status: 200, body: { message: "?" } }],
    ["a refusal", { status: 403, body: { message: "Resource not accessible by integration" } }],
  ])(
    "%s in one repository holds up no other, and what was written there is read later",
    async (_, respond) => {
      svc.github.repo("acme/api", { private: true });
      const other = svc.github.issue("acme/api");
      await asking.turn();
      svc.github.write(issue, "ada", "/log 1h");
      svc.github.write(other, "ada", "/log 2h");
      svc.github.fail({ path: "/repos/acme/api/issues/comments", respond, times: Infinity });
      await asking.turn();
      expect(await minutes()).toEqual([60]);
      expect(await asking.repositories()).toMatchObject([
        { name: "acme/api", problem: expect.stringContaining("acme/api") },
        { name: "acme/web", problem: null },
      ]);
      expect(await ready()).toMatchObject({ status: "degraded" });
      expect(await pageOf("/admin/deliveries")).toContain("cannot read the comments in acme/api");
      expect(await pageOf("/admin", "nl")).toContain("svc kan de reacties in acme/api niet lezen");
      svc.github.heal();
      await asking.turn();
      expect(await minutes()).toEqual([60, 120]);
      expect(await asking.repositories()).toMatchObject([{ problem: null }, { problem: null }]);
      expect(await ready()).toMatchObject({ status: "ready" });
    },
  );

  test.each([
    ["with Retry-After", { status: 403, headers: { "retry-after": "40" } }, 40],
    [
      "the secondary one",
      { status: 429, body: { message: "You have exceeded a secondary rate limit." } },
      60,
    ],
    ["in the list of repositories", { status: 429, headers: { "retry-after": "5" } }, 5],
  ])("a rate limit %s ends all asking until then", async (name, respond, seconds) => {
    await asking.turn();
    const path = name.includes("list of") ? "/installation/repositories" : lists;
    svc.github.fail({ path, respond });
    svc.github.write(issue, "ada", "/log 1h");
    await asking.turn();
    const { pausedUntil, problem } = await asking.owner();
    expect(Math.abs(pausedUntil!.getTime() - Date.now() - seconds * 1000)).toBeLessThan(4_000);
    expect(problem).toContain(`wait ${seconds} s`);
    asking.requests();
    await asking.turn();
    expect(asking.requests()).toEqual([]);
    await asking.agoBy(2);
    await asking.turn();
    expect(await minutes()).toEqual([60]);
    expect(await asking.owner()).toMatchObject({ problem: null, pausedUntil: null });
  });

  test("an App that is not installed is told, and what was written meanwhile is read once it is", async () => {
    await asking.turn();
    const browser = await svc.signedIn("ada", "en");
    const acme = svc.github.find.account("acme")!;
    acme.installation = undefined;
    await asking.turn();
    expect((await asking.owner()).problem).toContain("The App is not installed in acme");
    const page = await (await browser.get("/admin/deliveries")).text();
    expect(page).toContain("The App is not installed in acme");
    svc.github.write(issue, "ada", "/log 1h");
    await asking.agoBy(60);
    svc.github.install("acme");
    await asking.turn();
    expect(await minutes()).toEqual([60]);
  });

  test("a long outage is caught up with whole, each comment marked with when it was read", async () => {
    await asking.turn();
    await asking.agoBy(60 * 24 * 20);
    svc.github.repo("acme/api", { private: true });
    const other = svc.github.issue("acme/api");
    for (let day = 1; day <= 15; day++) {
      const at = minutesAgo(60 * 24 * day);
      svc.github.write(day % 2 ? issue : other, "ada", `/log ${day}m`, { at });
    }
    svc.github.fail({ path: lists, respond: "reset" });
    svc.github.fail({ path: /\/issues\/\d+$/, respond: { status: 500 } });
    for (let turn = 0; turn < 3; turn++) await asking.turn();
    expect(await minutes()).toEqual(Array.from({ length: 15 }, (_, day) => day + 1));
    expect((await asking.entries()).filter(({ backfilledAt }) => backfilledAt === null)).toEqual([]);
  }, 60_000);

  test("a comment whose author cannot be looked up waits, and is not lost", async () => {
    await asking.turn();
    svc.github.fail({ path: /\/memberships\//, times: Infinity, respond: { status: 500 } });
    svc.github.write(issue, "ada", "/log 1h");
    await asking.turn();
    await asking.turn();
    expect(await asking.deliveries()).toMatchObject([{ state: "pending" }]);
    expect(await minutes()).toEqual([]);
    svc.github.heal();
    const end = performance.now() + 40_000;
    while ((await minutes()).length === 0 && performance.now() < end) await Bun.sleep(200);
    expect(await minutes()).toEqual([60]);
  }, 60_000);
});

describe("from deliveries to asking", () => {
  test("what was lost, or is missing still, is read from where it was known to be whole", async () => {
    svc.config.github.hears = "webhook";
    await redeliver(svc.deps, 0);
    await svc.db.update(deliveryListing).set({ watermark: minutesAgo(300), readAt: minutesAgo(300) });
    await svc.db
      .insert(missingDeliveries)
      .values({ guid: "one", deliveryId: "1", deliveredAt: minutesAgo(500), statusCode: 502 });
    for (const ago of [100, 250, 480])
      svc.github.write(issue, "ada", `/log ${ago}m`, { at: minutesAgo(ago) });
    svc.github.write(issue, "ada", "/log 600m", { at: minutesAgo(600) });
    svc.config.github.hears = "polling";
    await asking.turn();
    expect(await minutes()).toEqual([100, 250, 480]);
    expect(await svc.db.select().from(missingDeliveries)).toEqual([]);
  });

  test("GitHub's record of deliveries is looked through no more, and nobody is told that it is not", async () => {
    svc.github.write(issue, "ada", "/log 1h");
    await asking.turn();
    const before = svc.github.requests.length;
    await redeliver(svc.deps, 0);
    expect(svc.github.requests.slice(before).map(({ path }) => path)).not.toContain("/app/hook/deliveries");
    await svc.db.update(deliveryListing).set({ watermark: minutesAgo(300), readAt: minutesAgo(300) });
    const page = await pageOf("/admin/deliveries");
    expect(page).toContain("asks GitHub for new comments every 30 seconds");
    expect(page).not.toContain("was last looked at");
    expect(await pageOf("/admin")).toContain("Asked GitHub for comments");
    const { status, asked_seconds_ago } = await ready();
    expect(status).toBe("ready");
    expect(Number(asked_seconds_ago)).toBeLessThan(60);
    await asking.agoBy(4);
    expect(await ready()).toMatchObject({ status: "degraded" });
    expect(await pageOf("/admin/deliveries")).toContain("GitHub was last asked for comments 4 minutes ago");
  });
});

describe("from asking to deliveries", () => {
  test("nothing is lost or doubled, and it ends a minute after GitHub delivers", async () => {
    await asking.turn();
    svc.github.write(issue, "ada", "/log 1m");
    svc.config.github.hears = "webhook";
    // Written before the switch, and read after it.
    expect(await asking.turn()).toBe(true);
    await svc.github.comment(issue, "ada", "/log 2m");
    svc.github.write(issue, "ada", "/log 3m");
    await asking.turn();
    expect((await asking.owner()).endedAt).toBeNull();
    await svc.db.execute("update polled_owners set closing_since = now() - interval '61 seconds'");
    svc.github.write(issue, "ada", "/log 4m");
    // What fails is asked for until it is there.
    svc.github.fail({ path: lists, respond: { status: 500 } });
    expect(await asking.turn()).toBe(true);
    expect((await asking.owner()).endedAt).toBeNull();
    expect(await asking.turn()).toBe(true);
    expect((await asking.owner()).endedAt).not.toBeNull();
    expect(await asking.turn()).toBe(false);
    asking.requests();
    await asking.turn();
    expect(asking.requests()).toEqual([]);
    expect(await minutes()).toEqual([1, 2, 3, 4]);
    expect(await asking.confirmations()).toHaveLength(4);
  });

  test("the record of deliveries is looked through from the switch on, without a gap of the time before", async () => {
    await redeliver(svc.deps, 0);
    await asking.turn();
    await svc.db.update(deliveryListing).set({ watermark: minutesAgo(60 * 24 * 90) });
    svc.config.github.hears = "webhook";
    await asking.turn();
    await redeliver(svc.deps, 0);
    const [listing] = await svc.db.select().from(deliveryListing);
    expect(listing).toMatchObject({ gapFrom: null, problem: null });
    expect(Date.now() - listing!.watermark.getTime()).toBeLessThan(60_000);
    const { comment } = await svc.github.commentLost(issue, "ada", "/log 7m");
    await redeliver(svc.deps, 0);
    await svc.github.sentAgain();
    expect((await asking.entries()).map(({ commentId }) => commentId)).toEqual([comment.id]);
  });

  test("and back again: what was lost in between is read", async () => {
    await asking.turn();
    svc.config.github.hears = "webhook";
    await asking.turn();
    await svc.db.execute("update polled_owners set closing_since = now() - interval '61 seconds'");
    await asking.turn();
    expect((await asking.owner()).endedAt).not.toBeNull();
    await asking.agoBy(60 * 24);
    await svc.github.comment(issue, "ada", "/log 1m");
    svc.github.write(issue, "ada", "/log 2m");
    svc.github.write(issue, "ada", "/log 9m", { at: minutesAgo(600) });
    svc.config.github.hears = "polling";
    await asking.turn();
    expect(await minutes()).toEqual([1, 2]);
    expect(await asking.owner()).toMatchObject({ endedAt: null, closingSince: null });
  });
});
