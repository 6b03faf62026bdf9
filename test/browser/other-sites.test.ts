import { afterAll, beforeAll, expect, test } from "bun:test";
import { sessions, tokens } from "../../db/schema/people.ts";
import { createBrowser, type Visit } from "../support/browser.ts";
import { startListening } from "../support/listening.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
let evil: Bun.Server<undefined>;
let body = "";
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  // Another port is another origin, yet the same site: SameSite alone would let its writes through.
  evil = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    fetch: () =>
      new Response(`<!doctype html><title>evil</title>${body}`, { headers: { "content-type": "text/html" } }),
  });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await evil.stop(true);
  await svc.stop();
}, 60_000);

async function signedIn(): Promise<Visit> {
  svc.github.browser.signedIn = "ada";
  const visit = await browser.browse(`${svc.url}/sign-in/github`);
  await visit.page.waitForURL(`${svc.url}/admin`);
  return visit;
}

const evilUrls = () => [`http://localhost:${evil.port}/`, `http://127.0.0.1:${evil.port}/`];

test("a form of another site is refused on every address that writes, whatever cookies come along", async () => {
  const { page } = await signedIn();
  const token = await svc.tokenFor("ada");
  const [row] = await svc.db.select().from(tokens);
  const before = await svc.db.select().from(sessions);
  const writes = [
    ["/admin/tokens", { label: "evil", nonce: crypto.randomUUID() }],
    [`/admin/tokens/${row!.id}/revocation`, {}],
    [`/admin/sessions/${before[0]!.id}/revocation`, {}],
    ["/sign-out", {}],
    ["/language", { language: "nl", next: "/admin" }],
  ] as const;
  for (const url of evilUrls()) {
    for (const [path, fields] of writes) {
      const inputs = Object.entries(fields).map(([name, value]) => `<input name=${name} value="${value}">`);
      body = `<form method=post action="${svc.url}${path}">${inputs.join("")}<button>win</button></form>`;
      await page.goto(url);
      const [answer] = await Promise.all([page.waitForResponse(svc.url + path), page.click("button")]);
      expect([path, answer.status()]).toEqual([path, 403]);
    }
  }
  expect(await svc.db.select().from(tokens)).toHaveLength(1);
  expect((await svc.api("/time-entries", token)).status).toBe(200);
  await page.goto(`${svc.url}/admin/tokens`);
  expect(page.url()).toBe(`${svc.url}/admin/tokens`);
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
}, 60_000);

test("no script of another site reads or writes with the session", async () => {
  const { page } = await signedIn();
  body = "";
  for (const url of evilUrls()) {
    await page.goto(url);
    for (const method of ["GET", "POST"]) {
      const outcome = await page.evaluate<string>(
        `fetch("${svc.url}/admin/tokens", { method: "${method}", credentials: "include" }).then((r) => "read " + r.status, () => "refused")`,
      );
      expect([url, method, outcome]).toEqual([url, method, "refused"]);
    }
  }
}, 60_000);

test("no page of ours stands in a frame of another site", async () => {
  const { page } = await signedIn();
  for (const path of ["/admin/tokens", "/sign-in", "/admin/tokens/new"]) {
    body = `<iframe src="${svc.url}${path}"></iframe>`;
    await page.goto(evilUrls()[0]!);
    await page.waitForTimeout(300);
    const framed = page.frames().filter((frame) => frame !== page.mainFrame());
    for (const frame of framed) expect(frame.url()).not.toStartWith(svc.url);
  }
}, 60_000);
