import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { auditLog, sessions, signIns, users } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";
import { goToGitHub, linksOf, signInThroughGitHub, textOf } from "./through-github.ts";

let svc: TestApp;
let browser: Visitor;
beforeAll(async () => {
  svc = await startApp({ config: { allowedOrgs: ["acme", "globex"] } });
  svc.github.org("globex");
  svc.github.callbackTo("http://localhost:3000/sign-in/github/callback");
  svc.github.user("stranger");
  svc.github.member("acme", "invited", { state: "pending" });
  svc.github.member("globex", "invited", { state: "pending" });
  svc.github.member("acme", "billing", { role: "billing_manager" });
  svc.github.user("robot", { type: "Bot" });
}, 30_000);
afterAll(() => svc.stop());
afterEach(async () => {
  svc.github.heal();
  svc.github.browser.consent = "at once";
  expect(await svc.db.$count(sessions)).toBe(0);
});

/** Somebody's whole way to GitHub and back. */
async function comesAs(login: string, query = ""): Promise<Response> {
  svc.github.browser.signedIn = login;
  browser = svc.visitor();
  return signInThroughGitHub(browser, query);
}

const newestEvent = async () =>
  (
    await svc.db
      .select()
      .from(auditLog)
      .orderBy(sql`id desc`)
      .limit(1)
  )[0];

describe("whoever is no member", () => {
  test("is told as whom they came, which organisations are allowed, and how to come as another", async () => {
    const page = await comesAs("stranger", "?next=/admin/tokens");
    expect(page.status).toBe(403);
    const links = await linksOf(page.clone() as Response);
    expect(await textOf(page)).toMatch(/came as stranger, who is not a member of acme or globex/);
    expect(links).toEqual(["/sign-in/github?next=%2Fadmin%2Ftokens&account=other"]);
  });

  test("is in the audit log with login and id, and gets no account", async () => {
    await comesAs("stranger");
    const { id } = svc.github.find.account("stranger")!;
    expect(await newestEvent()).toMatchObject({
      action: "sign_in.refused",
      actorId: null,
      via: null,
      targetType: "sign_in",
      targetId: String(id),
      detail: { login: "stranger", github_id: id, reason: "not_a_member" },
      requestId: expect.stringMatching(/^[\w-]{8,}$/),
    });
    expect(await svc.db.$count(users)).toBe(0);
  });

  test("is refused as well where they only manage the organisation's billing", async () => {
    expect((await comesAs("billing")).status).toBe(403);
  });
});

test("whoever has not accepted the invitation yet is led to it, and may then sign in again", async () => {
  const page = await comesAs("invited");
  expect(page.status).toBe(403);
  const links = await linksOf(page.clone() as Response);
  expect(await textOf(page)).toContain("came as invited, who is invited to acme and globex");
  expect(links).toEqual([
    `${svc.github.config.url}/orgs/acme/invitation`,
    `${svc.github.config.url}/orgs/globex/invitation`,
    "/sign-in/github",
  ]);
  expect(await newestEvent()).toMatchObject({
    action: "sign_in.refused",
    detail: { login: "invited", reason: "invited" },
  });
});

test("whoever does not let GitHub say who they are can start again", async () => {
  svc.github.browser.consent = "deny";
  const page = await comesAs("ada", "?next=/admin/tokens");
  expect(page.status).toBe(403);
  expect(await linksOf(page.clone() as Response)).toEqual(["/sign-in/github?next=%2Fadmin%2Ftokens"]);
  expect(await textOf(page)).toContain("Signing in was cancelled");
});

test("a bot is no person", async () => {
  const page = await comesAs("robot");
  expect(page.status).toBe(403);
  expect(await textOf(page)).toContain("not a person’s account");
});

test("whoever has not confirmed their e-mail address is led to where they can", async () => {
  svc.github.find.account("ada")!.emailUnverified = true;
  const page = await comesAs("ada");
  svc.github.find.account("ada")!.emailUnverified = false;
  expect(page.status).toBe(403);
  expect(await linksOf(page)).toContain(`${svc.github.config.url}/settings/emails`);
});

describe("while GitHub does not answer nobody is let in and nobody sent away:", () => {
  test.each([
    ["/login/oauth/access_token", { status: 502 }],
    ["/login/oauth/access_token", { status: 200, body: {} }],
    ["/login/oauth/access_token", "reset"],
    ["/user", { status: 500 }],
    ["/user", { status: 401, body: { message: "Bad credentials" } }],
    [/memberships/, { status: 503 }],
    [/memberships/, { status: 403, body: { message: "Resource not accessible by integration" } }],
  ] as const)("%s answers %j", async (path, respond) => {
    const before = await svc.db.$count(auditLog);
    svc.github.fail({ path, respond, times: 20 });
    // Each of them anew, since who was just asked about in vain is not asked about again at once.
    const login = `new${Math.random().toString(36).slice(2, 8)}`;
    svc.github.member("acme", login);
    const page = await comesAs(login, "?next=/admin/tokens");
    expect(page.status).toBe(503);
    expect(Number(page.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(await linksOf(page.clone() as Response)).toEqual(["/sign-in/github?next=%2Fadmin%2Ftokens"]);
    expect(await textOf(page)).toContain("GitHub does not answer");
    expect(await svc.db.$count(auditLog)).toBe(before);
  });

  test("a rate limit says how long to wait", async () => {
    const headers = { "retry-after": "42" };
    svc.github.fail({ path: "/login/oauth/access_token", respond: { status: 429, headers } });
    const page = await comesAs("ada");
    expect(page.headers.get("retry-after")).toBe("42");
    expect(await textOf(page)).toContain("Try again in 42 s");
  });
});

describe("what GitHub does not accept of svc's own settings is told to whoever runs it:", () => {
  test.each([
    ["incorrect_client_credentials", "GITHUB_CLIENT_ID or GITHUB_CLIENT_SECRET"],
    ["redirect_uri_mismatch", "http://localhost:3000/sign-in/github/callback"],
    ["application_suspended", "application_suspended"],
    ["<script>alert(1)</script>", "unknown_error"],
  ])("%s", async (error, told) => {
    const before = svc.logged.length;
    svc.github.fail({ path: "/login/oauth/access_token", respond: { status: 200, body: { error } } });
    const page = await comesAs("ada");
    expect(page.status).toBe(503);
    expect(await textOf(page)).toContain(told);
    const line = svc.logged.slice(before).find((one) => one.includes("nobody can sign in"));
    expect(line).toContain('"level":50');
  });

  test("an address that is missing among the App's callback URLs, of which GitHub tells on the way back", async () => {
    const begun = await svc.visitor().get("/sign-in/github");
    expect(begun.status).toBe(302);
    browser = svc.visitor();
    const { callback } = await goToGitHub(browser);
    const state = new URLSearchParams(callback.split("?")[1]).get("state")!;
    const query = new URLSearchParams({ error: "redirect_uri_mismatch", error_description: "x", state });
    const page = await browser.get(`/sign-in/github/callback?${query}`);
    expect(page.status).toBe(503);
    expect(await textOf(page)).toContain("http://localhost:3000/sign-in/github/callback");
  });
});

describe("a sign-in that is over can be started again:", () => {
  /** Nobody is signed in; the page says so and asks GitHub nothing. */
  async function isOver(page: Response) {
    expect(page.status).toBe(400);
    expect(await linksOf(page.clone() as Response)).toEqual(["/sign-in/github"]);
    expect(await textOf(page)).toContain("This sign-in is over");
  }

  async function begin() {
    svc.github.browser.signedIn = "ada";
    browser = svc.visitor();
    const { callback } = await goToGitHub(browser);
    const parameters = new URLSearchParams(callback.split("?")[1]);
    return { callback, code: parameters.get("code")!, state: parameters.get("state")! };
  }

  const exchanges = () => svc.github.requests.filter(({ path }) => path.endsWith("/access_token")).length;
  const back = (parameters: Record<string, string>) =>
    browser.get(`/sign-in/github/callback?${new URLSearchParams(parameters)}`);

  test("without a state, with another's, with a made-up one", async () => {
    const { code, state } = await begin();
    const asked = exchanges();
    const kept = browser.cookies.get("svc_sign_in")!;
    for (const wrong of ["", "x", "x".repeat(43), `${state}x`, state.toLowerCase(), `${state}\0`]) {
      browser.cookies.set("svc_sign_in", kept);
      await isOver(await back({ code, state: wrong }));
    }
    browser.cookies.set("svc_sign_in", kept);
    await isOver(await back({ code }));
    await isOver(await back({}));
    expect(exchanges()).toBe(asked);
  });

  test("in another browser, which would be signed in as somebody else", async () => {
    const { callback } = await begin();
    const asked = exchanges();
    const victim = svc.visitor();
    await isOver(await victim.get(callback));
    const another = svc.visitor();
    await goToGitHub(another);
    await isOver(await another.get(callback));
    expect(exchanges()).toBe(asked);
    // Nor does the attempt of the other browser spend it for the one that began it.
    expect(await svc.db.$count(signIns)).toBeGreaterThan(0);
  });

  test("with the state twice, or the cookie twice: one of them is not GitHub's, or not ours", async () => {
    const { callback, state } = await begin();
    await isOver(await browser.get(`${callback}&state=${state}`));
    const cookie = `svc_sign_in=${state}; svc_sign_in=${state}`;
    const request = new Request(`http://localhost:3000${callback}`, { headers: { cookie } });
    await isOver(await svc.send(request));
  });

  test("with a code twice, an empty one or none, and the state is spent by it", async () => {
    for (const more of ["&code=another", ""]) {
      const { callback, state } = await begin();
      const address = more ? callback + more : `/sign-in/github/callback?state=${state}&code=`;
      await isOver(await browser.get(address));
      browser.cookies.set("svc_sign_in", state);
      await isOver(await browser.get(callback));
    }
  });

  test("after ten minutes", async () => {
    const { callback } = await begin();
    await svc.db.update(signIns).set({ createdAt: sql`now() - interval '10 minutes'` });
    await isOver(await browser.get(callback));
  });

  test("with a code that GitHub knows no more", async () => {
    const { state } = await begin();
    await isOver(await back({ code: "made-up", state }));
  });

  test("and the cookie of it is ended", async () => {
    const { state } = await begin();
    await back({ code: "made-up", state });
    expect(browser.cookies.has("svc_sign_in")).toBe(false);
  });
});

test("a callback that is sent again, also twenty times at once, signs in once", async () => {
  svc.github.browser.signedIn = "ada";
  browser = svc.visitor();
  const { callback } = await goToGitHub(browser);
  const cookie = `svc_sign_in=${browser.cookies.get("svc_sign_in")}`;
  const send = () => svc.send(new Request(`http://localhost:3000${callback}`, { headers: { cookie } }));
  const statuses = (await Promise.all(Array.from({ length: 20 }, send))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  expect((await send()).status).toBe(400);
  expect(await svc.db.$count(sessions)).toBe(1);
  await svc.db.delete(sessions);
});

test("a login with markup in it, which GitHub gives nobody, is no person", async () => {
  const body = { id: 5, login: "<b>x</b>", type: "User" };
  svc.github.fail({ path: "/user", respond: { status: 200, body } });
  const page = await comesAs("ada");
  expect(page.status).toBe(503);
  expect(await page.text()).not.toContain("<b>x");
});
