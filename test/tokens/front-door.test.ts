import { afterAll, beforeAll, expect, test } from "bun:test";
import { revokeToken } from "../../server/tokens/actions.ts";
import { upsertUser } from "../../server/members/store.ts";
import { tokens } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";

let one: TestApp;
let two: TestApp;
beforeAll(async () => {
  one = await startApp();
  two = await startApp({ shared: one });
});
afterAll(async () => {
  await two.stop();
  await one.stop();
});

test("a token is compared by bcrypt once; its further requests cost none", async () => {
  const token = await one.tokenFor("ada");
  const before = one.deps.tokens.bcryptCount;
  const first = await Promise.all(Array.from({ length: 20 }, () => one.api("/time-entries", token)));
  for (let n = 0; n < 100; n++) expect((await one.api("/plans", token)).status).toBe(200);
  expect(first.map((answer) => answer.status)).toEqual(first.map(() => 200));
  expect(one.deps.tokens.bcryptCount - before).toBe(1);
});

test("a token that was revoked at one instance fails on its next request at the other, which had it warm", async () => {
  const token = await one.tokenFor("ada");
  expect((await two.api("/time-entries", token)).status).toBe(200);
  const [row] = (await one.db.select().from(tokens)).toReversed();
  const ada = await upsertUser(one.db, { githubId: one.github.find.account("ada")!.id, login: "ada" });
  await revokeToken(one.deps, {
    tokenId: row!.id,
    by: { id: ada.id, admin: false },
    actor: null,
    requestId: "a test",
  });
  const refused = await two.api("/time-entries", token);
  expect(refused.status).toBe(401);
  expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
});

test("entries logged through one instance are confirmed once, whichever posts", async () => {
  const issue = one.github.issue("acme/web");
  const comment = one.github.write(issue, "ada", "/log 2h");
  const payload = one.github.payloads.issueComment("created", comment);
  one.github.webhookTo(async (request) => (Math.random() < 0.5 ? one : two).send(request));
  await Promise.all(Array.from({ length: 20 }, () => one.github.deliver("issue_comment", payload)));
  await one.github.whenCommented(issue);
  await Bun.sleep(1_500);
  expect(issue.comments.filter((each) => each.byOurApp)).toHaveLength(1);
});
