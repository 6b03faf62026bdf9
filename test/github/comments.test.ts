import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { GitHub } from "../../server/github/github.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import type { Issue } from "../../server/github/simulated/things.ts";
import { adapterTo, asked, comments, failureOf } from "./adapter.ts";

let github: FakeGitHub;
let adapter: GitHub;
let issue: Issue;
let installationId: number;
const marker = "<!-- svc:v1:7f9c -->";
const start = new Date("2026-10-15T12:00:00Z");
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);

beforeEach(async () => {
  await github?.stop();
  github = await startFakeGitHub();
  installationId = github.org("acme").installation?.id ?? 0;
  github.repo("acme/web");
  issue = github.issue("acme/web", { title: "Slow search", labels: ["client:globex"] });
  adapter = adapterTo(github);
});
afterAll(() => github.stop());

const post = (body = `Logged 2h. ${marker}`, where: { repository?: string; issueNumber?: number } = {}) =>
  adapter.postComment({ installationId, repository: "acme/web", issueNumber: 1, body, ...where });
const find = async (since = start, where: { repository?: string } = {}) => {
  const place = { installationId, repository: "acme/web", issueNumber: 1, ...where };
  const commentId = (await adapter.findComments({ ...place, containing: [marker], since })).get(marker);
  return commentId === undefined ? null : { commentId };
};

describe("posting a comment", () => {
  test("puts it there as the App and tells its id", async () => {
    const { commentId } = await post("Logged **2h**.");
    expect(github.comments(issue)).toMatchObject([
      { id: commentId, body: "Logged **2h**.", byOurApp: true, author: { login: "svc-time-tracking[bot]" } },
    ]);
  });

  test("works on a pull request too", async () => {
    const pull = github.issue("acme/web", { pullRequest: true });
    await post("Logged 2h.", { issueNumber: pull.number });
    expect(github.comments(pull)).toHaveLength(1);
  });

  test.each(["\u0000", "{owner}", "☕ ünïcode", "a\r\nb", '"quoted" \\ \u2028', "x".repeat(65_536)])(
    "keeps every character (%#)",
    async (body) => {
      await post(body);
      expect(github.comments(issue)[0]?.body).toBe(body);
    },
  );

  test("says who asks, with the version of the API it was written for", async () => {
    await post();
    for (const { headers } of github.requests) {
      expect(headers).toMatchObject({ "user-agent": "svc", "x-github-api-version": "2022-11-28" });
    }
  });

  test("follows a repository that was renamed", async () => {
    github.renameRepo("acme/web", "site");
    await post();
    expect(github.comments(issue)).toHaveLength(1);
    expect(github.requests.at(-1)?.path).toBe(`/repositories/${issue.repo.id}/issues/1/comments`);
  });

  test.each([
    ["another server", (id: number) => `http://127.0.0.1:1/repositories/${id}/issues/1/comments`],
    ["another kind of thing", () => "/user/1001"],
    ["a place above the API", () => "/../admin"],
    ["nowhere", () => "http://[/"],
  ])("follows nothing that leads to %s", async (_, locationFor) => {
    const respond = { status: 307, headers: { location: locationFor(issue.repo.id) } };
    github.fail({ method: "POST", path: comments, respond });
    expect(await failureOf(post())).toMatchObject({ kind: "unavailable", status: 307 });
    expect(asked(github, "POST", comments)).toBe(1);
  });

  test.each([
    "acme",
    "acme/web/x",
    "acme/..",
    "../web",
    "acme/we b",
    "acme/{repo}",
    "a/b?c",
    `a/${"b".repeat(101)}`,
  ])("asks nothing about %s, which is no repository", async (repository) => {
    expect((await failureOf(post("x", { repository }))).kind).toBe("refused");
    expect(github.requests).toEqual([]);
  });

  test.each([0, -1, 1.5, Number.NaN, 2 ** 53])("asks nothing about issue %p", async (issueNumber) => {
    expect((await failureOf(post("x", { issueNumber }))).kind).toBe("refused");
    expect(github.requests).toEqual([]);
  });
});

describe("it is unclear whether a comment stands there", () => {
  test.each([
    ["reset", 0],
    ["reset_after", 1],
    ["cut_answer", 1],
    ["hang", 0],
  ] as const)("after %s; it was sent once, and findComments knows", async (respond, standing) => {
    await post("The first comment, for a connection that is kept.");
    github.fail({ method: "POST", path: comments, respond });
    expect((await failureOf(post())).kind).toBe("unclear");
    expect(asked(github, "POST", comments)).toBe(2);
    expect((await find(new Date(0))) === null ? 0 : 1).toBe(standing);
    expect(github.comments(issue)).toHaveLength(1 + standing);
  });

  test.each([500, 502, 503, 504])("after %i", async (status) => {
    github.fail({ method: "POST", path: comments, respond: { status, body: "<html>Unicorn!</html>" } });
    expect(await failureOf(post())).toMatchObject({ kind: "unclear", status });
  });

  test.each(["", "{", "{}", "[]", "null", '{"id":"7"}', `{"id":${2n ** 60n}}`])(
    "after 201 with %s",
    async (body) => {
      github.fail({ method: "POST", path: comments, respond: { status: 201, body } });
      expect((await failureOf(post())).kind).toBe("unclear");
    },
  );

  test("after an answer larger than a megabyte", async () => {
    const body = { id: 7, body: "x".repeat(1024 * 1024) };
    github.fail({ method: "POST", path: comments, respond: { status: 201, body } });
    expect((await failureOf(post())).kind).toBe("unclear");
  });
});

describe("nothing stands there for sure", () => {
  test("where nobody listens: it may be tried again without looking", async () => {
    await post();
    await github.stop();
    expect((await failureOf(post())).kind).toBe("unavailable");
  });

  test.each(["reset", "hang", "cut_answer"] as const)(
    "where the token was not to be had (%s)",
    async (respond) => {
      github.fail({ path: /access_tokens$/, respond });
      expect((await failureOf(post())).kind).toBe("unavailable");
      expect(asked(github, "POST", comments)).toBe(0);
    },
  );

  test("where GitHub says how long it is away before the token", async () => {
    github.fail({ path: /access_tokens$/, respond: { status: 503, headers: { "retry-after": "120" } } });
    expect(await failureOf(post())).toMatchObject({ kind: "unavailable", retryAfterSeconds: 120 });
  });
});

describe("it is no use trying again", () => {
  const lost: [string, number, () => void][] = [
    ["where the conversation is locked", 403, () => void (issue.locked = true)],
    ["where the issue was deleted", 410, () => void (issue.deleted = true)],
    ["where the repository is gone", 404, () => github.removeRepo("acme/web")],
    ["where the App was removed", 404, () => void (issue.repo.owner.installation = undefined)],
    ["where the App is suspended", 403, () => void (issue.repo.owner.installation!.suspended = true)],
    ["where the App may only read", 403, () => void (issue.repo.owner.installation!.permissions = readOnly)],
  ];
  const readOnly = { issues: "read" } as const;

  test.each(lost)("%s (%i)", async (_, status, happen) => {
    happen();
    expect(await failureOf(post())).toMatchObject({ kind: "refused", status });
    expect(github.comments(issue)).toEqual([]);
  });

  test("with an empty comment", async () => {
    expect(await failureOf(post(" "))).toMatchObject({ kind: "refused", status: 422 });
  });

  test("and the message says which permission is missing", async () => {
    issue.repo.owner.installation!.permissions = readOnly;
    expect((await failureOf(post())).message).toContain("Issues: write");
  });

  describe("and where it is not a permission, the message says what it is", () => {
    const says = (message: string) =>
      github.fail({ method: "POST", path: /comments$/, respond: { status: 403, body: { message } } });
    const reasons: [string, () => void, string][] = [
      ["a locked conversation", () => void (issue.locked = true), "unlock it"],
      [
        "a suspended App",
        () => void (issue.repo.owner.installation!.suspended = true),
        "suspended the App: resume it",
      ],
      ["an archive", () => says("Repository was archived so is read-only."), "from the archive"],
      [
        "an IP allow list",
        () => says("the `acme` organization has an IP allow list enabled"),
        "IP allow list",
      ],
    ];
    test.each(reasons)("%s", async (_, happen, remedy) => {
      happen();
      const { message } = await failureOf(post());
      expect(message).toContain(remedy);
      expect(message).not.toContain("needs the permission");
    });
  });
});

describe("looking for a comment", () => {
  test("finds ours by what it contains", async () => {
    await post("Another one.");
    const { commentId } = await post();
    expect(await find(new Date(0))).toEqual({ commentId });
  });

  test("finds nothing where there is nothing", async () => {
    expect(await find()).toBeNull();
  });

  test("does not take a person's quotation for ours, nor another bot's", async () => {
    github.write(issue, "eve", `> Logged 2h. ${marker}`, { at: later(1) });
    github.user("mirror[bot]", { type: "Bot" });
    const mirrored = github.write(issue, "mirror[bot]", marker, { at: later(2) });
    const path = comments;
    const json = {
      ...github.payloads.comment(mirrored),
      performed_via_github_app: { id: 5, client_id: "Iv5" },
    };
    github.fail({ method: "GET", path, respond: { status: 200, body: [json] } });
    expect(await find()).toBeNull();
  });

  test("does not take a person who comments through our App for the App", async () => {
    const quoted = github.write(issue, "eve", marker, { at: later(1), byOurApp: true });
    expect(await find()).toBeNull();
    quoted.author = github.bot;
    expect(await find()).toEqual({ commentId: quoted.id });
  });

  test.each(["id", "clientId"] as const)("knows ours where the App is configured by its %s", async (by) => {
    const { commentId } = await post();
    adapter = adapterTo(github, { appId: String(github.app[by]) });
    expect(await find(new Date(0))).toEqual({ commentId });
  });

  test("finds ours on an older server that does not tell the App", async () => {
    const ours = github.write(issue, github.bot, marker, { at: later(1) });
    expect(await find()).toEqual({ commentId: ours.id });
  });

  test("reads all the pages", async () => {
    for (let n = 0; n < 250; n += 1) github.write(issue, "eve", `${n} ${marker}`, { at: later(n) });
    const { id } = github.write(issue, github.bot, marker, { at: later(300), byOurApp: true });
    expect(await find()).toEqual({ commentId: id });
    const pages = github.requests.filter(({ path }) => comments.test(path)).map(({ query }) => query);
    expect(pages.map(({ page, per_page }) => `${page} of ${per_page}`)).toEqual([
      "1 of 100",
      "2 of 100",
      "3 of 100",
    ]);
  });

  test("asks only for comments since the moment given", async () => {
    github.write(issue, github.bot, marker, { at: later(-10), byOurApp: true });
    expect(await find()).toBeNull();
    expect(github.requests.at(-1)?.query).toMatchObject({ since: start.toISOString() });
  });

  test("reads a page of the longest comments there can be", async () => {
    for (let n = 0; n < 99; n += 1) github.write(issue, "eve", "\u{1F980}".repeat(65_536), { at: later(n) });
    const { id } = github.write(issue, github.bot, marker, { at: later(100), byOurApp: true });
    adapter = adapterTo(github, { timeoutMs: 10_000 });
    expect(await find()).toEqual({ commentId: id });
  });

  test("follows a repository that was renamed, page after page", async () => {
    for (let n = 0; n < 100; n += 1) github.write(issue, "eve", "no", { at: later(n) });
    const { id } = github.write(issue, github.bot, marker, { at: later(200), byOurApp: true });
    github.renameRepo("acme/web", "site");
    expect(await find()).toEqual({ commentId: id });
  });

  test.each([
    [{ status: 200, body: {} }, "unavailable"],
    [{ status: 200, body: "<html>" }, "unavailable"],
    [{ status: 500 }, "unavailable"],
    [{ status: 404 }, "refused"],
  ] as const)("is no answer after %j", async (respond, kind) => {
    github.fail({ path: comments, respond });
    expect((await failureOf(find())).kind).toBe(kind);
  });

  test("goes no further than ten thousand comments", async () => {
    const headers = { link: `<${github.config.apiUrl}/elsewhere?page=2>; rel="next"` };
    github.fail({ path: comments, times: Infinity, respond: { status: 200, headers, body: [] } });
    expect((await failureOf(find())).kind).toBe("unavailable");
    expect(asked(github, "GET", comments)).toBe(100);
  });
});
