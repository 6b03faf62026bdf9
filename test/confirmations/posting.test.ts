import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { confirmations, postingTurns } from "../../db/schema.ts";
import { pausePosting } from "../../server/confirmations/store.ts";
import { postConfirmation } from "../../server/confirmations/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());
// The second of the comment before is over.
beforeEach(() => Bun.sleep(1_100));

const posts = /\/comments$/;
const ours = (issue: { comments: { byOurApp: boolean }[] }) =>
  issue.comments.filter((comment) => comment.byOurApp);
const confirmationOf = async (commentId: number) =>
  (await svc.db.select().from(confirmations).where(eq(confirmations.commentId, commentId)))[0]!;

/** The job queue tries again after seconds; this does it now. */
async function again(commentId: number): Promise<void> {
  await postConfirmation(svc.deps, { confirmationId: (await confirmationOf(commentId)).id }).catch(() => {});
}

async function attempted(commentId: number, attempts = 1): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { attempts: made, problem } = await confirmationOf(commentId);
    if (made >= attempts && problem !== null) return;
    await Bun.sleep(50);
  }
  throw new Error("nothing was attempted");
}

test("a confirmation leaves within 100 ms of its entry", async () => {
  const issue = svc.github.issue("acme/web");
  await svc.github.comment(issue, "ada", "/log 1h");
  await svc.github.whenCommented(issue);
  await Bun.sleep(1_100);
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    const next = svc.github.issue("acme/web");
    const { comment } = await svc.github.comment(next, "ada", "/log 1h");
    await svc.github.whenCommented(next);
    const { createdAt, postedAt } = await confirmationOf(comment.id).then(async (row) => {
      while (row.postedAt === null) row = await confirmationOf(comment.id);
      return row;
    });
    times.push(postedAt!.getTime() - createdAt.getTime());
    await Bun.sleep(1_100);
  }
  expect(Math.min(...times)).toBeLessThan(100);
});

test("comments of one owner are posted at least a second apart", async () => {
  const issues = [1, 2, 3].map(() => svc.github.issue("acme/web"));
  await Promise.all(issues.map((issue) => svc.github.comment(issue, "ada", "/log 1h")));
  const times: number[] = [];
  const stop = svc.github.onComment(() => times.push(performance.now()));
  await Promise.all(issues.map((issue) => svc.github.whenCommented(issue, 1, 10_000)));
  stop();
  for (const [place, time] of times.slice(1).entries()) expect(time - times[place]!).toBeGreaterThan(900);
});

test("what a killed instance left in the middle holds up nobody for longer than half a minute", async () => {
  const [left, behind] = [svc.github.issue("acme/web"), svc.github.issue("acme/web")];
  // With a pause longer than a job waits for, its job stands there until later: then nobody has it.
  await svc.db.transaction((tx) => pausePosting(tx, "acme", 25));
  const { comment } = await svc.github.comment(left, "ada", "/log 1h");
  const { id } = await confirmationOf(comment.id);
  const made = () => svc.db.$client`
    update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(), start_after = now()
    where name = 'post-confirmation' and data->>'confirmationId' = ${String(id)} and state = 'created'
      and start_after > now() + interval '5 seconds' returning id`;
  while ((await made()).length === 0) await Bun.sleep(50);
  await svc.db.update(postingTurns).set({ nextAt: new Date() });
  await svc.github.comment(behind, "ada", "/log 1h");
  await Promise.all([left, behind].map((issue) => svc.github.whenCommented(issue, 1, 45_000)));
  expect([ours(left).length, ours(behind).length]).toEqual([1, 1]);
}, 60_000);

describe("where GitHub fails", () => {
  test.each([
    ["answers 500", { respond: { status: 500 } }],
    ["answers 502", { respond: { status: 502 } }],
    ["cuts the connection", { respond: "reset" }],
  ] as const)("it %s: the entry stands, and the confirmation comes later, once", async (_, fault) => {
    const issue = svc.github.issue("acme/web");
    svc.github.fail({ method: "POST", path: posts, times: 1, ...fault } as Parameters<
      typeof svc.github.fail
    >[0]);
    const { comment, answer } = await svc.github.comment(issue, "ada", "/log 1h");
    expect(JSON.parse(answer)).toMatchObject({ outcome: "recorded" });
    await attempted(comment.id);
    expect(await confirmationOf(comment.id)).toMatchObject({ state: "pending" });
    await again(comment.id);
    expect(ours(issue)).toHaveLength(1);
    expect(await confirmationOf(comment.id)).toMatchObject({ state: "posted", problem: null });
  });

  test("it takes the comment and cuts the connection: the retry finds it by its marker and posts no second", async () => {
    const issue = svc.github.issue("acme/web");
    svc.github.fail({ method: "POST", path: posts, times: 1, respond: "reset_after" });
    const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
    await attempted(comment.id);
    // Somebody quotes the marker: that is not our comment.
    const { marker } = await confirmationOf(comment.id);
    svc.github.write(issue, "ada", `> <!-- svc:v1:${marker} -->`);
    await again(comment.id);
    expect(ours(issue)).toHaveLength(1);
    expect(await confirmationOf(comment.id)).toMatchObject({ state: "posted" });
  });

  test("it asks for a pause: nobody posts for that owner before it is over, and entries go on", async () => {
    const issue = svc.github.issue("acme/web");
    svc.github.fail({
      method: "POST",
      path: posts,
      times: 1,
      respond: { status: 429, headers: { "retry-after": "3" } },
    });
    const start = performance.now();
    await svc.github.comment(issue, "ada", "/log 1h");
    await Bun.sleep(300);
    const other = svc.github.issue("acme/web");
    expect((await svc.github.comment(other, "ada", "/log 1h")).status).toBe(200);
    await Promise.all([
      svc.github.whenCommented(issue, 1, 15_000),
      svc.github.whenCommented(other, 1, 15_000),
    ]);
    expect(performance.now() - start).toBeGreaterThan(2_900);
  });

  test("it asks for pauses again and again: each is longer than asked for", async () => {
    const issue = svc.github.issue("acme/web");
    const limited = {
      status: 403,
      headers: { "retry-after": "1" },
      body: { message: "secondary rate limit" },
    };
    svc.github.fail({ method: "POST", path: posts, times: 3, respond: limited });
    const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      await attempted(comment.id, attempt);
      const [left] = await svc.db.$client<{ seconds: number }[]>`
        select extract(epoch from next_at - clock_timestamp())::float8 as seconds from posting_turns`;
      pauses.push(Math.round(left!.seconds / 10) * 10);
      await svc.db.update(postingTurns).set({ nextAt: new Date() });
      await svc.db
        .update(confirmations)
        .set({ problem: null })
        .where(eq(confirmations.commentId, comment.id));
      if (attempt < 3) await again(comment.id);
    }
    expect(pauses).toEqual([0, 120, 240]);
    await again(comment.id);
    expect(ours(issue)).toHaveLength(1);
  });

  test.each([
    ["forbids it", 403],
    ["does not know the repository any more", 404],
    ["deleted the issue", 410],
  ])("it %s: no further try, and the reason is kept with the entry", async (_, status) => {
    const issue = svc.github.issue("acme/web");
    svc.github.fail({ method: "POST", path: posts, times: 1, respond: { status } });
    const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
    await attempted(comment.id);
    const failed = await confirmationOf(comment.id);
    expect(failed.state).toBe("failed");
    expect(failed.problem!.length).toBeGreaterThan(10);
    await again(comment.id);
    expect(ours(issue)).toHaveLength(0);
  });
});
