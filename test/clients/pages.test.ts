import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { auditLog } from "../../db/schema/people.ts";
import { formatDuration } from "../../server/entries/duration.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let root: Visitor;
let ada: Visitor;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  root = await svc.signedIn("root");
  ada = await svc.signedIn("ada");
}, 30_000);
afterAll(() => svc.stop());

const page = async (path: string, by = root) => {
  const answer = await by.get(path);
  return { status: answer.status, html: await answer.text() };
};
const names = (html: string) =>
  [...html.matchAll(/href="\/admin\/clients\/\d+">([^<]+)</g)].map(([, name]) => name!);
const rowOf = (html: string, id: number) => html.split(`id="client-${id}"`)[1]?.split("</tr>")[0] ?? "";
const to = (answer: Response) => [answer.status, answer.headers.get("location")];
const attributedTo = (clientId: number) => ({
  clientId,
  attribution: { winner: { mappingId: 1, label: "x", clientId }, runnersUp: [], deactivated: [] },
});

async function make(name: string): Promise<number> {
  const answer = await root.post("/admin/clients", { name });
  const id = /^\/admin\/clients\/(\d+)$/.exec(answer.headers.get("location") ?? "")?.[1];
  if (answer.status !== 303 || id === undefined) throw new Error(`${answer.status} for ${name}`);
  return Number(id);
}

async function correct(id: number, body: object): Promise<void> {
  const answer = await svc.send(
    new Request(`http://localhost/api/v1/time-entries/${id}/corrections`, {
      method: "POST",
      headers: { authorization: `Bearer ${await svc.tokenFor("root")}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  );
  if (answer.status !== 201) throw new Error(await answer.text());
}

describe("the list of clients", () => {
  test("says what to do first, in the panel and over the API", async () => {
    const { html } = await page("/admin/clients");
    expect(html).toContain("There is no client yet.");
    expect(html).toContain("svc clients create Acme");
    expect(html).toContain('href="/admin/clients/new"');
  });

  test("is in the order of names, whatever their case, and its pages meet without a gap", async () => {
    const made = ["Zeta", "alpha", "Beta", ...Array.from({ length: 100 }, (_, n) => `Client ${100 + n}`)];
    for (const name of made) await aClient(svc.db, name);
    const seen: string[] = [];
    let path: string | undefined = "/admin/clients";
    for (let pages = 0; path !== undefined; pages++) {
      const { html } = await page(path);
      expect(html.length).toBeLessThan(30_000);
      seen.push(...names(html));
      path = /rel="next" href="([^"]+)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
      expect(pages).toBeLessThan(4);
    }
    expect(seen).toEqual(made.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  });

  test("adds up the hours that stand, and has the last day; plans are no hours", async () => {
    const { id } = await aClient(svc.db, "Worked For");
    const at = attributedTo(id);
    await anEntry(svc.db, { ...at, minutes: 90, workedOn: "2026-10-05" });
    const wrong = await anEntry(svc.db, { ...at, minutes: 600, workedOn: "2026-10-09" });
    await correct(wrong, { labels: ["internal:overhead"], reason: "not theirs" });
    await anEntry(svc.db, { ...at, kind: "plan", minutes: 480, workedOn: "2026-10-30" });
    await anEntry(svc.db, { ...at, minutes: 45, workedOn: "2026-10-07" });
    const { html } = await page("/admin/clients?name=worked+for");
    expect(rowOf(html, id)).toContain(formatDuration(135));
    expect(rowOf(html, id)).toContain("2026-10-07");
    expect(rowOf(html, id)).toContain("no label yet");
    expect((await page(`/admin/clients/${id}`)).html).toContain("2 time entries");
  });

  test("finds a part of a name in any case, literally, and says so where there is none", async () => {
    await aClient(svc.db, "100% Cotton_Co");
    expect(names((await page("/admin/clients?name=COTTON_")).html)).toEqual(["100% Cotton_Co"]);
    expect(names((await page("/admin/clients?name=0%25+c")).html)).toEqual(["100% Cotton_Co"]);
    expect((await page("/admin/clients?name=n_1")).html).toContain("No client fits this filter.");
  });

  test("refuses what it does not understand, and keeps what was typed", async () => {
    const { status, html } = await page("/admin/clients?name=Be%22ta&sort=hours");
    expect(status).toBe(422);
    expect(html).toContain('role="alert"');
    expect(html).toContain('value="Be&#34;ta"');
  });
});

describe("a client", () => {
  test("is made, is there, and is in the audit log", async () => {
    const id = await make("  New   Company ");
    const { html } = await page(`/admin/clients/${id}`);
    expect(html).toContain("<h1>New Company</h1>");
    expect(html).toContain("The client “New Company” is made.");
    expect(html).toContain("No label leads here yet");
    expect(html).toContain("/admin/mappings/new?client=New%20Company");
    const last = (await svc.db.select().from(auditLog)).at(-1);
    expect(last).toMatchObject({ action: "client.created", targetId: String(id), via: "session" });
  });

  test.each([
    [422, "", "The name is empty"],
    [422, "x".repeat(201), "Shorten it to 200"],
    [409, "ALPHA", "An active client has this name already"],
  ])(
    "%d: a name that will not do is told at the field, with what was typed kept",
    async (status, name, told) => {
      const answer = await root.post("/admin/clients", { name });
      const html = await answer.text();
      expect(answer.status).toBe(status);
      expect(html).toContain('href="#field-name"');
      expect(html).toContain(`value="${name}"`);
      expect(html).toContain(told);
      expect(html).not.toContain("/api/v1");
    },
  );

  test("is renamed; a name that is taken is told beside what was typed", async () => {
    const id = await make("Old name");
    expect(to(await root.post(`/admin/clients/${id}/name`, { name: "Old Name, Ltd" }))).toEqual([
      303,
      `/admin/clients/${id}`,
    ]);
    const taken = await root.post(`/admin/clients/${id}/name`, { name: "beta" });
    const html = await taken.text();
    expect(taken.status).toBe(409);
    expect(html).toContain("<h1>Old Name, Ltd</h1>");
    expect(html).toContain('value="beta"');
    expect(html).toContain('aria-invalid="true"');
  });

  test("is deactivated after its page said in numbers what follows, and comes back", async () => {
    const { id } = await aClient(svc.db, "Leaving", "client:leaving", "client:left");
    const today = new Date().toISOString().slice(0, 10);
    for (const workedOn of ["2020-01-06", today, today])
      await anEntry(svc.db, { ...attributedTo(id), minutes: 30, workedOn });
    await anEntry(svc.db, { ...attributedTo(id), kind: "plan" });
    const asked = await page(`/admin/clients/${id}/deactivation`);
    for (const effect of [
      "3 time entries (1h 30m) and 1 plan keep it as their client.",
      "In the last 90 days it got 2 time entries (1h).",
      "2 mappings still point here.",
    ]) {
      expect(asked.html).toContain(effect);
    }
    expect(to(await root.post(`/admin/clients/${id}/deactivation`))).toEqual([303, `/admin/clients/${id}`]);
    expect((await page(`/admin/clients/${id}`)).html).toContain("Nothing new is attributed to this client.");
    expect((await page(`/admin/clients/${id}/deactivation`)).html).toContain("deactivated already");
    expect(names((await page("/admin/clients?name=leaving")).html)).toEqual([]);
    expect(names((await page("/admin/clients?name=leaving&status=deactivated")).html)).toEqual(["Leaving"]);

    const namesake = await make("Leaving");
    const refused = await root.post(`/admin/clients/${id}/reactivation`);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Another active client has this name by now.");
    await root.post(`/admin/clients/${namesake}/name`, { name: "Somebody else" });
    expect(to(await root.post(`/admin/clients/${id}/reactivation`))).toEqual([303, `/admin/clients/${id}`]);
    expect(names((await page("/admin/clients?name=leaving")).html)).toEqual(["Leaving"]);
  });

  test.each(["0", "999999", "1e1", "x", "%00", "9".repeat(30)])("there is none called %s", async (id) => {
    for (const path of [`/admin/clients/${id}`, `/admin/clients/${id}/deactivation`]) {
      expect([path, (await page(path)).status]).toEqual([path, 404]);
    }
    expect((await root.post(`/admin/clients/${id}/name`, { name: "x" })).status).toBe(404);
  });
});

describe("a member", () => {
  test("sees it all, and why they may not change it", async () => {
    const { id } = await aClient(svc.db, "Looked at");
    for (const path of ["", "/new", `/${id}`, `/${id}/deactivation`]) {
      const { status, html } = await page(`/admin/clients${path}`, ada);
      expect([path, status]).toEqual([path, 200]);
      expect([path, html]).toEqual([
        path,
        expect.stringContaining("Only admins change clients: owners of acme"),
      ]);
      expect([path, html]).toEqual([path, expect.stringContaining('aria-disabled="true"')]);
    }
  });

  test("is refused whatever they send", async () => {
    const { id } = await aClient(svc.db, "Kept as it is");
    const before = await svc.db.execute(sql`select * from clients order by id`);
    const sent: [string, Record<string, string>][] = [
      ["", { name: "Mine" }],
      [`/${id}/name`, { name: "Mine" }],
      [`/${id}/deactivation`, {}],
      [`/${id}/reactivation`, {}],
    ];
    for (const [path, fields] of sent) {
      const answer = await ada.post(`/admin/clients${path}`, fields);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(await svc.db.execute(sql`select * from clients order by id`)).toEqual(before);
  });
});

test("the pages are in Dutch for whoever asks for it", async () => {
  const dutch = await svc.signedIn("root", "nl");
  const { html } = await page("/admin/clients", dutch);
  expect(html).toContain("<h1>Klanten</h1>");
  const answer = await dutch.post("/admin/clients", { name: "alpha" });
  expect(await answer.text()).toContain("Een actieve klant heeft deze naam al.");
});
