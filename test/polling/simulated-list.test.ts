import { afterEach, beforeEach, expect, test } from "bun:test";
import { createAppAuth } from "@octokit/auth-app";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";

let github: FakeGitHub;
let token: string;
beforeEach(async () => {
  github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  token = await aToken();
});
afterEach(() => github.stop());

async function aToken(): Promise<string> {
  const auth = createAppAuth({ appId: github.config.appId, privateKey: github.config.privateKey });
  const { token: jwt } = await auth({ type: "app" });
  const { id } = github.find.account("acme")!.installation!;
  const address = `${github.config.apiUrl}/app/installations/${id}/access_tokens`;
  const headers = { authorization: `Bearer ${jwt}`, "user-agent": "a test" };
  const answer = await fetch(address, { method: "POST", headers });
  return ((await answer.json()) as { token: string }).token;
}

async function list(query: Record<string, string>, headers: Record<string, string> = {}) {
  const search = new URLSearchParams(query);
  const answer = await fetch(`${github.config.apiUrl}/repos/acme/web/issues/comments?${search.toString()}`, {
    headers: { authorization: `token ${token}`, "user-agent": "a test", ...headers },
  });
  const { status } = answer;
  const text = await answer.text();
  const ids = status === 200 ? (JSON.parse(text) as { id: number }[]).map(({ id }) => id) : [];
  return { status, ids, text, header: (name: string) => answer.headers.get(name) };
}

const at = (second: number, ms = 0) => new Date(Date.UTC(2026, 9, 5, 12, 0, second, ms));
const byChange = { sort: "updated", direction: "asc" };

test("comments are listed by their last change, to the second, and from `since` on, which is included", async () => {
  const issue = github.issue("acme/web");
  const [one, two, three] = [1, 2, 3].map((second) => github.write(issue, "ada", "Hm.", { at: at(second) }));
  const both = github.write(issue, "ada", "Hm.", { at: at(3, 900) });
  Object.assign(one!, { updatedAt: at(3, 100) });
  const ids = [two!.id, one!.id, three!.id, both.id];
  expect((await list(byChange)).ids).toEqual(ids);
  expect((await list({ ...byChange, since: at(3).toISOString() })).ids).toEqual(ids.slice(1));
  expect((await list({ ...byChange, since: at(3, 999).toISOString() })).ids).toEqual(ids.slice(1));
  expect((await list({ ...byChange, since: at(4).toISOString() })).ids).toEqual([]);
  expect((await list({ sort: "updated" })).ids).toEqual(ids.toReversed());
  expect((await list({})).ids).toEqual([one!.id, two!.id, three!.id, both.id]);
});

test("an answer that is the same is 304 without a body and without cost, until something changes or the token is another", async () => {
  const issue = github.issue("acme/web");
  const comment = github.write(issue, "ada", "Hm.");
  const first = await list(byChange);
  const known = { "if-none-match": first.header("etag")! };
  const same = await list(byChange, known);
  expect(same).toMatchObject({ status: 304, text: "" });
  expect(same.header("x-ratelimit-remaining")).toBe(first.header("x-ratelimit-remaining"));
  expect(same.header("etag")).toBe(first.header("etag"));
  expect((await list({ ...byChange, page: "2" }, known)).status).toBe(200);
  await Bun.sleep(1_001);
  Object.assign(comment, { body: "Well.", updatedAt: new Date() });
  const changed = await list(byChange, known);
  expect(changed.status).toBe(200);
  token = await aToken();
  expect((await list(byChange, { "if-none-match": changed.header("etag")! })).status).toBe(200);
});

test("pages lead to each other", async () => {
  const issue = github.issue("acme/web");
  for (let count = 0; count < 5; count++) github.write(issue, "ada", "Hm.", { at: at(count) });
  const first = await list({ ...byChange, per_page: "2" });
  expect(first.ids).toHaveLength(2);
  const next = /<([^>]+)>; rel="next"/.exec(first.header("link")!)![1]!;
  expect(new URL(next).searchParams.get("page")).toBe("2");
  const last = await list({ ...byChange, per_page: "2", page: "3" });
  expect(last.ids).toHaveLength(1);
  expect(last.header("link")).not.toContain('rel="next"');
});
