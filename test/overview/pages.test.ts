import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { clients, confirmations } from "../../db/schema.ts";
import { readOverviewQuery, overviewHref } from "../../server/overview/overview-query.ts";
import { dayIn } from "../../server/entries/date-range.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
const today = dayIn("Europe/Amsterdam", new Date());
beforeAll(async () => {
  svc = await startApp();
  ada = await svc.signedIn("ada");
}, 30_000);
afterAll(() => svc.stop());

const page = async (query = "", by = ada) => (await by.get(`/admin${query}`)).text();
/** The texts of a page's main part, one after the other. */
const texts = (html: string) =>
  html
    .slice(html.indexOf("<main"), html.indexOf("</main>"))
    .replaceAll(/<[^>]*>/g, "|")
    .split("|")
    .map((text) => text.trim())
    .filter((text) => text !== "");

test("before anything is logged it says how to begin", async () => {
  const html = await page();
  expect(html).toContain("No hours yet");
  expect(html).toContain("<code>/log 2h</code>");
  expect(html).not.toContain('<svg class="chart');
});

describe("with hours", () => {
  beforeAll(async () => {
    const { db } = svc;
    const acme = await aClient(db, "Acme", "client:acme");
    const globex = await aClient(db, "Globex", "client:globex");
    const won = (clientId: number, also: number[] = []) => ({
      clientId,
      attribution: {
        winner: { mappingId: 1, label: "client:acme", clientId },
        runnersUp: also.map((clientId) => ({ mappingId: 2, label: "client:globex", clientId })),
        deactivated: [],
      },
    });
    const labels = ["client:acme", "type:bugfix"];
    await anEntry(db, { workedOn: today, minutes: 90, labels, ...won(acme.id) });
    await anEntry(db, {
      workedOn: today,
      minutes: 45,
      labels,
      ...won(acme.id, [globex.id]),
      issueNumber: 77,
    });
    await anEntry(db, { workedOn: today, minutes: 60, labels: ["type:review"], ...won(globex.id) });
    await anEntry(db, { workedOn: today, minutes: 15, labels: [] });
    await anEntry(db, { workedOn: today, minutes: 600, kind: "plan", labels, ...won(acme.id) });
    await anEntry(db, { workedOn: "2020-01-01", minutes: 600, labels, ...won(acme.id) });
  });

  test.each(["", "?period=week"])(
    "%s adds up what stands: in all, by client, by label, without a client",
    async (query) => {
      const found = texts(await page(query));
      const after = (text: string) => found[found.indexOf(text) + 1];
      expect([after("Hours"), after("Without a client")]).toEqual(["3h 30m", "15m"]);
      expect([after("Acme"), after("Globex"), after("No client")]).toEqual(["2h 15m", "1h", "15m"]);
      expect(found).toContain("Hours by type:");
      expect([after("type:bugfix"), after("type:review")]).toEqual(["2h 15m", "1h"]);
      expect(found.some((text) => text.startsWith("Acme 2h 15m, Globex 1h, No client 15m"))).toBe(true);
    },
  );

  test("other days and another dimension are a link away", async () => {
    const html = await page();
    expect(html).toContain('href="/admin?period=week"');
    expect(html).toContain('href="/admin?by=client%3A"');
    expect(texts(await page("?by=client:"))).toContain("client:acme");
    expect(texts(await page("?period=last-month"))).toContain("No hours in these days.");
  });

  test("its figures lead to the entries that they are of", async () => {
    const html = await page();
    const [first] = /client_id=\d+&amp;from=(\d{4}-\d\d)-01&amp;to=\1-\d\d/.exec(html) ?? [];
    expect(first).toBeString();
    expect(html).toContain("/admin/entries?label=type%3Abugfix&amp;from=");
    expect(html).toContain("/admin/entries?client_id=none&amp;from=");
  });

  test("what needs attention is named, with the way there", async () => {
    expect(texts(await page())).toContain("45m of ada on acme/web#77, for Acme");
    const { db } = svc;
    await db
      .update(clients)
      .set({ deactivatedAt: sql`now()` })
      .where(sql`name = 'Globex'`);
    await db.insert(confirmations).values({
      commentId: 1,
      repository: "acme/web",
      issueNumber: 1,
      kind: "confirmation",
      body: "x",
      state: "failed",
    });
    await db.execute(sql`insert into deliveries (guid, event, payload, received_at)
      values ('g', 'issue_comment', '', now() - interval '1 hour'), ('h', 'issue_comment', '', now())`);
    const html = await page();
    const found = texts(html);
    expect(found).toContain(
      "1 reply was refused by GitHub: the hours are recorded, its author was not told.",
    );
    expect(found).toContain("1 delivery is not processed yet.");
    expect(found).toContain("1 mapping leads to a deactivated client and attributes nothing.");
    expect(html).toContain('href="/admin/deliveries?reply=failed"');
    expect(html).toContain('href="/admin/deliveries?outcome=pending"');
    expect(found[found.indexOf("Last event from GitHub") + 1]).toBe("just now");
  });

  test("speaks Dutch", async () => {
    const found = texts(await page("", await svc.signedIn("ada", "nl")));
    expect(found).toContain("Uren per dag en klant");
    expect(found).toContain("Vraagt aandacht");
  });

  test("stays small however many clients and labels there are", async () => {
    for (let one = 0; one < 30; one++) {
      const client = await aClient(svc.db, `A client with a name of some length, number ${one}`);
      await anEntry(svc.db, {
        workedOn: `${today.slice(0, 8)}${String(1 + (one % 28)).padStart(2, "0")}`,
        labels: Array.from({ length: 30 }, (_, label) => `dimension${label}:value ${one} of this dimension`),
        clientId: client.id,
        attribution: {
          winner: { mappingId: 1, label: "x", clientId: client.id },
          runnersUp: [],
          deactivated: [],
        },
      });
    }
    const html = await page();
    expect(html.length).toBeLessThan(30_000);
    expect(texts(html)).toContain("Other clients");
  });
});

test("what the address cannot mean is as if it were left out", () => {
  const read = (query: string) => readOverviewQuery(new URLSearchParams(query));
  const plain = { period: "month", dimension: undefined } as const;
  for (const query of ["", "period=year", "by=wbso", "by=:", "by=a:b:", "by=%00:"])
    expect(read(query)).toEqual(plain);
  expect(read("period=week&by=wbso:")).toEqual({ period: "week", dimension: "wbso:" });
  for (const query of [plain, { period: "week", dimension: "a b&c:" } as const]) {
    expect(read(overviewHref(query).slice("/admin".length))).toEqual(query);
  }
});
