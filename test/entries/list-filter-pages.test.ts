import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { hostileTexts } from "../support/hostile.ts";
import { ids, linkTo, type Listed, startListed, unescaped } from "./listed.ts";

let listed: Listed;
beforeAll(async () => {
  listed = await startListed();
}, 60_000);
afterAll(() => listed.svc.stop());

const page: Listed["page"] = (...asked) => listed.page(...asked);

describe("its filter", () => {
  test("a form's empty fields narrow nothing, and space around what was typed means nothing", async () => {
    const empty = "?label=&label_prefix=&client=&user=&from=&to=&repository=&issue=&as_of=&include=";
    expect(ids((await page(empty)).html)).toEqual(ids((await page("")).html));
    const typed = await page("?user=+%40Linus+&from=+2026-10-05&repository=acme%2Fapi+&client=");
    expect(ids(typed.html)).toHaveLength(1);
    // In a label space is a part of it.
    expect(ids((await page("?label=wbso:dev+")).html)).toEqual([]);
  });

  test("a client is found by its name, its number or none", async () => {
    const byNumber = ids((await page(`?client_id=${listed.globex}`)).html);
    for (const text of ["Globex", "gLOBEX", String(listed.globex)]) {
      const { html } = await page(`?client=${text}`);
      expect([text, ids(html)]).toEqual([text, byNumber]);
      expect(html).toContain('value="Globex"');
      expect(html).toContain(`client_id=${listed.globex}`);
      expect(html).toContain("client Globex");
    }
    expect((await page("?client=none")).html).toContain("without a client");
    // The active one of that name is meant; the other keeps its number.
    expect((await page("?client=Initech")).html).toContain(`client_id=${listed.former + 1}`);
    expect((await page(`?client_id=${listed.former}`)).html).toContain(
      `name="client" type="search" value="${listed.former}"`,
    );
  });

  test("a client that is not there is told, with the one that may have been meant", async () => {
    const { status, html } = await page("?client=Globx");
    expect(status).toBe(422);
    expect(html).toContain("Did you mean Globex?");
    expect(html).toContain('value="Globx"');
    expect(html).toContain('href="#field-client"');
    expect((await page(`?client=Globex&client_id=${listed.globex}`)).status).toBe(422);
  });

  test("what is not understood lists nothing, is told at its field, and stays as it was typed", async () => {
    for (const [query, field, message] of [
      ["?from=2026-02-30", "from", "no day of the calendar"],
      ["?from=2026-10-02&to=2026-10-01", "from", "Swap them"],
      ["?issue=acme", "issue", "owner/repo#number"],
      ["?repository=acme", "repository", "owner/repo"],
      ["?as_of=yesterday", "as_of", "offset from UTC"],
      ["?as_of=2999-01-01T00:00:00Z", "as_of", "still to come"],
      ["?include=everything", "include", "must be superseded"],
      ["?client_id=0", "client", "its number, or none"],
      ["?label=%00", "label", "cannot be stored"],
      [`?user=${"x".repeat(200)}`, "user", "100 characters"],
    ] as const) {
      const { status, html } = await page(query);
      expect([query, status, ids(html)]).toEqual([query, 422, []]);
      expect(html).toContain(`href="#field-${field}"`);
      expect(html).toContain(`id="problem-${field}"`);
      expect([query, unescaped(html).includes(message)]).toEqual([query, true]);
      expect(html).toContain('role="alert"');
    }
    const { html } = await page("?from=2026-02-30&label=wbso:dev&user=ada&issue=web");
    for (const value of ["2026-02-30", "wbso:dev", "ada", "web"]) expect(html).toContain(`value="${value}"`);
    // Folded away, the mistake could not be seen.
    expect(html).toContain("<details open>");
  });

  test("an unknown or repeated parameter widens nothing", async () => {
    const { status, html } = await page("?lable=wbso:dev");
    expect(status).toBe(422);
    expect(unescaped(html)).toContain('"lable" is not a parameter of this address. Did you mean label?');
    for (const query of [
      "?limit=10",
      "?user=a&user=b",
      "?client=a&client=b",
      "?from=2026-01-01&from=2026-01-02",
    ])
      expect([query, (await page(query)).status]).toEqual([query, 422]);
  });

  test("a place in another list, or in none, is told", async () => {
    const next = linkTo((await page("?label=wbso:dev")).html, "next")!;
    const elsewhere = await page(next.replace("wbso%3Adev", "type%3Abugfix"));
    expect(elsewhere.status).toBe(422);
    expect(elsewhere.html).toContain("a list with other conditions");
    for (const query of ["?cursor=x", "?newer=x"]) {
      const { status, html } = await page(query);
      expect(status).toBe(422);
      expect(html).toContain("names no place in this list");
    }
  });

  test("each condition is a chip, and its link takes off just that", async () => {
    const { html } = await page("?label=wbso:dev&label=type:bugfix&client=Globex&from=2026-09-01");
    const chips = [
      ...html.matchAll(/<span class="chip"><span>([^<]*)<\/span><a href="([^"]*)" aria-label="([^"]*)"/g),
    ];
    expect(chips.map(([, text]) => text)).toEqual([
      "label wbso:dev",
      "label type:bugfix",
      "from 2026-09-01",
      "client Globex",
    ]);
    expect(chips.map(([, , href]) => unescaped(href!))).toEqual([
      `/admin/entries?label=type%3Abugfix&from=2026-09-01&client_id=${listed.globex}`,
      `/admin/entries?label=wbso%3Adev&from=2026-09-01&client_id=${listed.globex}`,
      `/admin/entries?label=wbso%3Adev&label=type%3Abugfix&client_id=${listed.globex}`,
      "/admin/entries?label=wbso%3Adev&label=type%3Abugfix&from=2026-09-01",
    ]);
    expect(chips[0]![3]).toBe("Remove label wbso:dev");
  });

  test("presets keep the other conditions, and say which of them is shown", async () => {
    const { html } = await page("?label=wbso:dev&from=2020-01-01");
    const [, href] = /href="([^"]*)"[^>]*>Last month</.exec(html)!;
    const query = new URLSearchParams(unescaped(href!).split("?")[1]);
    expect([...query.keys()]).toEqual(["label", "from", "to"]);
    const shown = await page(`?${query}`);
    expect(/<a [^>]*aria-current="true">([^<]*)</.exec(shown.html)?.[1]).toBe("Last month");
  });

  test("labels that were seen are suggested, those of the newest entries first", async () => {
    const { html } = await page("");
    const list = /<datalist id="suggestions-label">(.*?)<\/datalist>/s.exec(html)![1]!;
    const labels = [...list.matchAll(/value="([^"]*)"/g)].map(([, label]) => label);
    expect(labels.slice(0, 3).sort((a, b) => (a! < b! ? -1 : 1))).toEqual([
      "client:globex",
      "type:bugfix",
      "wbso:dev",
    ]);
    expect(labels.length).toBeLessThanOrEqual(25);
  });
});

test("hostile texts in the address come back as text, in chips, fields and links alike", async () => {
  for (const text of hostileTexts) {
    if (text === "" || !text.isWellFormed()) continue;
    const value = [...text].slice(0, 100).join("");
    for (const name of [
      "label",
      "label_prefix",
      "user",
      "client",
      "repository",
      "issue",
      "from",
      "as_of",
      value,
    ]) {
      const { status, html } = await page(`?${new URLSearchParams([[name, value]])}`);
      expect([200, 422]).toContain(status);
      // Within an attribute's quotes, which the text cannot end, such a text is none of these.
      const texts = html.replaceAll(/="[^"]*"/g, "");
      for (const part of ["<svg onload", "<img src=x", "<script>alert", "<h1>elsewhere", "<style>*"]) {
        expect([name, text, texts.includes(part)]).toEqual([name, text, false]);
      }
    }
  }
}, 60_000);
