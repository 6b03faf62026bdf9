import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { auditLog, sessions, signIns, users } from "../../db/schema/people.ts";
import { readSession } from "../../server/sessions/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { everythingKept, goToGitHub, linksOf, signInThroughGitHub, textOf } from "./through-github.ts";

let svc: TestApp;
let browser: Visitor;
beforeEach(async () => {
  svc = await startApp();
  svc.github.browser.signedIn = "ada";
  svc.github.callbackTo("http://localhost:3000/sign-in/github/callback");
  browser = svc.visitor();
}, 30_000);
afterEach(() => svc.stop());

const sessionIn = (one: Visitor) => readSession(svc.deps, one.cookies.get("svc_session"));

describe("a member who signs in with GitHub", () => {
  test("is sent there with a state, a challenge and the exact way back", async () => {
    const { begun } = await goToGitHub(browser);
    const address = new URL(begun.headers.get("location")!);
    expect(address.origin + address.pathname).toBe(`${svc.github.config.url}/login/oauth/authorize`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: svc.github.config.clientId,
      redirect_uri: "http://localhost:3000/sign-in/github/callback",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(begun.headers.getSetCookie()).toEqual([
      `svc_sign_in=${address.searchParams.get("state")}; Path=/; Max-Age=600; HttpOnly; SameSite=Lax`,
    ]);
    expect(begun.headers.get("cache-control")).toBe("no-store");
  });

  test("comes back signed in, to the panel's start", async () => {
    const answer = await signInThroughGitHub(browser);
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/admin");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect([...browser.cookies.keys()]).toEqual(["svc_session"]);
    expect(await sessionIn(browser)).toMatchObject({ via: "github", user: { login: "ada", admin: false } });
  });

  test("comes back to where they were going, and never elsewhere", async () => {
    for (const [next, location] of [
      ["/admin/tokens?everybody=1", "/admin/tokens?everybody=1"],
      ["//evil.example", "/admin"],
      ["/\\evil.example", "/admin"],
      ["https://evil.example/admin", "/admin"],
      ["/admin/../..//evil.example", "/admin"],
    ] as const) {
      const answer = await signInThroughGitHub(browser, `?${new URLSearchParams({ next })}`);
      expect([next, answer.headers.get("location")]).toEqual([next, location]);
    }
  });

  test("comes back to the start where GitHub is told another next than svc was", async () => {
    const { callback } = await goToGitHub(browser, "?next=/admin/tokens");
    const answer = await browser.get(`${callback}&next=//evil.example`);
    expect(answer.headers.get("location")).toBe("/admin/tokens");
  });

  test("is known by the numeric id, and called by the login of now", async () => {
    await signInThroughGitHub(browser);
    svc.github.rename("ada", "lovelace");
    svc.github.browser.signedIn = "lovelace";
    await signInThroughGitHub(browser);
    expect(await svc.db.select().from(users)).toMatchObject([
      { githubId: svc.github.find.account("lovelace")!.id, login: "lovelace" },
    ]);
  });

  test("has the role that GitHub gives them then (D13)", async () => {
    svc.github.member("acme", "ada", { role: "admin" });
    await signInThroughGitHub(browser);
    expect((await sessionIn(browser))?.user.admin).toBe(true);
    svc.github.member("acme", "ada", { role: "member" });
    await signInThroughGitHub(browser);
    expect((await sessionIn(browser))?.user.admin).toBe(false);
  });

  test("is in the audit log, over the session that began", async () => {
    await signInThroughGitHub(browser);
    const visitor = (await sessionIn(browser))!;
    expect(await svc.db.select().from(auditLog)).toMatchObject([
      { action: "session.created", actorId: visitor.user.id, via: "session", viaId: visitor.sessionId },
    ]);
  });

  test("does not sign in once more: the page to sign in leads on", async () => {
    await signInThroughGitHub(browser);
    const answer = await browser.get("/sign-in?next=/admin/tokens");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/tokens"]);
  });

  test("can use another account", async () => {
    const begun = await browser.get("/sign-in/github?account=other");
    expect(new URL(begun.headers.get("location")!).searchParams.get("prompt")).toBe("select_account");
  });
});

test("the page to sign in has a link to GitHub that keeps where one was going, and asks for no cookie", async () => {
  const page = await browser.get("/sign-in?next=%2Fadmin%2Ftokens%3Feverybody%3D1");
  expect(page.status).toBe(200);
  expect(page.headers.get("set-cookie")).toBeNull();
  expect(await linksOf(page)).toEqual(["/sign-in/github?next=%2Fadmin%2Ftokens%3Feverybody%3D1"]);
  const odd = await browser.get("/sign-in?next=//evil.example");
  expect(await linksOf(odd)).toEqual(["/sign-in/github"]);
});

test("the pages to sign in come in Dutch too", async () => {
  const dutch = svc.visitor("nl");
  expect(await textOf(await dutch.get("/sign-in"))).toContain("Inloggen met GitHub");
  expect(await textOf(await dutch.get("/sign-in/github/callback"))).toContain("Opnieuw beginnen");
});

describe("spec 5.7: organisation membership is checked at login only, not on every request", () => {
  test("whoever is removed keeps the session they have, and gets no other", async () => {
    await signInThroughGitHub(browser);
    svc.github.removeMember("acme", "ada");
    const asked = svc.github.requests.length;
    expect(await sessionIn(browser)).toMatchObject({ user: { login: "ada" } });
    expect(svc.github.requests).toHaveLength(asked);
    const again = svc.visitor();
    expect((await signInThroughGitHub(again)).status).toBe(403);
    expect(await sessionIn(again)).toBeUndefined();
  });

  test("at login it is checked anew, whatever was decided for the person's token a moment before", async () => {
    expect((await svc.api("/time-entries")).status).toBe(200);
    svc.github.removeMember("acme", "ada");
    expect((await svc.api("/time-entries")).status).toBe(200);
    expect((await signInThroughGitHub(browser)).status).toBe(403);
    expect((await svc.api("/time-entries")).status).toBe(401);
  });
});

describe("a session is always a new one:", () => {
  test("a secret planted before signing in is worth nothing after it", async () => {
    const planted = "p".repeat(43);
    browser.cookies.set("svc_session", planted);
    await signInThroughGitHub(browser);
    expect(browser.cookies.get("svc_session")).not.toBe(planted);
    expect(await readSession(svc.deps, planted)).toBeUndefined();
    expect(await svc.db.$count(sessions)).toBe(1);
  });

  test("the session before ends, also that of somebody else", async () => {
    await signInThroughGitHub(browser);
    const before = browser.cookies.get("svc_session")!;
    svc.github.member("acme", "ben");
    svc.github.browser.signedIn = "ben";
    await signInThroughGitHub(browser);
    expect(await readSession(svc.deps, before)).toBeUndefined();
    expect(await sessionIn(browser)).toMatchObject({ user: { login: "ben" } });
  });

  test("a sign-in that comes to nothing ends no session", async () => {
    await signInThroughGitHub(browser);
    svc.github.browser.signedIn = "stranger";
    svc.github.user("stranger");
    expect((await signInThroughGitHub(browser)).status).toBe(403);
    expect(await sessionIn(browser)).toMatchObject({ user: { login: "ada" } });
  });
});

describe("of what a sign-in needs", () => {
  test("neither the person's token, nor code, state and verifier are kept or logged or shown", async () => {
    const { begun, callback } = await goToGitHub(browser, "?next=/admin/tokens");
    const query = new URLSearchParams(callback.split("?")[1]);
    const [row] = await svc.db.select().from(signIns);
    const pages = [await (await browser.get(callback)).text(), await (await browser.get(callback)).text()];
    const secrets = [
      query.get("code")!,
      query.get("state")!,
      row!.verifier,
      new URL(begun.headers.get("location")!).searchParams.get("code_challenge")!,
      svc.github.config.clientSecret,
    ];
    const all = [await everythingKept(svc), ...pages].join("\n");
    for (const secret of secrets) expect(all).not.toContain(secret);
    expect(all).not.toMatch(/gh[ur]_/);
    expect(await svc.db.$count(signIns)).toBe(0);
  });

  test("what GitHub never answered is gone at the next start after ten minutes", async () => {
    await goToGitHub(browser);
    await goToGitHub(browser);
    expect(await svc.db.$count(signIns)).toBe(2);
    await svc.db.update(signIns).set({ createdAt: sql`now() - interval '10 minutes'` });
    await goToGitHub(browser);
    expect(await svc.db.$count(signIns)).toBe(1);
  });
});

describe("where this machine has two names", () => {
  const start = (host: string, query = "") =>
    svc.send(new Request(`http://${host}/sign-in/github${query}`, { headers: { accept: "text/html" } }));

  test("one first goes to the name that GitHub sends back to, so that the cookie is there", async () => {
    const answer = await start("127.0.0.1:3000", "?next=/admin/tokens&account=other");
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get("location")!);
    expect(location.origin + location.pathname).toBe("http://localhost:3000/sign-in/github");
    expect(location.searchParams.get("next")).toBe("/admin/tokens");
    expect(location.searchParams.get("account")).toBe("other");
    expect(answer.headers.get("set-cookie")).toBeNull();
    const there = await browser.get(location.pathname + location.search);
    expect(there.headers.get("location")).toStartWith(svc.github.config.url);
  });

  test("but only once, for a proxy may give every request the other name", async () => {
    const answer = await start("127.0.0.1:3000", "?moved=1");
    expect(answer.headers.get("location")).toStartWith(svc.github.config.url);
  });
});

test("two sign-ins of two people at once do not meet", async () => {
  svc.github.member("acme", "ben");
  const other = svc.visitor();
  const adas = await goToGitHub(browser);
  svc.github.browser.signedIn = "ben";
  const bens = await goToGitHub(other);
  await Promise.all([browser.get(adas.callback), other.get(bens.callback)]);
  expect(await sessionIn(browser)).toMatchObject({ user: { login: "ada" } });
  expect(await sessionIn(other)).toMatchObject({ user: { login: "ben" } });
});

test("over https the cookies bear the prefix that binds them to the host, and only those count", async () => {
  await svc.stop();
  svc = await startApp({ config: { publicUrl: "https://svc.example.com" } });
  svc.github.browser.signedIn = "ada";
  // The proxy before svc speaks http with it.
  browser = createVisitor(svc.send, "http://svc.example.com");
  const { begun, callback } = await goToGitHub(browser);
  expect(begun.headers.get("set-cookie")).toMatch(/^__Host-svc_sign_in=.*; Secure$/);
  const state = browser.cookies.get("__Host-svc_sign_in")!;
  browser.cookies.clear();
  browser.cookies.set("svc_sign_in", state);
  expect((await browser.get(callback)).status).toBe(400);
  browser.cookies.clear();
  browser.cookies.set("__Host-svc_sign_in", state);
  const answer = await browser.get(callback);
  expect(answer.status).toBe(303);
  expect([...browser.cookies.keys()]).toEqual(["__Host-svc_session"]);
});

test("a session in GitHub's name belongs to one user, whatever login they had", async () => {
  await signInThroughGitHub(browser);
  const [row] = await svc.db.select().from(users).where(eq(users.login, "ada"));
  expect(await svc.db.$count(sessions, eq(sessions.userId, row!.id))).toBe(1);
});
