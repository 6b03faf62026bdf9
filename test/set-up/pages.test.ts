import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { auditLog } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { textOf } from "../sign-in/through-github.ts";

let svc: TestApp;
let root: Visitor;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  root = await svc.signedIn("root");
});
afterAll(() => svc.stop());

const page = async (visitor = root) => textOf(await visitor.get("/admin/set-up"));
const menu = async (visitor: Visitor) =>
  (await (await visitor.get("/admin")).text()).includes('"/admin/set-up"');
/** Each step with what its badge says. */
async function steps(): Promise<string[]> {
  const html = await (await root.get("/admin/set-up")).text();
  return [...html.matchAll(/id="step-(\w+)">.*?<span class="[^"]*badge[^"]*">([^<]*)</g)].map(
    ([, name, state]) => `${name} ${state}`,
  );
}

test("the set-up is for admins: others have it neither in the menu nor by its address", async () => {
  const ada = await svc.signedIn("ada");
  expect([await menu(root), await menu(ada)]).toEqual([true, false]);
  expect((await ada.get("/admin/set-up")).status).toBe(403);
  expect((await ada.post("/admin/set-up/dismissal")).status).toBe(403);
  expect((await svc.visitor().get("/admin/set-up")).status).toBe(303);
});

test("each step is done when what it is for is there, and by nothing that is pressed", async () => {
  expect(await steps()).toEqual([
    "signIn done",
    "hours to do",
    // Somebody of GitHub's is signed in.
    "github done",
    "client to do",
    "token to do",
    "production to do",
  ]);
  await aClient(svc.db, "Globex", "client:globex");
  const issue = svc.github.issue("acme/web", { labels: ["client:globex"] });
  await svc.github.comment(issue, "ada", "/log 2h");
  await svc.api("/time-entries");
  await svc.deps.tokens.settled();
  expect((await steps()).map((step) => step.replace(/^\w+ /, ""))).toEqual([
    ...Array.from({ length: 5 }, () => "done"),
    "to do",
  ]);
});

test("connected to GitHub there is no playground, and what to comment instead", async () => {
  const text = await page();
  expect(text).not.toContain("Try it in the playground");
  expect(text).toContain("/log 15m");
});

test("it is in Dutch as well, with the line to log in from here", async () => {
  const text = await page(await svc.signedIn("root", "nl"));
  expect(text).toContain("van 6 gedaan");
  expect(text).toContain("Geef svc een openbaar adres en een database");
});

test("put away it is gone from everybody's menu, is in the audit log, and stays at its address", async () => {
  const grace = (svc.github.member("acme", "grace", { role: "admin" }), await svc.signedIn("grace"));
  expect(await menu(grace)).toBe(true);
  expect((await root.post("/admin/set-up/dismissal", {}, { "sec-fetch-site": "cross-site" })).status).toBe(
    403,
  );
  const answer = await root.post("/admin/set-up/dismissal");
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
  expect(await textOf(await root.get("/admin"))).toContain("The checklist is put away.");
  expect([await menu(root), await menu(grace)]).toEqual([false, false]);
  expect((await root.get("/admin/set-up")).status).toBe(200);
  expect(await page()).not.toContain("Put the checklist away");
  expect(await svc.db.select().from(auditLog).where(eq(auditLog.action, "set_up.dismissed"))).toHaveLength(1);
});

test("what svc has of its own and what others reach it by decides the last step", async () => {
  const production = { publicUrl: "https://hours.example.com", databaseUrl: "postgres://svc@db/svc" };
  const other = await startApp({
    shared: { github: svc.github, database: svc.database },
    config: production,
  });
  try {
    const { cookies } = await other.signedIn("root");
    // As a proxy in front of svc asks.
    const visitor = createVisitor(other.send, "http://hours.example.com");
    for (const [name, value] of cookies) visitor.cookies.set(name, value);
    const page = await visitor.get("/admin/set-up");
    const text = await textOf(page);
    expect(text).toContain("People reach svc at https://hours.example.com.");
    expect(text).toContain("The database is the server of DATABASE_URL.");
    expect(text).toContain("Everything is set up.");
    // Only where a form leads to a playground may one lead away from here.
    expect(page.headers.get("content-security-policy")).toContain("form-action 'self';");
  } finally {
    await other.stop();
  }
});
