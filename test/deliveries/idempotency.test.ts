import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { confirmations, deliveries, entries } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());

const entriesOf = (commentId: number) =>
  svc.db.select().from(entries).where(eq(entries.commentId, commentId));
const repliesTo = (commentId: number) =>
  svc.db.select().from(confirmations).where(eq(confirmations.commentId, commentId));

test("the same delivery fifty times at once gives one entry and one confirmation", async () => {
  const { github } = svc;
  const issue = github.issue("acme/web", { labels: ["client:globex"] });
  const comment = github.write(issue, "ada", "/log 2h");
  const payload = github.payloads.issueComment("created", comment);
  const guid = crypto.randomUUID();
  const sent = await Promise.all(
    Array.from({ length: 50 }, () => github.deliver("issue_comment", payload, { guid })),
  );
  expect(
    sent.map((delivery) => delivery.status).filter((status) => status !== 200 && status !== 202),
  ).toEqual([]);
  expect(await entriesOf(comment.id)).toHaveLength(1);
  await github.whenCommented(issue);
  // The turn of a second reply would come a second later.
  await Bun.sleep(1_500);
  expect(issue.comments.filter((one) => one.byOurApp)).toHaveLength(1);
});

test("a comment that is delivered again under another id is a duplicate", async () => {
  const { github } = svc;
  const issue = github.issue("acme/web");
  const { comment } = await github.comment(issue, "ada", "/log 2h\n/plan 4h");
  const payload = github.payloads.issueComment("created", comment);
  const again = await Promise.all([1, 2, 3].map(() => github.deliver("issue_comment", payload)));
  for (const delivery of again) expect(JSON.parse(delivery.answer)).toMatchObject({ outcome: "duplicate" });
  expect(await entriesOf(comment.id)).toHaveLength(2);
  expect(await repliesTo(comment.id)).toHaveLength(1);
});

test("a redelivery answers as the first delivery did and changes nothing", async () => {
  const { github } = svc;
  const issue = github.issue("acme/web");
  const first = await github.comment(issue, "ada", "/log 2h");
  const again = await github.redeliver(first.guid);
  expect(again.status).toBe(200);
  expect(JSON.parse(again.answer)).toMatchObject({ outcome: "recorded" });
  expect(await svc.db.select().from(deliveries).where(eq(deliveries.guid, first.guid))).toHaveLength(1);
  expect(await entriesOf(first.comment.id)).toHaveLength(1);
});

test("a refused comment that is delivered again is answered once", async () => {
  const { github } = svc;
  const issue = github.issue("acme/web");
  const { comment, answer } = await github.comment(issue, "ada", "/log 2h\n/log 3");
  expect(JSON.parse(answer)).toMatchObject({ outcome: "refused" });
  await github.deliver("issue_comment", github.payloads.issueComment("created", comment));
  expect(await entriesOf(comment.id)).toHaveLength(0);
  expect(await repliesTo(comment.id)).toHaveLength(1);
});

test("the totals of an issue are right when its comments come all at once", async () => {
  const { github } = svc;
  const issue = github.issue("acme/web");
  await Promise.all(Array.from({ length: 8 }, () => github.comment(issue, "ada", "/log 1h")));
  const bodies = await svc.db
    .select({ body: confirmations.body })
    .from(confirmations)
    .where(eq(confirmations.issueNumber, issue.number));
  const logged = bodies.map(({ body }) => Number(/(\d+)h logged/.exec(body)?.[1]));
  expect(logged.sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a delivery whose processing broke off is finished by its job", async () => {
  const { github, db, jobs } = svc;
  const issue = github.issue("acme/web");
  github.fail({ path: /memberships/, times: 1, respond: { status: 502 } });
  github.member("acme", "grace");
  const first = await github.comment(issue, "grace", "/log 2h");
  expect(first.status).toBe(202);
  expect(await entriesOf(first.comment.id)).toHaveLength(0);
  // The job waits in case the request itself still does it, and membership is not asked again at once.
  const [delivery] = await db.select().from(deliveries).where(eq(deliveries.guid, first.guid));
  expect(delivery).toMatchObject({ state: "pending", outcome: null });
  await db.transaction((tx) =>
    jobs.enqueue(tx, { queue: "process-delivery", data: { deliveryId: delivery!.id } }, 6),
  );
  for (let tries = 0; tries < 60 && (await entriesOf(first.comment.id)).length === 0; tries++)
    await Bun.sleep(250);
  expect(await entriesOf(first.comment.id)).toHaveLength(1);
}, 30_000);
