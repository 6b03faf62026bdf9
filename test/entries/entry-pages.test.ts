import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deliveries } from "../../db/schema.ts";
import { deleteMapping, findSameMapping, insertMapping } from "../../server/clients/mappings/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let root: Visitor;
let ada: Visitor;
let adaNl: Visitor;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  root = await svc.signedIn("root");
  ada = await svc.signedIn("ada");
  adaNl = await svc.signedIn("ada", "nl");
}, 30_000);
afterAll(() => svc.stop());

const page = async (path: string, by = ada) => {
  const answer = await by.get(path);
  return { status: answer.status, html: await answer.text(), to: answer.headers.get("location") };
};
/** What a person reads. */
const textOf = (html: string) =>
  html
    .replaceAll(/<\/?(p|ul|li|h2)>/g, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ");

/** The ids of what a comment on an issue with these labels recorded, in its order. */
async function recorded(labels: string[], body: string): Promise<{ ids: number[]; number: number }> {
  const issue = svc.github.issue("acme/web", { title: "Checkout fails", labels });
  await svc.github.comment(issue, "ada", body);
  const answers = await Promise.all(
    ["time-entries", "plans"].map((list) => svc.api(`/${list}?issue=acme/web%23${issue.number}`)),
  );
  const lists = (await Promise.all(answers.map((answer) => answer.json()))) as { data: { id: number }[] }[];
  const ids = lists.flatMap(({ data }) => data.map(({ id }) => id));
  return { ids: ids.sort((a, b) => a - b), number: issue.number };
}

describe("the page of an entry", () => {
  test("says what was logged, and leads to its issue, comment, client and delivery", async () => {
    const globex = await aClient(svc.db, "Globex & Co", "client:globex");
    const { ids, number } = await recorded(
      ["client:globex", "needs review, please"],
      "/log 1u30 2026-10-05 found <it>",
    );
    const { html, status } = await page(`/admin/entries/${ids[0]}`);
    const [delivery] = (await svc.db.select().from(deliveries)).slice(-1);
    expect(status).toBe(200);
    for (const text of [
      `<h1>Time entry ${ids[0]}</h1>`,
      "<b>1h 30m</b>",
      "1.50",
      "2026-10-05",
      "found &lt;it&gt;",
      "Checkout fails",
      ">needs review, please</span>",
      "Globex &amp; Co",
      `href="/admin/clients/${globex.id}"`,
      `href="/admin/issues/acme/web/${number}"`,
      `href="${svc.config.github.url}/acme/web/issues/${number}"`,
      `href="${svc.config.github.url}/acme/web/issues/${number}#issuecomment-`,
      `href="/admin/deliveries/${delivery!.id}"`,
      'href="/admin/entries?user=ada"',
      "nobody has corrected it",
    ]) {
      expect(html).toContain(text);
    }
  });

  test("a plan has its own page, and each leads to the other's where the kinds are mixed up", async () => {
    const { ids } = await recorded([], "/log 1h\n/plan 8h");
    const [time, plan] = ids as [number, number];
    expect((await page(`/admin/plans/${plan}`)).html).toContain(`<h1>Plan ${plan}</h1>`);
    expect(await page(`/admin/entries/${plan}`)).toMatchObject({ status: 303, to: `/admin/plans/${plan}` });
    expect(await page(`/admin/plans/${time}`)).toMatchObject({ status: 303, to: `/admin/entries/${time}` });
    expect(await page(`/admin/entries/${plan}/correction`, root)).toMatchObject({
      status: 303,
      to: `/admin/plans/${plan}/correction`,
    });
  });

  test.each(["999999", "0", "-1", "01", "x", "9007199254740993", "1e3"])(
    "there is no entry %s: 404, and where to look",
    async (id) => {
      for (const path of [`/admin/entries/${id}`, `/admin/plans/${id}`, `/admin/entries/${id}/correction`]) {
        const { status, html } = await page(path);
        expect([path, status]).toEqual([path, 404]);
        expect(html).toContain("Look it up under Entries or Plans");
        expect((await page(path, adaNl)).html).toContain("Zoek hem op onder Uren of Plannen");
      }
    },
  );

  test("members see why they may not correct; admins are led to it", async () => {
    const id = await anEntry(svc.db);
    const { html } = await page(`/admin/entries/${id}`);
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain("Only admins correct entries: owners of acme");
    expect(html).not.toContain(`/admin/entries/${id}/correction`);
    expect((await page(`/admin/entries/${id}`, root)).html).toContain(`/admin/entries/${id}/correction`);
  });
});

describe("why an entry has its client", () => {
  const why = async (id: number, by = ada) =>
    textOf((await page(`/admin/entries/${id}`, by)).html.split("</dl>")[1] ?? "");

  test("is told with the label and the mapping, global or of the repository", async () => {
    const initech = await aClient(svc.db, "Initech", "client:initech");
    const own = await insertMapping(svc.db, {
      labelPattern: "own:1",
      clientId: initech.id,
      repository: "acme/web",
    });
    const everywhere = await recorded(["client:initech"], "/log 1h");
    expect(await why(everywhere.ids[0]!)).toMatch(
      /Initech, because the label client:initech matched the global mapping #\d+\./,
    );
    const here = await recorded(["own:1"], "/log 1h");
    expect(await why(here.ids[0]!)).toContain(
      `Initech, because the label own:1 matched the mapping of acme/web, #${own}.`,
    );
    expect(await why(here.ids[0]!, adaNl)).toContain(
      `Initech, omdat het label own:1 paste bij de koppeling van acme/web, #${own}.`,
    );
  });

  test("names the clients that matched too, and the mapping also after it is deleted", async () => {
    const hooli = await aClient(svc.db, "Hooli", "client:hooli");
    await aClient(svc.db, "Stark", "client:stark");
    const { ids } = await recorded(["client:hooli", "client:stark"], "/log 1h");
    expect(await why(ids[0]!)).toContain(
      "1 other client matched too, and came later: Stark, by the label client:stark",
    );
    const mapping = await findSameMapping(svc.db, {
      labelPattern: "client:hooli",
      clientId: hooli.id,
      repository: null,
    });
    await deleteMapping(svc.db, mapping!.id);
    expect(await why(ids[0]!)).toContain(`matched a mapping that was deleted since, #${mapping!.id}.`);
    expect((await page(`/admin/entries/${ids[0]}`)).html).not.toContain(`#mapping-${mapping!.id}"`);
  });

  test("where there is none, tells that and leads to a try of the labels", async () => {
    const { ids } = await recorded(["type:bugfix", "a b"], "/log 1h");
    expect(await why(ids[0]!)).toContain("No client, because none of its labels was mapped to one.");
    expect((await page(`/admin/entries/${ids[0]}`)).html).toContain(
      "/admin/mappings/tester?repository=acme%2Fweb&amp;labels=type%3Abugfix%0Aa+b",
    );
    const bare = await recorded([], "/log 1h");
    expect(await why(bare.ids[0]!)).toContain("No client, because it has no labels.");
  });

  test("a deactivated client is told as passed over", async () => {
    const wayne = await aClient(svc.db, "Wayne", "client:wayne");
    await root.post(`/admin/clients/${wayne.id}/deactivation`);
    const { ids } = await recorded(["client:wayne"], "/log 1h");
    const text = await why(ids[0]!);
    expect(text).toContain("No client, because the clients that its labels lead to were deactivated.");
    expect(text).toContain("Passed over, because deactivated then: Wayne, by the label client:wayne");
  });
});

test("a page of a thousand labels stays small", async () => {
  const labels = Array.from({ length: 1000 }, (_, number) => `dimension:a value ${number}`);
  const id = await anEntry(svc.db, { labels });
  const { html } = await page(`/admin/entries/${id}`);
  expect(html).toContain("dimension:a value 999");
  expect(html.length).toBeLessThan(100_000);
});
