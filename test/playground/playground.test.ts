import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { clients, entries } from "../../db/schema.ts";
import { auditLog } from "../../db/schema/people.ts";
import type { Opened } from "../../server/playground/playground.ts";
import { textOf } from "../sign-in/through-github.ts";
import { createVisitor, type Visitor } from "../support/visitor.ts";
import { startHere, type Started } from "./started.ts";

let svc: Started;
let admin: Visitor;
beforeAll(async () => {
  svc = await startHere();
  admin = await svc.admin();
}, 90_000);
afterAll(() => svc.stop(), 60_000);

const folder = () => join(svc.dataDir, "playground");
const openNow = () => svc.deps().playground!.standing() as { state: "open" } & Opened;

async function open(): Promise<string> {
  const answer = await admin.post("/admin/playground");
  expect([answer.status, answer.status === 303 ? "" : await answer.text()]).toEqual([303, ""]);
  return answer.headers.get("location")!;
}

/** A browser at the simulated GitHub, or any other place that is not svc's own. */
const at = (address: string) => createVisitor(fetch, new URL(address).origin);

/** A browser that is led into the playground's panel: it follows what redirects say, with the cookies of each place. */
async function led(address: string): Promise<{ visitor: Visitor; page: Response }> {
  const visitor = at(address);
  let page = await visitor.get(address);
  for (let hops = 0; page.status >= 300 && page.status < 400 && hops < 6; hops += 1) {
    const next = new URL(page.headers.get("location")!, address);
    const isThere = next.origin === new URL(address).origin;
    page = isThere ? await visitor.get(next.href) : await fetch(next, { redirect: "manual" });
  }
  return { visitor, page };
}

async function comment(body: string, issue = openNow().issue as string): Promise<string> {
  const { origin, pathname } = new URL(issue);
  const answer = await at(origin).post(`${pathname}/comments`, { body });
  expect(answer.status).toBe(303);
  return textOf(await fetch(issue));
}

describe("who may open it", () => {
  test("a member who is no admin may not, nor may anybody who is not signed in", async () => {
    const member = await svc.member();
    expect((await member.post("/admin/playground")).status).toBe(403);
    expect((await member.post("/admin/playground/removal")).status).toBe(403);
    expect((await svc.stranger().post("/admin/playground")).status).toBe(303);
    expect(existsSync(folder())).toBe(false);
  });

  test("a page of another site may not, whatever session the browser has", async () => {
    for (const site of ["cross-site", "same-site"])
      expect((await admin.post("/admin/playground", {}, { "sec-fetch-site": site })).status).toBe(403);
    expect(existsSync(folder())).toBe(false);
  });

  test("what lies where its data belong is left alone, and told of", async () => {
    mkdirSync(folder());
    writeFileSync(join(folder(), "thesis.txt"), "mine");
    const answer = await admin.post("/admin/playground");
    expect(answer.status).toBe(409);
    expect(await textOf(answer)).toContain("that is not a playground of this version of svc");
    expect((await admin.post("/admin/playground/removal")).status).toBe(303);
    expect(readFileSync(join(folder(), "thesis.txt"), "utf8")).toBe("mine");
    rmSync(folder(), { recursive: true });
  });
});

describe("the playground", () => {
  test("leads to the sample issue with the comment written, and records it as svc does", async () => {
    const issue = await open();
    const page = await fetch(issue);
    expect(await page.text()).toMatch(/<textarea[^>]*>\/log 2h<\/textarea>/);
    const shown = await comment("/log 2h found it");
    expect(shown).toContain("Logged 2h for ada on");
    expect(shown).toContain("Client: Globex Corporation , by the label client:globex");
  }, 60_000);

  test("says what was ambiguous, what was not understood, and what has no client", async () => {
    const issues = openNow().issue.replace(/1$/, "");
    expect(await comment("/log 45m", `${issues}3`)).toContain("lead to 2 different clients");
    expect(await comment("/log 1d", `${issues}4`)).toContain("Nothing was recorded");
    expect(await comment("/log 1:15", `${issues}4`)).toContain("Client: none");
    expect(await comment("Thanks!", `${issues}5`)).not.toContain("[bot]");
  }, 60_000);

  test("keeps all of it from svc: nothing there is among real hours, clients or deliveries", async () => {
    const { db } = svc.deps();
    expect([await db.$count(entries), await db.$count(clients)]).toEqual([0, 0]);
    expect(await svc.deps().playground!.entries()).toBe(3);
    expect(await textOf(await admin.get("/admin/entries"))).not.toContain("Globex");
    expect(await textOf(await admin.get("/admin/clients"))).not.toContain("Globex");
  });

  test("has a panel under another name than svc, so that no session displaces the other", () => {
    expect([new URL(svc.url).hostname, new URL(openNow().panel).hostname]).toEqual([
      "localhost",
      "127.0.0.1",
    ]);
  });

  test("lets whoever comes from it into that panel, which says on every page that it is not real", async () => {
    const { visitor, page } = await led(openNow().panel);
    expect(page.status).toBe(200);
    for (const path of ["/admin", "/admin/entries", "/admin/clients", "/admin/mappings", "/admin/nothing"]) {
      const text = await textOf(await visitor.get(path));
      expect([path, text]).toEqual([path, expect.stringContaining("Playground: nothing here is real.")]);
    }
    expect(await textOf(await visitor.get("/admin/mappings"))).toContain("strippenkaart:globex-2026");
    const csv = await (await visitor.get("/admin/entries?format=csv")).text();
    expect(csv).toContain("found it");
  });

  test("is none within a playground, and sets nothing up there", async () => {
    const { visitor } = await led(openNow().panel);
    expect((await visitor.post("/admin/playground")).status).toBe(404);
    expect((await visitor.post("/admin/playground/removal")).status).toBe(404);
    const back = await visitor.get("/admin/set-up");
    expect([back.status, back.headers.get("location")]).toEqual([303, `${svc.url}/admin/set-up`]);
    expect(await (await visitor.get("/admin")).text()).not.toContain('href="/admin/set-up"');
  });

  test("keeps its issue's labels for what comes: an entry has those of its comment's moment", async () => {
    const issue = openNow().issue.replace(/1$/, "6");
    const { origin, pathname } = new URL(issue);
    const form = await (await fetch(issue)).text();
    const field = (label: string) =>
      new RegExp(`name="(label-\\d+)" value="${label}"`).exec(form)?.[1] ?? "none";
    const ticked = { [field("client:initech")]: "client:initech", new: "urgent" };
    expect((await at(origin).post(`${pathname}/labels`, ticked)).status).toBe(303);
    expect(await comment("/log 10m", issue)).toContain("Client: Initech");
    const { visitor } = await led(openNow().panel);
    const csv = await (await visitor.get("/admin/entries?format=csv&label=urgent")).text();
    expect(csv.trim().split("\n")).toHaveLength(2);
  });

  test("is the same after a restart: addresses, comments and hours, and no id comes again", async () => {
    const before = openNow();
    const shown = await textOf(await fetch(before.issue));
    const hours = await svc.deps().playground!.entries();
    await svc.restart();
    admin = await svc.admin();
    expect(openNow()).toEqual(before);
    expect(await textOf(await fetch(before.issue))).toBe(shown);
    expect(await svc.deps().playground!.entries()).toBe(hours);
    expect(await comment("/log 5m after the restart")).toContain("after the restart");
    expect(await svc.deps().playground!.entries()).toBe(hours + 1);
  }, 90_000);

  test("is not made twice by pressing twice", async () => {
    const [one, other] = await Promise.all([open(), open()]);
    expect(one).toBe(other);
    expect(readdirSync(svc.dataDir).filter((name) => name.startsWith("playground"))).toEqual(["playground"]);
  });

  test("keeps what it remembers to the user that svc runs as", () => {
    expect(statSync(join(folder(), "github.json")).mode & 0o777).toBe(0o600);
  });
});

describe("to remove it", () => {
  test("stops it and deletes its folder, and nothing beside it", async () => {
    const { issue } = openNow();
    const before = readdirSync(svc.dataDir).filter((name) => name !== "playground");
    writeFileSync(join(svc.dataDir, "playground-notes.txt"), "mine");
    const answer = await admin.post("/admin/playground/removal");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/set-up"]);
    expect(await fetch(issue).catch(() => "nobody there")).toBe("nobody there");
    expect(readdirSync(svc.dataDir).sort()).toEqual([...before, "playground-notes.txt"].sort());
    expect(svc.deps().playground!.standing()).toEqual({ state: "none" });
    expect((await admin.get("/admin/entries")).status).toBe(200);
    const noted = await svc.deps().db.select().from(auditLog).where(eq(auditLog.targetType, "playground"));
    expect(noted.map(({ action }) => action)).toEqual(["playground.opened", "playground.removed"]);
    expect(noted[1]!.detail).toEqual({ entries: 5 });
  }, 60_000);

  test("what was broken off halfway is finished at the next start", async () => {
    const half = join(svc.dataDir, "playground.gone-00ff00ff");
    mkdirSync(half);
    writeFileSync(join(half, "github.json"), "{}");
    await svc.restart();
    admin = await svc.admin();
    expect(existsSync(half)).toBe(false);
  }, 60_000);

  test("another one is empty", async () => {
    await open();
    expect(await svc.deps().playground!.entries()).toBe(0);
    expect(await comment("/log 20m")).toContain("This issue: nothing planned, 20m logged.");
  }, 60_000);
});
