import { afterEach, beforeEach, expect, setSystemTime, test } from "bun:test";
import { eq } from "drizzle-orm";
import { confirmations } from "../../db/schema.ts";
import { postConfirmation } from "../../server/confirmations/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeEach(async () => {
  svc = await startApp();
});
afterEach(async () => {
  setSystemTime();
  await svc.stop();
});

const hour = 3_600_000;
const posts = /\/comments$/;
const rowOf = async (commentId: number) =>
  (await svc.db.select().from(confirmations).where(eq(confirmations.commentId, commentId)))[0]!;

test.each([
  ["ahead", hour],
  ["back", -hour],
] as const)(
  "a clock that jumps an hour %s in the middle of a job changes nothing",
  async (_, jump) => {
    const token = await svc.tokenFor("ada");
    const ada = await svc.signedIn("ada");
    expect((await svc.api("/time-entries", token)).status).toBe(200);
    expect((await ada.get("/admin")).status).toBe(200);
    const issue = svc.github.issue("acme/web");
    svc.github.fail({ method: "POST", path: posts, times: 1, delayMs: 1_500 });
    const { status, comment } = await svc.github.comment(issue, "ada", "/log 1h");
    expect(status).toBe(200);
    for (const end = performance.now() + 5_000; (await rowOf(comment.id)).attempts === 0; await Bun.sleep(20))
      expect(performance.now()).toBeLessThan(end);

    // The machine's clock, GitHub's with it; the database is on another one.
    setSystemTime(new Date(Date.now() + jump));
    await svc.github.whenCommented(issue, 1, 10_000);
    expect((await svc.api("/time-entries", token)).status).toBe(200);
    expect((await ada.get("/admin")).status).toBe(200);
    // Jobs go on: the next one is taken and posted, and no lease is taken for ended, or for endless.
    const next = svc.github.issue("acme/web");
    expect((await svc.github.comment(next, "ada", "/log 2h")).status).toBe(200);
    await svc.github.whenCommented(next, 1, 15_000);
    await Bun.sleep(12_000);
    expect([issue, next].map((one) => one.comments.filter(({ byOurApp }) => byOurApp).length)).toEqual([
      1, 1,
    ]);
    expect(await rowOf(comment.id)).toMatchObject({ state: "posted", attempts: 1 });
    const [used] = await svc.db.$client<{ near: boolean }[]>`
    select abs(extract(epoch from max(last_used_at) - now())) < 120 as near from tokens`;
    expect(used).toEqual({ near: true });
  },
  60_000,
);

test.each([
  ["ahead of", 2 * hour],
  ["behind", -2 * hour],
] as const)(
  "a comment is found again though the database's clock is two hours %s GitHub's",
  async (_, off) => {
    const issue = svc.github.issue("acme/web");
    svc.github.fail({ method: "POST", path: posts, times: 1, respond: "reset_after" });
    const { comment } = await svc.github.comment(issue, "ada", "/log 1h");
    for (
      const end = performance.now() + 5_000;
      (await rowOf(comment.id)).problem === null;
      await Bun.sleep(20)
    )
      expect(performance.now()).toBeLessThan(end);
    const { id, createdAt } = await rowOf(comment.id);
    await svc.db
      .update(confirmations)
      .set({ createdAt: new Date(createdAt.getTime() + off) })
      .where(eq(confirmations.id, id));
    await postConfirmation(svc.deps, { confirmationId: id });
    expect(issue.comments.filter(({ byOurApp }) => byOurApp)).toHaveLength(1);
    expect(await rowOf(comment.id)).toMatchObject({ state: "posted" });
  },
  30_000,
);
