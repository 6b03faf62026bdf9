import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { eq, inArray } from "drizzle-orm";
import { confirmations } from "../../db/schema.ts";
import { pausePosting } from "../../server/confirmations/store.ts";
import { postConfirmation } from "../../server/confirmations/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Issue } from "../../server/github/simulated/things.ts";

let svc: TestApp;
let other: TestApp;
beforeAll(async () => {
  svc = await startApp();
  other = await startApp({ shared: svc });
});
afterAll(async () => {
  await other.stop();
  await svc.stop();
});
// The second of the comment before is over.
beforeEach(() => Bun.sleep(1_100));

const posts = /\/comments$/;
const rowsOf = (ids: number[]) =>
  svc.db.select().from(confirmations).where(inArray(confirmations.commentId, ids));
const rowOf = async (commentId: number) => (await rowsOf([commentId]))[0]!;
const ours = (issue: Issue) => issue.comments.filter((comment) => comment.byOurApp);
const markersIn = (text: string) =>
  [...text.matchAll(/<!-- svc:v1:([0-9a-f-]{36}) -->/g)].map(([, marker]) => marker!);

/** So many commands on one issue, while nothing may be posted for so many seconds. */
async function storm(issue: Issue, count: number, pausedSeconds: number): Promise<number[]> {
  await svc.db.transaction((tx) => pausePosting(tx, "acme", pausedSeconds));
  const ids: number[] = [];
  while (ids.length < count) {
    const few = Array.from({ length: Math.min(20, count - ids.length) }, () =>
      svc.github.comment(issue, "ada", "/log 1h"),
    );
    for (const { status, comment } of await Promise.all(few)) {
      // On a busy machine some are still being processed.
      expect([200, 202]).toContain(status);
      ids.push(comment.id);
    }
  }
  for (const end = performance.now() + 20_000; (await rowsOf(ids)).length < count; await Bun.sleep(50))
    expect(performance.now()).toBeLessThan(end);
  return ids;
}

async function allPosted(ids: number[], withinMs: number) {
  for (const end = performance.now() + withinMs; ; await Bun.sleep(100)) {
    const rows = await rowsOf(ids);
    if (rows.every(({ state }) => state === "posted")) return rows;
    if (performance.now() > end) throw new Error("not all were posted");
  }
}

test("a storm of commands on one issue is answered in few comments, with the marker of each once, by two instances", async () => {
  const [stormy, calm] = [svc.github.issue("acme/web"), svc.github.issue("acme/web")];
  const ids = await storm(stormy, 60, 8);
  const { comment } = await svc.github.comment(calm, "ada", "/log 2h");
  const rows = await allPosted([...ids, comment.id], 30_000);
  const posted = ours(stormy);
  expect(posted.length).toBeLessThanOrEqual(5);
  expect(posted.flatMap(({ body }) => markersIn(body)).sort()).toEqual(
    rows
      .filter(({ commentId }) => commentId !== comment.id)
      .map(({ marker }) => marker)
      .sort(),
  );
  for (const row of rows) {
    const holder = [...posted, ...ours(calm)].find(({ body }) => body.includes(row.marker));
    expect(row).toMatchObject({ postedCommentId: holder!.id, attempts: 1, problem: null });
  }
  expect(ours(calm)).toHaveLength(1);
}, 60_000);

test("where GitHub took a comment for many and its answer was lost, none of them is posted again", async () => {
  const issue = svc.github.issue("acme/web");
  svc.github.fail({ method: "POST", path: posts, times: 1, respond: "reset_after" });
  const ids = await storm(issue, 8, 3);
  for (const end = performance.now() + 20_000; (await rowOf(ids[0]!)).problem === null; await Bun.sleep(50))
    expect(performance.now()).toBeLessThan(end);
  const rows = await rowsOf(ids);
  const tried = rows.filter(({ attempts }) => attempts > 0);
  await postConfirmation(svc.deps, { confirmationId: tried[0]!.id });
  const standing = await rowsOf(ids);
  for (const { marker } of tried) {
    expect(standing.find((row) => row.marker === marker)).toMatchObject({ state: "posted" });
  }
  await allPosted(ids, 20_000);
  const markers = ours(issue).flatMap(({ body }) => markersIn(body));
  expect(markers.sort()).toEqual(rows.map(({ marker }) => marker).sort());
}, 60_000);

test("a storm that GitHub refuses for good ends as failed, each with the reason", async () => {
  const issue = svc.github.issue("acme/web");
  svc.github.fail({ method: "POST", path: posts, times: Infinity, respond: { status: 403 } });
  const ids = await storm(issue, 6, 3);
  for (const end = performance.now() + 20_000; ; await Bun.sleep(100)) {
    const rows = await rowsOf(ids);
    if (rows.every(({ state, problem }) => state === "failed" && problem !== null)) break;
    expect(performance.now()).toBeLessThan(end);
  }
  svc.github.heal();
  expect(ours(issue)).toHaveLength(0);
}, 60_000);

test("two processes that have the same confirmation in hand post it once", async () => {
  const issue = svc.github.issue("acme/web");
  await svc.db.transaction((tx) => pausePosting(tx, "acme", 600));
  const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
  const { id } = await rowOf(comment.id);
  await svc.db.$client`update posting_turns set next_at = now()`;
  svc.github.fail({ method: "POST", path: posts, times: 1, delayMs: 2_500 });
  // As if the lease of one had been given away while it stood still, its comment on the way.
  const slow = postConfirmation(svc.deps, { confirmationId: id });
  await Bun.sleep(1_200);
  await postConfirmation(other.deps, { confirmationId: id });
  await slow;
  await Bun.sleep(1_500);
  expect(ours(issue)).toHaveLength(1);
  expect(await rowOf(comment.id)).toMatchObject({ state: "posted", attempts: 1, underWaySince: null });
}, 20_000);

test("one that was left in the middle is looked for once nobody can be posting it any more, and then posted", async () => {
  const issue = svc.github.issue("acme/web");
  await svc.db.transaction((tx) => pausePosting(tx, "acme", 600));
  const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
  const left = (secondsAgo: number) =>
    svc.db
      .update(confirmations)
      .set({ attempts: 1, underWaySince: new Date(Date.now() - secondsAgo * 1000) })
      .where(eq(confirmations.commentId, comment.id));
  const { id } = await rowOf(comment.id);
  await left(40);
  await svc.db.$client`update posting_turns set next_at = now()`;
  await postConfirmation(svc.deps, { confirmationId: id });
  expect(ours(issue)).toHaveLength(0);
  await left(50);
  await postConfirmation(other.deps, { confirmationId: id });
  expect(ours(issue)).toHaveLength(1);
}, 20_000);

test("a repository that was renamed, and whose name another one took, gets its confirmation; the other one gets none", async () => {
  svc.github.repo("acme/old", { private: true });
  const issue = svc.github.issue("acme/old");
  svc.github.fail({ method: "POST", path: posts, times: 1, respond: { status: 502 } });
  const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
  for (const end = performance.now() + 5_000; (await rowOf(comment.id)).problem === null; await Bun.sleep(50))
    expect(performance.now()).toBeLessThan(end);
  svc.github.renameRepo("acme/old", "new");
  svc.github.repo("acme/old", { private: true });
  const stranger = svc.github.issue("acme/old");
  expect(stranger.number).toBe(issue.number);

  const { id } = await rowOf(comment.id);
  await postConfirmation(svc.deps, { confirmationId: id });
  expect(await rowOf(comment.id)).toMatchObject({ state: "posted" });
  expect([ours(issue).length, ours(stranger).length]).toEqual([1, 0]);
});

test("one that waited for longer than a minute asks first, at its first attempt too, and says so where the repository is gone", async () => {
  svc.github.repo("acme/gone", { private: true });
  const issue = svc.github.issue("acme/gone");
  await svc.db.transaction((tx) => pausePosting(tx, "acme", 600));
  const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
  await svc.db
    .update(confirmations)
    .set({ createdAt: new Date(Date.now() - 120_000) })
    .where(eq(confirmations.commentId, comment.id));
  svc.github.removeRepo("acme/gone");
  svc.github.repo("acme/gone", { private: true });
  const stranger = svc.github.issue("acme/gone");
  await svc.db.$client`update posting_turns set next_at = now()`;
  await postConfirmation(svc.deps, { confirmationId: (await rowOf(comment.id)).id });
  const row = await rowOf(comment.id);
  expect(row).toMatchObject({ state: "failed", attempts: 0 });
  expect(row.problem).toContain("acme/gone");
  expect(ours(stranger)).toHaveLength(0);
});
