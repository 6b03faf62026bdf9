import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import type { GitHub } from "../../server/github/github.ts";
import { type FakeGitHub, startFakeGitHub } from "../../server/github/simulated/github.ts";
import { adapterTo, asked, failureOf, tokens } from "./adapter.ts";

let github: FakeGitHub;
let adapter: GitHub;
const ada = { githubId: 1001, login: "ada" };
const membershipPath = /^\/orgs\/acme\/memberships\//;

beforeEach(async () => {
  await github?.stop();
  github = await startFakeGitHub();
  github.org("acme");
  github.user("ada", { id: ada.githubId });
  adapter = adapterTo(github);
});
afterAll(() => github.stop());

describe("a member is", () => {
  test.each(["member", "admin"] as const)("whoever GitHub calls an active %s", async (role) => {
    github.member("acme", "ada", { role });
    expect(await adapter.membership("acme", ada)).toEqual({ member: true, role, login: "ada" });
  });

  test("asked for by login once, with the token of the organisation's own installation", async () => {
    github.member("acme", "ada");
    await adapter.membership("acme", ada);
    expect(github.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /orgs/acme/installation",
      expect.stringMatching(/^POST \/app\/installations\/\d+\/access_tokens$/),
      "GET /orgs/acme/memberships/ada",
    ]);
  });

  test("asked for again without looking up the installation or a token again", async () => {
    github.member("acme", "ada");
    for (const org of ["acme", "ACME", "Acme"]) await adapter.membership(org, ada);
    expect(asked(github, "GET", /\/installation$/)).toBe(1);
    expect(asked(github, "POST", tokens)).toBe(1);
  });
});

describe("not a member is", () => {
  test("whoever GitHub knows no membership of", async () => {
    expect(await adapter.membership("acme", ada)).toEqual({ member: false, pending: false, login: "ada" });
  });

  test("whoever was only invited", async () => {
    github.member("acme", "ada", { state: "pending" });
    expect(await adapter.membership("acme", ada)).toEqual({ member: false, pending: true, login: "ada" });
  });

  test("whoever only manages the billing, and so may not see code", async () => {
    github.member("acme", "ada", { role: "billing_manager" });
    expect(await adapter.membership("acme", ada)).toEqual({ member: false, pending: false, login: "ada" });
  });

  test("whoever was removed", async () => {
    github.member("acme", "ada");
    expect((await adapter.membership("acme", ada)).member).toBe(true);
    github.removeMember("acme", "ada");
    expect((await adapter.membership("acme", ada)).member).toBe(false);
  });

  test("whoever closed their account", async () => {
    github.member("acme", "ada");
    github.removeUser("ada");
    expect(await adapter.membership("acme", ada)).toEqual({ member: false, pending: false, login: "ada" });
  });

  test("a login that no person can have, which is never made part of a URL", async () => {
    github.user("ada[bot]", { id: 7, type: "Bot" });
    for (const login of ["../installation", "..", "a/b", "ada[bot]", "", "a?b", "ada\n"]) {
      expect((await adapter.membership("acme", { githubId: 7, login })).member).toBe(false);
    }
    expect(asked(github, "GET", membershipPath)).toBe(0);
  });
});

describe("logins change, ids do not:", () => {
  test("a member who took another login stays one, and the new login is told", async () => {
    github.member("acme", "ada");
    github.rename("ada", "ada-lovelace");
    expect(await adapter.membership("acme", ada)).toEqual({
      member: true,
      role: "member",
      login: "ada-lovelace",
    });
  });

  test("a member stays one when somebody outside takes their old login", async () => {
    github.member("acme", "ada");
    github.rename("ada", "ada-lovelace");
    github.user("ada", { id: 2002 });
    expect((await adapter.membership("acme", ada)).member).toBe(true);
  });

  test("a member stays one when another member takes their old login", async () => {
    github.member("acme", "ada");
    github.rename("ada", "ada-lovelace");
    github.user("ada", { id: 2002 });
    github.member("acme", "ada", { role: "admin" });
    expect(await adapter.membership("acme", ada)).toEqual({
      member: true,
      role: "member",
      login: "ada-lovelace",
    });
  });

  test("who was removed does not come back because a member takes their old login", async () => {
    github.rename("ada", "ada-lovelace");
    github.user("ada", { id: 2002 });
    github.member("acme", "ada", { role: "admin" });
    const answer = await adapter.membership("acme", ada);
    expect(answer).toEqual({ member: false, pending: false, login: "ada-lovelace" });
  });

  test("who closed their account does not come back either", async () => {
    github.removeUser("ada");
    github.user("ada", { id: 2002 });
    github.member("acme", "ada");
    expect((await adapter.membership("acme", ada)).member).toBe(false);
  });

  test("a login differing in case only is the same one, and asked for once", async () => {
    expect((await adapter.membership("acme", { ...ada, login: "ADA" })).member).toBe(false);
    expect(asked(github, "GET", membershipPath)).toBe(1);
  });

  test("a contradiction is no decision", async () => {
    github.member("acme", "ada");
    const somebodyElse = { state: "active", role: "member", organization: { login: "acme" } };
    const body = { ...somebodyElse, user: { id: 9, login: "ada" } };
    github.fail({ path: membershipPath, respond: { status: 200, body } });
    expect((await failureOf(adapter.membership("acme", ada))).kind).toBe("unavailable");
  });
});

describe("it is no decision when GitHub", () => {
  beforeEach(() => {
    github.member("acme", "ada");
  });

  test.each([
    ["redirects", { status: 302, headers: { location: "/orgs/acme/public_members/ada" } }, "unavailable"],
    [
      "redirects for good",
      { status: 301, headers: { location: "/orgs/acme/memberships/eve" } },
      "unavailable",
    ],
    ["refuses", { status: 403, body: { message: "Resource not accessible by integration" } }, "refused"],
    ["has an error", { status: 500 }, "unavailable"],
    ["is a bad gateway", { status: 502, body: "<html>" }, "unavailable"],
    ["is down", { status: 503, headers: { "retry-after": "30" } }, "unavailable"],
    ["limits the rate", { status: 429, headers: { "retry-after": "30" } }, "rate_limited"],
    ["answers with nothing", { status: 200, body: "" }, "unavailable"],
    ["answers with no content", { status: 204, body: "" }, "unavailable"],
    ["answers with half of it", { status: 200, body: '{"state":"active","role":"adm' }, "unavailable"],
    ["answers with a state of its own", { status: 200, body: { state: "frozen" } }, "unavailable"],
    ["answers about another organisation", { status: 200, body: otherOrganisation() }, "unavailable"],
  ] as const)("%s", async (_, respond, kind) => {
    github.fail({ path: membershipPath, times: Infinity, respond });
    const failure = await failureOf(adapter.membership("acme", ada));
    expect(failure.kind).toBe(kind);
    github.heal();
    expect((await adapter.membership("acme", ada)).member).toBe(true);
  });

  test.each(["reset", "hang", "cut_answer"] as const)("does not answer (%s)", async (respond) => {
    // Every time, since Bun's fetch asks again by itself when a kept connection breaks (a POST it does not repeat).
    github.fail({ path: membershipPath, times: Infinity, respond });
    expect((await failureOf(adapter.membership("acme", ada))).kind).toBe("unavailable");
  });

  test("answers about another account than the one asked for", async () => {
    github.rename("ada", "ada-lovelace");
    github.member("acme", "eve");
    github.fail({ path: "/user/1001", respond: { status: 200, body: { id: 9, login: "eve" } } });
    const failure = await failureOf(adapter.membership("acme", ada));
    expect(failure.message).toContain("account 1001 is unreadable");
  });

  test("answers about another organisation's installation", async () => {
    const body = { id: 9, account: { login: "globex" } };
    github.fail({ path: "/orgs/acme/installation", respond: { status: 200, body } });
    expect((await failureOf(adapter.membership("acme", ada))).message).toContain("unreadable");
    expect(asked(github, "POST", tokens)).toBe(0);
  });

  test("does not say which login somebody has now", async () => {
    github.rename("ada", "ada-lovelace");
    github.fail({ path: "/user/1001", respond: { status: 500 } });
    expect((await failureOf(adapter.membership("acme", ada))).kind).toBe("unavailable");
  });

  test("may not be asked for memberships at all, and the message says which permission it takes", async () => {
    github.org("globex", { permissions: { issues: "write" } });
    const failure = await failureOf(adapter.membership("globex", ada));
    expect(failure).toMatchObject({ kind: "refused", status: 403 });
    expect(failure.message).toContain("Members: read");
  });

  test("does not find the App in the organisation, and the message says what to do", async () => {
    github.org("globex", { installed: false });
    const failure = await failureOf(adapter.membership("globex", ada));
    expect(failure).toMatchObject({ kind: "refused", status: 404 });
    expect(failure.message).toContain("not installed in globex");
  });

  test("is not running", async () => {
    await github.stop();
    expect((await failureOf(adapter.membership("acme", ada))).kind).toBe("unavailable");
  });
});

test("an App that was removed and installed again is found again", async () => {
  github.member("acme", "ada");
  await adapter.membership("acme", ada);
  github.install("acme");
  expect((await adapter.membership("acme", ada)).member).toBe(true);
});

test("the name of an organisation never changes the path", async () => {
  for (const org of ["../user/1001#", "acme/../globex", "..", ""]) {
    expect((await failureOf(adapter.membership(org, ada))).kind).toBe("refused");
  }
  expect(github.requests).toEqual([]);
});

test("on GitHub Enterprise Server, everything lies below /api/v3", async () => {
  const enterprise = await startFakeGitHub({ basePath: "/api/v3" });
  enterprise.org("acme");
  enterprise.user("ada", { id: ada.githubId });
  enterprise.member("acme", "ada", { role: "admin" });
  expect(enterprise.config.apiUrl).toEndWith("/api/v3");
  expect(await adapterTo(enterprise).membership("acme", ada)).toMatchObject({ member: true, role: "admin" });
  await enterprise.stop();
});

function otherOrganisation() {
  const user = { id: ada.githubId, login: "ada" };
  return { state: "active", role: "admin", user, organization: { login: "globex" } };
}
