import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { confirmations, deliveries, entries } from "../../db/schema.ts";
import { deliveryListing } from "../../db/schema/redelivery.ts";
import type { EntryDetailJson } from "../../server/entries/history/json.ts";
import { redeliver } from "../../server/redelivery/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Issue } from "../../server/github/simulated/things.ts";

const day = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day);

let svc: TestApp;
let issue: Issue;
beforeEach(async () => {
  svc = await startApp();
  issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  await cycle();
  // svc last looked five days ago.
  await svc.db.update(deliveryListing).set({ watermark: daysAgo(5), readAt: daysAgo(5) });
});
afterEach(() => svc.stop());

async function cycle(): Promise<void> {
  await redeliver(svc.deps, 0);
  await svc.github.sentAgain();
}
const byName = (one: string | null, other: string | null) => String(one).localeCompare(String(other));
const entriesOf = (commentId: number) =>
  svc.db.select().from(entries).where(eq(entries.commentId, commentId));
const listing = async () => (await svc.db.select().from(deliveryListing))[0]!;

/** A comment of so many days ago, whose delivery did not arrive and is as old. */
async function lostDaysAgo(days: number, body = "/log 2h", by = "ada", on = issue) {
  const lost = await svc.github.commentLost(on, by, body, { at: daysAgo(days) });
  svc.github.deliveries.find(({ guid }) => guid === lost.guid)!.at = daysAgo(days);
  return lost;
}

test("comments older than GitHub's record are read, with the labels of today, and marked as such", async () => {
  const { comment } = await lostDaysAgo(4);
  const young = await lostDaysAgo(1);
  svc.github.label(issue, "added:later");
  await cycle();
  const [entry] = await entriesOf(comment.id);
  expect(entry).toMatchObject({ minutes: 120, labels: ["client:globex", "added:later"] });
  expect(Math.abs(Date.now() - entry!.backfilledAt!.getTime())).toBeLessThan(60_000);
  expect(entry!.workedOn).toBe(daysAgo(4).toLocaleDateString("sv-SE", { timeZone: "Europe/Amsterdam" }));
  // What GitHub still has is sent again, as it was.
  expect(await entriesOf(young.comment.id)).toMatchObject([
    { labels: ["client:globex"], backfilledAt: null },
  ]);
  expect(await listing()).toMatchObject({ gapFrom: null, gapUntil: null, gapRead: [], problem: null });

  const { backfilled_at, history } = (await (
    await svc.api(`/time-entries/${entry!.id}`)
  ).json()) as EntryDetailJson;
  expect(backfilled_at).toBe(entry!.backfilledAt!.toISOString());
  expect(history[0]!.backfilled_at).toBe(backfilled_at);
  const [reply] = await svc.db.select().from(confirmations).where(eq(confirmations.commentId, comment.id));
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Amsterdam" });
  expect(reply!.body).toContain(`did not reach svc, which read it on ${today}`);
  expect(reply!.body).toContain("labels are those that the issue had that day");
  const [other] = await svc.db
    .select()
    .from(confirmations)
    .where(eq(confirmations.commentId, young.comment.id));
  expect(other!.body).not.toContain("did not reach svc");
}, 30_000);

test("a delivery that comes after all changes nothing", async () => {
  const { comment, guid } = await lostDaysAgo(4, "/log 2h\n/plan 4h");
  await cycle();
  const before = await entriesOf(comment.id);
  expect(before).toHaveLength(2);
  const late = await svc.github.redeliver(guid);
  expect(JSON.parse(late.answer)).toMatchObject({ outcome: "duplicate" });
  expect(await entriesOf(comment.id)).toEqual(before);
});

test("reading the same time again changes nothing, whatever came of its comments", async () => {
  await lostDaysAgo(4);
  await lostDaysAgo(4, "/log 2");
  await lostDaysAgo(4, "/log 2h", "stranger");
  await cycle();
  const before = await svc.db.select().from(deliveries);
  expect(before.map(({ outcome }) => outcome).toSorted(byName)).toEqual([
    "not_member",
    "recorded",
    "refused",
  ]);
  await svc.db.update(deliveryListing).set({ watermark: daysAgo(5) });
  await cycle();
  expect(await svc.db.select().from(deliveries)).toEqual(before);
}, 30_000);

test("what holds no command, what a bot wrote, and what is of another time is left alone", async () => {
  await lostDaysAgo(4, "Nice!");
  await lostDaysAgo(8, "/log 2h");
  const old = await lostDaysAgo(9, "/log 1h");
  await svc.github.editComment(old.comment, "/log 3h");
  svc.github.write(issue, svc.github.bot, "/log 2h", { byOurApp: true, at: daysAgo(4) });
  await cycle();
  expect(await svc.db.select().from(entries)).toEqual([]);
  expect((await svc.db.select().from(deliveries)).filter(({ backfilledAt }) => backfilledAt)).toEqual([]);
});

test("every comment of many is read, in all repositories, though some are edited meanwhile", async () => {
  const { github } = svc;
  github.repo("acme/api", { private: true });
  const other = github.issue("acme/api");
  const pull = github.issue("acme/web", { pullRequest: true });
  for (let count = 0; count < 240; count++)
    github.write(issue, "ada", count % 60 === 0 ? "/log 5m" : "Hm.", {
      at: new Date(+daysAgo(4) + count * 1000),
    });
  // More than a page, all of the same second.
  const second = daysAgo(4.5);
  for (let count = 0; count < 130; count++)
    github.write(other, "ada", count % 65 === 0 ? "/log 5m" : "Hm.", { at: second });
  github.write(pull, "ada", "/log 5m", { at: daysAgo(4.2) });
  const all = github.requests.length;
  github.fail({ path: "/repos/acme/web/issues/comments" });
  const edits = setInterval(() => {
    const first = issue.comments.find(({ updatedAt, createdAt }) => updatedAt === createdAt);
    if (github.requests.slice(all).some(({ path }) => path === "/repos/acme/web/issues/comments") && first)
      first.updatedAt = new Date();
  }, 5);
  await cycle();
  clearInterval(edits);
  expect(await svc.db.select().from(entries)).toHaveLength(4 + 2 + 1);
}, 60_000);

describe("what stands in the way", () => {
  test.each([
    ["a repository that GitHub refuses", { status: 403, body: { message: "Forbidden" } }],
    ["an outage", { status: 502 }],
  ])("%s keeps the gap open, and the rest is read once", async (_, respond) => {
    svc.github.repo("acme/api", { private: true });
    const other = svc.github.issue("acme/api");
    const [one, two] = [await lostDaysAgo(4), await lostDaysAgo(4, "/log 1h", "ada", other)];
    svc.github.fail({ path: "/repos/acme/api/issues/comments", respond });
    await cycle();
    expect(await entriesOf(one.comment.id)).toHaveLength(1);
    expect(await entriesOf(two.comment.id)).toHaveLength(0);
    const { gapFrom, gapRead, problem } = await listing();
    expect(gapFrom).not.toBeNull();
    expect(gapRead).toEqual([issue.repo.id]);
    expect(problem).toContain("acme/api");
    const reads = () => svc.github.requests.filter(({ path }) => path === "/repos/acme/web/issues/comments");
    const before = reads().length;
    await cycle();
    expect(reads()).toHaveLength(before);
    expect(await entriesOf(two.comment.id)).toHaveLength(1);
    expect(await listing()).toMatchObject({ gapFrom: null, problem: null });
  });

  test("a repository that is gone does not", async () => {
    svc.github.repo("acme/api", { private: true });
    svc.github.fail({ path: "/repos/acme/api/issues/comments", respond: { status: 404 } });
    const { comment } = await lostDaysAgo(4);
    await cycle();
    expect(await entriesOf(comment.id)).toHaveLength(1);
    expect(await listing()).toMatchObject({ gapFrom: null, problem: null });
  });

  test("a gap that grows while it is read is read again", async () => {
    const { comment } = await lostDaysAgo(4);
    svc.github.fail({ path: "/repos/acme/web/issues/comments", respond: { status: 502 } });
    await cycle();
    const { gapFrom } = await listing();
    await svc.db.update(deliveryListing).set({ watermark: daysAgo(9), gapRead: [issue.repo.id] });
    const older = await lostDaysAgo(8, "/log 1h");
    await cycle();
    expect(gapFrom!.getTime()).toBeGreaterThan(daysAgo(6).getTime());
    expect(await entriesOf(comment.id)).toHaveLength(1);
    expect(await entriesOf(older.comment.id)).toHaveLength(1);
  });
});

test("no gap is seen where svc looked within three days, however little the record holds", async () => {
  await svc.db.update(deliveryListing).set({ watermark: sql`now() - interval '2 days'` });
  await cycle();
  expect(await listing()).toMatchObject({ gapFrom: null });
  expect(svc.github.requests.some(({ path }) => path === "/installation/repositories")).toBe(false);
});
