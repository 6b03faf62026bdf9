import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eq, isNull, sql } from "drizzle-orm";
import { auditLog, sessions, signInLinks, users } from "../../db/schema/people.ts";
import type { Config } from "../../server/config.ts";
import { readSession } from "../../server/sessions/actions.ts";
import { createSignInLink } from "../../server/sign-in/actions.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { everythingKept, linksOf, textOf } from "./through-github.ts";

const nothing = {
  appId: undefined,
  privateKey: undefined,
  webhookSecret: undefined,
  clientId: undefined,
  clientSecret: undefined,
};
const unconnected = {
  url: "https://github.com",
  apiUrl: "https://api.github.com",
  hears: "polling" as const,
  ...nothing,
} satisfies Config["github"];

let svc: TestApp;
let browser: Visitor;
let path: string;
beforeAll(async () => {
  svc = await startApp({ config: { github: unconnected } });
}, 30_000);
afterAll(() => svc.stop());
beforeEach(async () => {
  await svc.db.delete(sessions);
  browser = svc.visitor();
  path = new URL((await createSignInLink(svc.deps))!).pathname;
});

describe("the link that svc prints where no GitHub is connected (D22)", () => {
  test("is an address of this machine, with 256 bits in it of which the database holds a hash", async () => {
    const link = (await createSignInLink(svc.deps))!;
    expect(link).toMatch(/^http:\/\/localhost:3000\/sign-in\/link\/[\w-]{43}$/);
    expect(await everythingKept(svc)).not.toContain(link.split("/").at(-1)!);
  });

  test("shows a button first: a program that looks at links does not use it up", async () => {
    for (let i = 0; i < 3; i++) {
      const page = await browser.get(path);
      expect(page.status).toBe(200);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.headers.get("cache-control")).toBe("no-store");
      const html = await page.text();
      expect(html).toContain('<form method="post">');
      expect(html).not.toContain(path.split("/").at(-1)!);
    }
    expect(await svc.db.$count(sessions)).toBe(0);
  });

  test("signs the local admin in", async () => {
    const answer = await browser.post(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
    const visitor = await readSession(svc.deps, browser.cookies.get("svc_session"));
    expect(visitor).toMatchObject({ via: "link", user: { login: "local admin", admin: true } });
    expect(await svc.db.select().from(users).where(isNull(users.githubId))).toHaveLength(1);
    expect(await svc.db.select().from(auditLog).where(eq(auditLog.viaId, visitor!.sessionId))).toMatchObject([
      { action: "session.created", via: "link" },
    ]);
  });

  test("works once", async () => {
    expect((await browser.post(path)).status).toBe(303);
    const again = svc.visitor();
    for (const page of [await again.post(path), await again.get(path)]) {
      expect(page.status).toBe(410);
      expect(page.headers.get("set-cookie")).toBeNull();
      expect(await textOf(page)).toContain("Stop svc and start it again");
    }
  });

  test("works once as well where it is used twenty times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => svc.visitor().post(path)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(19);
    expect(await svc.db.$count(sessions)).toBe(1);
  });

  test("works for 30 minutes by the database's clock, and is then removed", async () => {
    const age = (minutes: string) =>
      svc.db.update(signInLinks).set({ createdAt: sql`now() - ${minutes}::interval` });
    await age("29 minutes 50 seconds");
    expect((await browser.get(path)).status).toBe(200);
    await age("30 minutes");
    expect((await browser.get(path)).status).toBe(410);
    expect((await browser.post(path)).status).toBe(410);
    expect(await svc.db.$count(signInLinks)).toBeGreaterThan(0);
    await createSignInLink(svc.deps);
    expect(await svc.db.$count(signInLinks)).toBe(1);
  });

  test("replaces the session that there was", async () => {
    await browser.post(path);
    const before = browser.cookies.get("svc_session")!;
    await browser.post(new URL((await createSignInLink(svc.deps))!).pathname);
    expect(await readSession(svc.deps, before)).toBeUndefined();
    expect(await svc.db.$count(sessions)).toBe(1);
  });

  test("is not used by a form of another site", async () => {
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { "sec-fetch-site": "same-site" }])
      expect((await browser.post(path, {}, headers)).status).toBe(403);
    expect((await browser.post(path)).status).toBe(303);
  });

  test.each(["x", "x".repeat(43), "x".repeat(44), "%00", "%ff"])("is no other one: %s", async (text) => {
    expect((await browser.get(`/sign-in/link/${text}`)).status).toBeOneOf([400, 404, 410]);
    expect((await browser.post(`/sign-in/link/${text}`)).status).toBeOneOf([400, 404, 410]);
    expect(await svc.db.$count(sessions)).toBe(0);
  });

  test("the page of a link that works no more leads nowhere else", async () => {
    expect(await linksOf(await browser.get(`/sign-in/link/${"x".repeat(43)}`))).toEqual([]);
  });
});

test("a token of the local admin works while links do", async () => {
  await browser.post(path);
  const [local] = await svc.db.select().from(users).where(isNull(users.githubId));
  const { allowed, admin } = await svc.deps.membership.of({ githubId: null, login: local!.login });
  expect([allowed, admin]).toEqual([true, true]);
});

describe("in any other set-up there is no link and no page for one", () => {
  const connected = { ...unconnected, appId: "1", privateKey: "k", webhookSecret: "s".repeat(32) };
  const setUps: [string, Partial<Config>][] = [
    ["a GitHub App", { github: connected }],
    ["a client id", { github: { ...unconnected, clientId: "c", clientSecret: "s" } }],
    ["an address that others reach", { host: "0.0.0.0" }],
    ["a public address", { publicUrl: "https://svc.example.com" }],
  ];

  test.each(setUps)("%s", async (_, config) => {
    const other = await startApp({ config: { github: unconnected, ...config } });
    try {
      expect(await createSignInLink(other.deps)).toBeUndefined();
      await other.db.insert(signInLinks).values({
        secretHash: new Bun.CryptoHasher("sha256").update("l".repeat(43)).digest(),
      });
      const visitor = createVisitor(other.send, other.config.publicUrl.replace("https:", "http:"));
      expect((await visitor.get(`/sign-in/link/${"l".repeat(43)}`)).status).toBe(404);
      expect((await visitor.post(`/sign-in/link/${"l".repeat(43)}`)).status).toBe(404);
      expect(await other.db.$count(sessions)).toBe(0);
      expect(await other.db.$count(signInLinks)).toBe(1);
    } finally {
      await other.stop();
    }
  });
});
