import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { auditLog } from "../../db/schema/people.ts";
import { labelMappings } from "../../db/schema.ts";
import { insertMapping } from "../../server/clients/mappings/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";
import { idsIn, labels, nextOf, rowOf, textOf } from "./mapping-list.ts";

let svc: TestApp;
let root: Visitor;
let ada: Visitor;
let globex: number;
let initech: number;
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
const asked = (query: Record<string, string>) => `/admin/mappings/new?${new URLSearchParams(query)}`;
const today = new Date().toISOString().slice(0, 10);

/** The mappings of a list, over all its pages. */
async function walk(from: string): Promise<number[]> {
  const seen: number[] = [];
  let path: string | undefined = from;
  for (let pages = 0; path !== undefined; pages++) {
    const { html } = await page(path);
    expect(html.length).toBeLessThan(30_000);
    seen.push(...idsIn(html));
    path = nextOf(html);
    expect(pages).toBeLessThan(5);
  }
  return seen;
}

async function mapping(
  labelPattern: string,
  clientId: number,
  repository: string | null = null,
): Promise<number> {
  return (await insertMapping(svc.db, { labelPattern, clientId, repository }))!;
}

describe("before there is anything", () => {
  test("the list says what to do first, and the form that a client comes before", async () => {
    const { html } = await page("/admin/mappings");
    expect(html).toContain("No label leads to a client yet.");
    expect(html).toContain("svc mappings create --label client:acme --client Acme");
    const form = await page("/admin/mappings/new?label=client:acme");
    expect(form.html).toContain("There is no active client yet.");
    expect(form.html).toContain('href="/admin/clients/new"');
    globex = (await aClient(svc.db, "Globex")).id;
    initech = (await aClient(svc.db, "Initech")).id;
  });
});

describe("the list of mappings", () => {
  test("stands label by label, says where each counts, and what is wrong with it", async () => {
    const first = await mapping("client:globex", globex);
    await mapping("client:zebra", globex);
    const own = await mapping("client:globex", initech, "acme/web");
    const second = await mapping("client:globex", initech);
    const { html } = await page("/admin/mappings");
    expect(html.indexOf("client:zebra")).toBeGreaterThan(html.lastIndexOf("client:globex"));
    expect(labels(html)).toEqual(["client:globex", "client:zebra"]);
    expect(rowOf(html, first)).toContain("everywhere but for acme/web ambiguous");
    expect(rowOf(html, own)).toContain("Initech acme/web");
    expect(rowOf(html, own)).not.toContain("ambiguous");
    expect(rowOf(html, second)).toContain("ambiguous");
    await root.post(`/admin/mappings/${second}/deletion`);
    await root.post(`/admin/mappings/${own}/deletion`);
    expect((await page("/admin/mappings")).html).not.toContain("ambiguous");
  });

  test("its pages meet without a gap, whatever the labels, and none is large", async () => {
    for (let n = 0; n < 60; n++) {
      const label = `many & "odd", ${n}: ${n % 2 ? "é" : "<b>"}`;
      await mapping(label, initech);
      if (n % 3 === 0) await mapping(label, initech, "acme/web");
    }
    const all = await svc.db.select().from(labelMappings);
    const seen = await walk("/admin/mappings");
    expect(seen).toHaveLength(82);
    expect(seen.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id).toSorted((a, b) => a - b));
  });

  test("is filtered by a part of the label, by client, and by those that lead nowhere", async () => {
    expect(labels((await page("/admin/mappings?label=ZEB")).html)).toEqual(["client:zebra"]);
    expect(labels((await page(`/admin/mappings?client_id=${globex}`)).html)).toEqual([
      "client:globex",
      "client:zebra",
    ]);
    expect((await page(`/admin/mappings?client_id=${globex}`)).html).toContain("Client: Globex");
    expect((await page("/admin/mappings?to=deactivated")).html).toContain("No mapping fits this filter.");
    const gone = (await aClient(svc.db, "Gone", "client:gone")).id;
    await root.post(`/admin/clients/${gone}/deactivation`);
    const { html } = await page("/admin/mappings?to=deactivated");
    expect(labels(html)).toEqual(["client:gone"]);
    expect(html).toContain("the mapping leads nowhere");
    expect((await page("/admin/mappings?labels=x")).status).toBe(422);
  });

  test("a label with very many mappings goes on over pages, and each says how it stands to all of them", async () => {
    const own = [];
    const global = await mapping("everywhere its own", globex);
    for (let n = 0; n < 103; n++) own.push(await mapping("everywhere its own", initech, `acme/repo-${n}`));
    const last = await mapping("everywhere its own", globex, "acme/repo-0");
    expect(await walk("/admin/mappings?label=everywhere+its+own")).toEqual([global, ...own, last]);
    const { html } = await page("/admin/mappings?label=everywhere+its+own");
    expect(rowOf(html, global)).toContain("but for acme/repo-0, acme/repo-1, acme/repo-2, 100 more");
    expect(rowOf(html, own[0]!)).toContain("ambiguous");
    expect(rowOf(html, own[1]!)).not.toContain("ambiguous");
  });

  test("a page goes on where it was though the mapping there has been deleted", async () => {
    const first = await page("/admin/mappings?label=everywhere");
    const ids = idsIn(first.html);
    await root.post(`/admin/mappings/${ids.at(-1)}/deletion`);
    const next = idsIn((await page(nextOf(first.html)!)).html);
    expect(next[0]).toBe(ids.at(-1)! + 1);
  });
});

describe("making a mapping", () => {
  test("shows before what it would do: what it had matched, and where the label leads then", async () => {
    const workedOn = today;
    await anEntry(svc.db, { labels: ["client:fresh"], workedOn, minutes: 90 });
    await anEntry(svc.db, { labels: ["client:fresh"], workedOn, minutes: 30, repository: "acme/api" });
    await anEntry(svc.db, { labels: ["client:fresh"], workedOn, kind: "plan", minutes: 480 });
    await anEntry(svc.db, { labels: ["client:fresh"], workedOn: "2020-01-06", minutes: 60 });
    const text = textOf((await page(asked({ label: "client:fresh", client: "Globex" }))).html);
    expect(text).toContain(
      "It would have matched 2 time entries (2h) and 1 plan (8h) of the last 90 days, 3 of which have no client.",
    );
    expect(text).toContain("An issue with this label alone will lead to Globex; now it leads to no client.");
    expect(text).toContain(
      'Only the label "client:fresh" itself matches: case counts, and there are no wildcards.',
    );
    const here = await page(asked({ label: "client:fresh", client: "globex", repository: "ACME/api" }));
    expect(textOf(here.html)).toContain("It would have matched 1 time entry (30m)");
    expect(here.html).toContain('<option value="Globex" selected>');
  });

  test("tells of a label never seen, and leads to the closest that was", async () => {
    const { html } = await page(asked({ label: "client:frehs", client: "Globex", repository: "acme/web" }));
    expect(textOf(html)).toContain(
      'The closest label that has been is "client:fresh". Take client:fresh instead',
    );
    expect(html).toContain(
      'href="/admin/mappings/new?label=client%3Afresh&amp;client=Globex&amp;repository=acme%2Fweb"',
    );
  });

  test("tells of what else the label leads to, and of a repository's own that takes its place", async () => {
    const other = await mapping("client:fresh", initech);
    const text = textOf((await page(asked({ label: "client:fresh", client: "Globex" }))).html);
    expect(text).toContain(`Mapping ${other} of this label leads to Initech and is the older one: it wins`);
    expect(text).toContain("leads to Initech, as it does now. ambiguous");
    const own = textOf(
      (await page(asked({ label: "client:fresh", client: "Globex", repository: "acme/web" }))).html,
    );
    expect(own).toContain(`In acme/web this one takes the place of mapping ${other}`);
    await root.post(`/admin/mappings/${other}/deletion`);
  });

  test("suggests labels that were seen and lead nowhere yet", async () => {
    const { html } = await page("/admin/mappings/new");
    expect(html).toContain('<datalist id="suggestions-label"><option value="client:fresh">');
    expect(html).not.toContain('<option value="client:globex">');
  });

  test("writes nothing by looking, and every member may look", async () => {
    const before = await svc.db.$count(labelMappings);
    const { status, html } = await page(asked({ label: "client:fresh", client: "Globex" }), ada);
    expect(status).toBe(200);
    expect(textOf(html)).toContain("It would have matched 2 time entries");
    expect(textOf(html)).toContain("Only admins change mappings: owners of acme");
    expect(await svc.db.$count(labelMappings)).toBe(before);
  });

  test("leads to it in the list, and is in the audit log; the same once more is told, and kept", async () => {
    const fields = { label: "client:fresh", client: "globex", repository: " acme/web " };
    const made = await root.post("/admin/mappings", fields);
    const id = /#mapping-(\d+)$/.exec(made.headers.get("location") ?? "")?.[1];
    expect(made.status).toBe(303);
    const last = (await svc.db.select().from(auditLog)).at(-1);
    expect(last).toMatchObject({
      action: "mapping.created",
      targetId: id!,
      detail: { label_pattern: "client:fresh", client_id: globex, repository: "acme/web" },
    });
    const { html: list } = await page(made.headers.get("location")!);
    expect(list).toContain("The label “client:fresh” is mapped.");
    expect(idsIn(list)).toEqual([Number(id)]);
    const again = await root.post("/admin/mappings", { ...fields, repository: "Acme/Web" });
    const html = await again.text();
    expect(again.status).toBe(409);
    expect(html).toContain("This mapping stands already.");
    expect(html).toContain('value="Acme/Web"');
  });

  test("takes a label as it is, space and all", async () => {
    await root.post("/admin/mappings", { label: " needs review, please ", client: "Globex", repository: "" });
    const all = await svc.db.select().from(labelMappings);
    expect(all.map(({ labelPattern }) => labelPattern)).toContain(" needs review, please ");
  });

  const wrong: [string, Record<string, string>, string, string][] = [
    ["no label", { label: "" }, "label", "Give the whole label"],
    ["no client", { client: "" }, "client", "Choose the client"],
    ["an unknown client", { client: "Globexx" }, "client", "There is no active client called Globexx."],
    ["a deactivated client", { client: "Gone" }, "client", "There is no active client called Gone."],
    ["an address", { repository: "https://github.com/acme/web.git" }, "repository", "Did you mean acme/web?"],
    ["a label too long", { label: "x".repeat(1025) }, "label", "at most 1,024"],
  ];
  test.each(wrong)("%s is told at its field, with the rest kept", async (_, fields, field, told) => {
    const before = await svc.db.$count(labelMappings);
    const sent = { label: "client:kept", client: "Initech", repository: "acme/kept", ...fields };
    const answer = await root.post("/admin/mappings", sent);
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(`href="#field-${field}"`);
    expect(html).toContain(told);
    expect(html).not.toContain("/api/v1");
    for (const [name, value] of Object.entries(sent)) {
      if (name !== field && name !== "client") expect(html).toContain(`value="${value}"`);
    }
    expect(await svc.db.$count(labelMappings)).toBe(before);
  });

  test("where clients are too many to choose from, the name is typed", async () => {
    for (let n = 0; n < 300; n++) await aClient(svc.db, `Crowd ${1000 + n}`);
    const { html } = await page(asked({ label: "client:fresh", client: "ZZ Last" }));
    expect(html).toContain('list="suggestions-client"');
    expect(html).toContain("There is no active client called ZZ Last.");
    await aClient(svc.db, "ZZ Last");
    const found = await page(asked({ label: "client:fresh", client: " zz last" }));
    expect(found.html).toContain('value="ZZ Last"');
    const made = await root.post("/admin/mappings", {
      label: "client:last",
      client: "zz last",
      repository: "",
    });
    expect(made.status).toBe(303);
  });
});

describe("deleting a mapping", () => {
  test("says first how much it is in use and where the label leads then; what it attributed stays", async () => {
    const all = await mapping("client:going", globex);
    const own = await mapping("client:going", initech, "acme/web");
    const issue = svc.github.issue("acme/web", { labels: ["client:going"] });
    await svc.github.comment(issue, "ada", "/log 2h");
    const text = textOf((await page(`/admin/mappings/${own}/deletion`)).html);
    expect(text).toContain("Logged with this label where it counts, in the last 90 days: 1 time entry (2h).");
    expect(text).toContain("the label will lead to Globex");
    const global = textOf((await page(`/admin/mappings/${all}/deletion`)).html);
    expect(global).toContain("Nothing was logged with this label where it counts");
    expect(global).toContain("the label will lead to no client");
    const gone = await root.post(`/admin/mappings/${own}/deletion`);
    expect([gone.status, gone.headers.get("location")]).toEqual([303, "/admin/mappings"]);
    expect((await page(`/admin/clients/${initech}`)).html).toContain("1 time entry");
    expect((await page(`/admin/mappings/${own}/deletion`)).status).toBe(404);
    expect((await root.post(`/admin/mappings/${own}/deletion`)).status).toBe(404);
    await svc.github.comment(issue, "ada", "/log 1h");
    expect((await page(`/admin/clients/${globex}`)).html).toContain("1 time entry");
  });

  test("is for admins; a member is told so, and changes nothing", async () => {
    const id = await mapping("client:staying", globex);
    const { html } = await page(`/admin/mappings/${id}/deletion`, ada);
    expect(textOf(html)).toContain("Only admins change mappings");
    const before = await svc.db.$count(labelMappings);
    expect((await ada.post(`/admin/mappings/${id}/deletion`)).status).toBe(403);
    const made = await ada.post("/admin/mappings", { label: "x", client: "Globex", repository: "" });
    expect(made.status).toBe(403);
    expect(await svc.db.$count(labelMappings)).toBe(before);
  });
});

test("the pages are in Dutch for whoever asks for it", async () => {
  const dutch = await svc.signedIn("root", "nl");
  const preview = textOf((await page(asked({ label: "client:frehs", client: "Globex" }), dutch)).html);
  expect(preview).toContain("Ze had niets van de laatste 90 dagen geraakt.");
  expect(preview).toContain('Het meest lijkt "client:fresh" erop. Neem client:fresh');
});
