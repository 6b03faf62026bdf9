import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";
import { csvLink, ids, linkTo, type Listed, startListed, unescaped } from "./listed.ts";

let listed: Listed;
beforeAll(async () => {
  listed = await startListed();
}, 60_000);
afterAll(() => listed.svc.stop());

const page: Listed["page"] = (...asked) => listed.page(...asked);
const ofApi = async (path: string) =>
  (await (await listed.svc.api(path)).json()) as { data: { id: number }[] };

describe("the list of entries", () => {
  test("gives the same entries and totals as the API, for every filter", async () => {
    for (const query of [
      "?",
      "?label=wbso:dev",
      "?label=needs+review%2C+please",
      "?label=wbso:dev&label=client:globex",
      "?label_prefix=wbso:&from=2026-09-20&to=2026-10-05",
      `?client_id=${listed.globex}&from=2026-10-01`,
      "?client_id=none",
      "?user=LINUS",
      "?repository=acme/api",
      "?issue=acme/web%2312&from=2026-09-10",
      "?include=superseded&as_of=2199-01-01T00:00:00Z".replace("2199", "2026"),
    ]) {
      const { status, html } = await page(query);
      const answer = await listed.svc.api(`/time-entries${query}&limit=50`);
      const list = (await answer.json()) as {
        data: { id: number }[];
        totals: { entries: number; minutes: number };
      };
      expect([query, status, ids(html)]).toEqual([query, 200, list.data.map(({ id }) => id)]);
      const { entries } = list.totals;
      expect(html).toContain(
        `<p role="status"><span>${entries} ${entries === 1 ? "entry" : "entries"}</span>`,
      );
    }
    expect((await page("?user=linus")).html).toContain("<b>1h 15m (1.25 hours)</b>");
  });

  test("shows 50 a page, leads to the older ones until there are none, and back again by the same pages", async () => {
    const pages: number[][] = [];
    let query: string | undefined = "?label=wbso:dev";
    let last = "";
    for (; query !== undefined && pages.length < 5; query = linkTo(last, "next")) {
      last = (await page(query)).html;
      pages.push(ids(last));
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 21]);
    const all = await ofApi("/time-entries?label=wbso:dev&limit=200");
    expect(pages.flat()).toEqual(all.data.map(({ id }) => id));
    const back: number[][] = [];
    for (let at = linkTo(last, "prev"); at !== undefined && back.length < 5; at = linkTo(last, "prev")) {
      last = (await page(at)).html;
      back.push(ids(last));
    }
    expect(back).toEqual(pages.slice(0, 2).reverse());
    expect(linkTo(last, "next")).toBeDefined();
  });

  test("a row says the day, who, the issue, the client, the labels, the time and the note", async () => {
    const { html } = await page("?user=linus");
    for (const part of [
      "2026-10-05",
      "linus",
      'href="/admin/issues/acme/api/1"',
      "acme/api#1",
      ">none<",
      "<code>needs review, please</code>",
      "1h 15m",
      "by linus",
    ])
      expect(html).toContain(part);
    const { html: both } = await page("?from=2026-10-06&to=2026-10-06");
    expect(both).toContain("Globex</span>");
    expect(both).toContain("ambiguous");
  });

  test("plans are listed by the same page in other words", async () => {
    const { html } = await page("", { path: "/admin/plans" });
    expect(html).toContain("<h1>Plans</h1>");
    expect(ids(html)).toHaveLength(1);
    expect(html).toContain("1 plan</span>, <b>8h (8.00 hours)");
    expect(html).toContain("svc plans");
  });

  test("a long list of labels and a long note are shortened", async () => {
    const labels = Array.from({ length: 1000 }, (_, n) => `many:${n}`);
    await anEntry(listed.svc.db, { workedOn: "2026-07-01", labels, note: "long ".repeat(100) });
    const { html } = await page("?label=many:7");
    expect(html).toContain("+995");
    expect(html).not.toContain("many:999");
    expect(html).toContain(`<small>${"long ".repeat(16).slice(0, 79)}…</small>`);
    expect(html.length).toBeLessThan(12_000);
  });

  test("what was corrected is listed when asked for, and marked", async () => {
    const old = await anEntry(listed.svc.db, { workedOn: "2026-06-01", note: "was wrong" });
    const answer = await listed.svc.send(
      new Request(`http://localhost/api/v1/time-entries/${old}/corrections`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${await listed.svc.tokenFor("root")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ note: "is right", reason: "a typing error" }),
      }),
    );
    const { id: now } = (await answer.json()) as { id: number };
    const days = "?from=2026-06-01&to=2026-06-01";
    expect(ids((await page(days)).html)).toEqual([now]);
    const { html } = await page(`${days}&include=superseded`);
    expect(ids(html)).toEqual([now, old]);
    expect(html.match(/class="faded"/g)).toHaveLength(1);
    expect(html).toContain(">corrected</span>");
  });

  test("weighs at most 30 kB with 50 ordinary rows", async () => {
    const { html } = await page("?label_prefix=wbso:&from=2026-09-01&to=2026-09-30");
    expect(ids(html)).toHaveLength(50);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(30_000);
  });
});

describe("an empty list", () => {
  test("says which label was never seen, and leads to the one that may have been meant", async () => {
    const { status, html } = await page("?label=wbso:dve&user=ada");
    expect(status).toBe(200);
    expect(html).toContain("No entry ever had the label “wbso:dve”.");
    expect(unescaped(html)).toContain('href="/admin/entries?label=wbso%3Adev&user=ada"');
    expect(html).toContain("svc entries --label wbso:dve --user ada");
    const { html: prefix } = await page("?label_prefix=WBSO:");
    expect(prefix).toContain("No label that was ever seen begins with “WBSO:”");
  });

  test("says what to widen where everything was seen before", async () => {
    const { html } = await page("?label=wbso:dev&from=2030-01-01");
    expect(html).toContain("No entry fits this filter.");
    expect(html).toContain("Take a condition off above");
    expect(html).not.toContain("No entry ever had");
  });

  test("says how to begin where nothing was ever logged", async () => {
    const blank = await startApp();
    const visitor = await blank.signedIn("ada");
    for (const [path, command, line] of [
      ["/admin/entries", "/log 2h", "svc entries"],
      ["/admin/plans", "/plan 8h", "svc plans"],
    ]) {
      const { html } = await page("", { by: visitor, path: path! });
      expect(html).toContain(`<code id="command">${command}</code>`);
      expect(html).toContain(`>${line}</code>`);
      expect(html).not.toContain("format=csv");
    }
    await blank.stop();
  });
});

describe("as CSV", () => {
  test("is the whole list of the page's filter, as the API gives it", async () => {
    const { html } = await page("?label=wbso:dev&client=Globex");
    const answer = await listed.ada.get(csvLink(html));
    expect(answer.headers.get("content-type")).toStartWith("text/csv");
    const api = await listed.svc.api(`/time-entries?label=wbso:dev&client_id=${listed.globex}&format=csv`);
    for (const header of ["content-disposition", "x-total-count", "x-total-minutes"]) {
      expect(answer.headers.get(header)).toBe(api.headers.get(header));
    }
    expect(answer.headers.get("content-disposition")).toContain("time-entries_wbso-dev");
    expect(await answer.text()).toBe(await api.text());
  });

  test("does not begin on a later page, and gives no file for what is not understood", async () => {
    const next = linkTo((await page("?label=wbso:dev")).html, "next")!;
    const { html } = await page(next);
    const answer = await listed.ada.get(csvLink(html));
    expect((await answer.text()).trimEnd().split("\r\n")).toHaveLength(122);
    const wrong = await listed.ada.get("/admin/entries?format=csv&from=x");
    expect([wrong.status, wrong.headers.get("content-type")]).toEqual([422, "text/html; charset=utf-8"]);
  });

  test("lists under way are counted together with those of the API, and to HEAD nothing is begun", async () => {
    for (let times = 0; times < 5; times++) {
      const request = new Request("http://localhost:3000/admin/entries?format=csv", {
        method: "HEAD",
        headers: { cookie: [...listed.ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      });
      const answer = await listed.svc.send(request);
      expect([answer.status, answer.body]).toEqual([200, null]);
    }
    const open = [
      await listed.ada.get("/admin/entries?format=csv"),
      await listed.svc.api("/time-entries?format=csv"),
    ];
    const third = await listed.ada.get("/admin/entries?format=csv");
    expect(third.status).toBe(429);
    expect(await third.text()).toContain("Wait until one has ended");
    for (const answer of open) await answer.body!.cancel();
  });
});

test("speaks Dutch", async () => {
  const dutch = await listed.svc.signedIn("ada", "nl");
  const { html } = await page("?user=linus", { by: dutch });
  for (const text of ["<h1>Uren</h1>", "1 regel</span>, <b>1h 15m (1,25 uur)", "van linus", "Vorige maand"]) {
    expect(html).toContain(text);
  }
  const wrong = await page("?from=x&isue=1&client=Globx&cursor=y&include=z", { by: dutch });
  for (const text of [
    "geen dag van de kalender",
    "onbekende parameter",
    "Bedoel je Globex?",
    "Kies een van",
  ]) {
    expect(wrong.html).toContain(text);
  }
});

test("other pages lead here: clients to their entries and plans, the overview to its hours", async () => {
  const client = await (await listed.ada.get(`/admin/clients/${listed.globex}`)).text();
  for (const path of ["entries", "plans"])
    expect(client).toContain(`/admin/${path}?client_id=${listed.globex}`);
  const { html } = await page(`?client_id=${listed.globex}`);
  expect(ids(html)).toHaveLength(50);
  expect((await page("?client_id=none&from=2026-10-01&to=2026-10-31")).status).toBe(200);
});
