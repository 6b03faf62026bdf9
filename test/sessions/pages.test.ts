import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog, sessions } from "../../db/schema/people.ts";
import { signInThroughGitHub } from "../sign-in/through-github.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "eve");
  svc.github.member("acme", "root", { role: "admin" });
}, 30_000);
afterAll(() => svc.stop());

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A browser of this person, and the id of its session. */
async function signedIn(login: string, userAgent?: string): Promise<Visitor & { id: number }> {
  const browser = await svc.signedIn(login);
  const [newest] = await svc.db.$client`select max(id) as id from sessions`;
  const id = Number(newest!.id);
  if (userAgent !== undefined) await svc.db.update(sessions).set({ userAgent }).where(eq(sessions.id, id));
  return { ...browser, id };
}
const end = (by: Visitor, id: number | string) => by.post(`/admin/sessions/${id}/revocation`);
const isSignedIn = async (browser: Visitor) => (await browser.get("/admin/sessions")).status === 200;
const rowOf = async (id: number) => (await svc.db.select().from(sessions).where(eq(sessions.id, id)))[0];
/** Which sessions a page has a button for, from top to bottom. */
const offered = (page: string) => [...page.matchAll(/\/admin\/sessions\/(\d+)\//g)].map((m) => Number(m[1]));

describe("the list of sessions", () => {
  test("has one's own, the newest first, by the browser's name, and says which is this one", async () => {
    const laptop = await signedIn("ada", firefox);
    const other = await signedIn("ada", "curl/8.5.0");
    const eve = await signedIn("eve");
    const page = await (await laptop.get("/admin/sessions")).text();
    expect(offered(page).slice(0, 2)).toEqual([other.id, laptop.id]);
    expect(offered(page)).not.toContain(eve.id);
    const rows = page.split("<tr").filter((row) => row.includes("/revocation"));
    expect(rows[0]).toContain("An unknown browser");
    expect(rows[1]).toContain("Firefox on Linux");
    expect(rows.map((row) => row.includes("this one")).slice(0, 2)).toEqual([false, true]);
  });

  test("has nobody else's for an admin either", async () => {
    const [root, ada] = [await signedIn("root"), await signedIn("ada")];
    expect(offered(await (await root.get("/admin/sessions")).text())).not.toContain(ada.id);
  });

  test("has none whose time is over", async () => {
    const [here, forgotten] = [await signedIn("ada"), await signedIn("ada")];
    await svc.db
      .$client`update sessions set created_at = now() - interval '7 days' where id = ${forgotten.id}`;
    expect(offered(await (await here.get("/admin/sessions")).text())).not.toContain(forgotten.id);
  });

  test("is not kept by a browser, and holds nothing of any secret", async () => {
    const ada = await signedIn("ada");
    const answer = await ada.get("/admin/sessions");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const page = await answer.text();
    const row = (await rowOf(ada.id))!;
    expect(page).not.toContain(ada.cookies.get("svc_session")!);
    for (const form of ["hex", "base64", "base64url"] as const) {
      expect(page).not.toContain(Buffer.from(row.secretHash).toString(form));
    }
  });

  test("shows no word of what a browser says of itself", async () => {
    const ada = await signedIn("ada");
    const shown = async (userAgent: string) => {
      await svc.db.update(sessions).set({ userAgent }).where(eq(sessions.id, ada.id));
      return (await ada.get("/admin/sessions")).text();
    };
    const harmless = await shown("Firefox/140.0 (Linux)");
    for (const word of [
      `"><svg onload=alert(1)>`,
      `</title><script>alert(1)</script>`,
      "\u202Eevil",
      "<!--",
    ]) {
      expect(await shown(`${word} Firefox/140.0 (Linux) ${word}`)).toBe(harmless);
    }
  });
});

describe("ending a session from the list", () => {
  test("ends it on its next page, and is told once", async () => {
    const [laptop, lost] = [await signedIn("ada"), await signedIn("ada", firefox)];
    const answer = await end(laptop, lost.id);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/sessions"]);
    const message = "That session has ended.";
    expect(await (await laptop.get("/admin/sessions")).text()).toContain(message);
    expect(await (await laptop.get("/admin/sessions")).text()).not.toContain(message);
    expect([await isSignedIn(lost), await isSignedIn(laptop)]).toEqual([false, true]);
    expect(await rowOf(lost.id)).toBeUndefined();
    const [noted] = await svc.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, String(lost.id)))
      .orderBy(auditLog.id)
      .offset(1);
    expect(noted).toMatchObject({ action: "session.revoked", via: "session", viaId: laptop.id });
  });

  test("of another person, an admin or not, is 404 in the words for one that there is none of", async () => {
    const eve = await signedIn("eve");
    for (const by of [await signedIn("ada"), await signedIn("root")]) {
      const [others, none] = [await end(by, eve.id), await end(by, 999_999)];
      expect([others.status, none.status]).toEqual([404, 404]);
      const lead = async (answer: Response) => /<p class="lead".*?<\/p>/s.exec(await answer.text())?.[0];
      const words = await lead(others);
      expect(words).toContain("There is no such session");
      expect(await lead(none)).toBe(words!);
    }
    expect(await isSignedIn(eve)).toBe(true);
  });

  test("of what is no id of a session is 404 as well, also in another spelling of one's own", async () => {
    const ada = await signedIn("ada");
    const lost = await signedIn("ada");
    for (const id of [ada.id, lost.id]) {
      for (const spelling of [
        `0${id}`,
        `${id}.0`,
        `+${id}`,
        `%20${id}`,
        `${id}e0`,
        `0x${id.toString(16)}`,
        `-${id}`,
      ]) {
        expect([spelling, (await end(ada, spelling)).status]).toEqual([spelling, 404]);
      }
    }
    for (const id of ["0", "x", "null", "9".repeat(15), "9".repeat(40), "1;2", "__proto__"]) {
      expect([id, (await end(ada, id)).status]).toEqual([id, 404]);
    }
    expect([await isSignedIn(ada), await isSignedIn(lost)]).toEqual([true, true]);
  });

  test("twice, as with a double click, is 404 the second time and harms nothing", async () => {
    const [laptop, lost] = [await signedIn("ada"), await signedIn("ada")];
    expect((await end(laptop, lost.id)).status).toBe(303);
    expect((await end(laptop, lost.id)).status).toBe(404);
    expect(await isSignedIn(laptop)).toBe(true);
  });

  test("of one's own over which it is done signs out", async () => {
    const [ada, elsewhere] = [await signedIn("ada"), await signedIn("ada")];
    const answer = await end(ada, ada.id);
    expectSignedOut(answer);
    expect(await rowOf(ada.id)).toBeUndefined();
    expect([await isSignedIn(ada), await isSignedIn(elsewhere)]).toEqual([false, true]);
  });

  test("is done by a form alone: asking for its address ends none, nor does another site", async () => {
    const [ada, lost] = [await signedIn("ada"), await signedIn("ada")];
    const path = `/admin/sessions/${lost.id}/revocation`;
    expect((await ada.get(path)).status).toBe(405);
    expect((await ada.post(path, {}, { "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await ada.post(path, { all: "yes" })).status).toBe(422);
    expect(await isSignedIn(lost)).toBe(true);
  });
});

describe("signing out", () => {
  test("leaves nothing in the browser, and nothing in the database", async () => {
    const [ada, elsewhere] = [await signedIn("ada"), await signedIn("ada")];
    const secret = ada.cookies.get("svc_session")!;
    expectSignedOut(await ada.post("/sign-out"));
    expect(ada.cookies.has("svc_session")).toBe(false);
    expect(await rowOf(ada.id)).toBeUndefined();
    expect(await isSignedIn(elsewhere)).toBe(true);
    // Whoever kept the cookie has nothing in it.
    expect((await ada.get("/admin/sessions", { cookie: `svc_session=${secret}` })).status).toBe(303);
  });

  test("is told once, on the page to sign in", async () => {
    const ada = await signedIn("ada");
    await ada.post("/sign-out");
    expect(await (await ada.get("/sign-in")).text()).toContain("You are signed out.");
    expect(await (await ada.get("/sign-in")).text()).not.toContain("You are signed out.");
  });

  test("twice, or with nobody signed in, or with a session that is over, is the same and harmless", async () => {
    const ada = await signedIn("ada");
    const cookie = `svc_session=${ada.cookies.get("svc_session")}`;
    const before = await svc.db.$count(auditLog);
    for (let n = 0; n < 3; n++) expectSignedOut(await ada.post("/sign-out", {}, { cookie }));
    expectSignedOut(await svc.visitor().post("/sign-out"));
    expect(await svc.db.$count(auditLog)).toBe(before + 1);
    const idle = await signedIn("ada");
    await svc.db
      .$client`update sessions set last_seen_at = now() - interval '12 hours' where id = ${idle.id}`;
    expectSignedOut(await idle.post("/sign-out"));
    expect(await isSignedIn(idle)).toBe(false);
  });

  test("is done by a form of ours alone", async () => {
    const ada = await signedIn("ada");
    expect((await ada.get("/sign-out")).status).toBe(405);
    expect((await ada.post("/sign-out", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await ada.post("/sign-out", { next: "//evil.example" })).status).toBe(422);
    expect(await isSignedIn(ada)).toBe(true);
  });
});

test("signing in gives a cookie for 7 days, which no script reads and no other site's form brings along", async () => {
  svc.github.browser.signedIn = "ada";
  const answer = await signInThroughGitHub(svc.visitor());
  const cookie = answer.headers.getSetCookie().find((line) => line.startsWith("svc_session="));
  expect(cookie).toMatch(/^svc_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/);
});

test("over https what is set and what is ended is the cookie with the prefix", async () => {
  const there = await startApp({ shared: svc, config: { publicUrl: "https://svc.example.com" } });
  const { cookies } = await there.signedIn("ada");
  const [[name, secret]] = [...cookies] as [[string, string]];
  expect(name).toBe("__Host-svc_session");
  // The proxy before svc speaks http with it.
  const ada = createVisitor(there.send, "http://svc.example.com");
  ada.cookies.set(name, secret);
  expect((await ada.get("/admin/sessions")).status).toBe(200);
  // A name that is not bound to the host counts for nothing, also behind what looks like a blank.
  for (const cookie of [`svc_session=${secret}`, `\u00A0__Host-svc_session=${secret}`]) {
    expect((await ada.get("/admin/sessions", { cookie })).status).toBe(303);
  }
  const answer = await ada.post("/sign-out");
  expect(answer.headers.getSetCookie()[0]).toBe(
    "__Host-svc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
  );
  await there.stop();
});

function expectSignedOut(answer: Response): void {
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/sign-in"]);
  expect(answer.headers.get("clear-site-data")).toBe('"cache", "storage"');
  expect(answer.headers.getSetCookie()).toEqual([
    "svc_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
    "svc_flash=signed_out; Path=/; HttpOnly; SameSite=Lax",
  ]);
}
