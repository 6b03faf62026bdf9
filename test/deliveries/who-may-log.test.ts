import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp({ github: { deliverOwnComments: true } });
  const { github } = svc;
  github.user("stranger");
  github.member("acme", "invited", { state: "pending" });
  github.user("robot", { type: "Bot" });
  github.org("elsewhere");
  github.member("elsewhere", "eve");
  github.repo("elsewhere/site");
});
afterAll(() => svc.stop());

const outcome = (answer: string) => (JSON.parse(answer) as { outcome: string }).outcome;
const entriesOf = (commentId: number) =>
  svc.db.select().from(entries).where(eq(entries.commentId, commentId));

test.each([
  ["a stranger", "acme/web", "stranger", "not_member"],
  ["somebody invited who has not accepted", "acme/web", "invited", "not_member"],
  ["a bot", "acme/web", "robot", "bot"],
  ["somebody in an organisation that is not allowed", "elsewhere/site", "eve", "foreign_owner"],
])("%s logs nothing and gets no reply", async (_, repository, login, expected) => {
  const issue = svc.github.issue(repository);
  const { answer, status, comment } = await svc.github.comment(issue, login, "/log 2h");
  expect(status).toBe(200);
  expect(outcome(answer)).toBe(expected);
  expect(await entriesOf(comment.id)).toHaveLength(0);
  await Bun.sleep(300);
  expect(issue.comments.filter((one) => one.byOurApp)).toHaveLength(0);
});

test("author_association opens no door", async () => {
  const issue = svc.github.issue("acme/web");
  const comment = svc.github.write(issue, "stranger", "/log 2h");
  const payload = structuredClone(svc.github.payloads.issueComment("created", comment)) as {
    comment: { author_association: string };
  };
  payload.comment.author_association = "OWNER";
  const { answer } = await svc.github.deliver("issue_comment", payload);
  expect(outcome(answer)).toBe("not_member");
});

test("our own comments are passed over, even where they quote a command", async () => {
  const issue = svc.github.issue("acme/web");
  await svc.github.comment(issue, "ada", "/log 1d");
  await svc.github.whenCommented(issue);
  const own = await svc.github.settled();
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(({ answer }) => outcome(answer))).toEqual(own.map(() => "own_comment"));
});

test("hours are logged on pull requests as on issues", async () => {
  const pull = svc.github.issue("acme/web", { pullRequest: true });
  const { answer, comment } = await svc.github.comment(pull, "ada", "/log 2h");
  expect(outcome(answer)).toBe("recorded");
  expect(await entriesOf(comment.id)).toHaveLength(1);
});

test("editing or deleting a comment changes nothing and creates nothing", async () => {
  const issue = svc.github.issue("acme/web");
  const { comment } = await svc.github.comment(issue, "ada", "/log 2h");
  const before = await entriesOf(comment.id);
  expect(outcome((await svc.github.editComment(comment, "/log 5h")).answer)).toBe("not_created");
  expect(outcome((await svc.github.deleteComment(comment)).answer)).toBe("not_created");
  expect(await entriesOf(comment.id)).toEqual(before);

  const { comment: idle } = await svc.github.comment(issue, "ada", "nothing yet");
  await svc.github.editComment(idle, "/log 2h");
  expect(await entriesOf(idle.id)).toHaveLength(0);
});

test("labels that change later leave the entry as it was; the next one sees them", async () => {
  const issue = svc.github.issue("acme/web", { labels: ["wbso:dev"] });
  const first = await svc.github.comment(issue, "ada", "/log 2h");
  svc.github.unlabel(issue, "wbso:dev");
  svc.github.label(issue, "wbso:speur");
  const second = await svc.github.comment(issue, "ada", "/log 1h");
  await svc.github.redeliver(first.guid);
  expect((await entriesOf(first.comment.id))[0]!.labels).toEqual(["wbso:dev"]);
  expect((await entriesOf(second.comment.id))[0]!.labels).toEqual(["wbso:speur"]);
});

test("who was renamed logs under the new login, as the same person", async () => {
  svc.github.member("acme", "old-name");
  const issue = svc.github.issue("acme/web");
  const first = await svc.github.comment(issue, "old-name", "/log 1h");
  svc.github.rename("old-name", "new-name");
  const second = await svc.github.comment(issue, "new-name", "/log 1h");
  const [before] = await entriesOf(first.comment.id);
  const [after] = await entriesOf(second.comment.id);
  expect(after!.userId).toBe(before!.userId);
  const listed = (await (await svc.api("/time-entries")).json()) as {
    data: { id: number; user: { login: string } }[];
  };
  expect(listed.data.find((entry) => entry.id === before!.id)!.user.login).toBe("new-name");
});
