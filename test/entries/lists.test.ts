import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { EntryListJson } from "../../server/entries/json.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());

async function get(query: [string, string][], path = "/time-entries"): Promise<EntryListJson> {
  const response = await svc.api(`${path}?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  return (await response.json()) as EntryListJson;
}

const oddLabels = [
  "type:a,b",
  "[P1] bug",
  "%",
  "_",
  '"quoted"',
  "back\\slash",
  "{x}",
  "NULL",
  "null",
  "",
  " ",
  "wbso:",
  ":x",
  "a:b:c",
  "👩‍💻:🚀",
  "é",
  "e\u0301",
  "\u202Egnp.exe",
  "a\nb",
  "x".repeat(1024),
  "needs review, please",
  "wbso:%",
  "wbso:_",
  "<svg onload=alert(1)>",
];

describe("any string is a label", () => {
  test("odd labels are kept exactly, in order, and each is found exactly", async () => {
    const id = await anEntry(svc.db, { labels: oddLabels });
    for (const label of oddLabels) {
      const { data } = await get([["label", label]]);
      expect([label, data.map((entry) => entry.id)]).toEqual([label, [id]]);
      expect(data[0]!.labels).toEqual(oddLabels);
    }
    expect((await get([["label", "type:a"]])).data).toEqual([]);
    expect((await get(oddLabels.map((label) => ["label", label]))).totals.entries).toBe(1);
  });

  test("a thousand labels of an issue are all kept, and each is found", async () => {
    const labels = Array.from({ length: 1000 }, (_, n) => `many:${n},${n}`);
    const issue = svc.github.issue("acme/web", { labels });
    await svc.github.comment(issue, "ada", "/log 1h");
    const { data } = await get([["label", labels[999]!]]);
    expect(data[0]!.labels).toEqual(labels);
    expect((await get([["label_prefix", "many:77"]])).totals.entries).toBe(1);
  });

  test("a prefix is compared literally, and only with labels of the form dimension:value", async () => {
    await anEntry(svc.db, { labels: ["lit:%x", "plain"] });
    const entriesWith = async (prefix: string) => (await get([["label_prefix", prefix]])).totals.entries;
    expect(await entriesWith("lit:%")).toBe(1);
    expect(await entriesWith("lit:_")).toBe(0);
    expect(await entriesWith("l_t")).toBe(0);
    expect(await entriesWith("%")).toBe(0);
    expect(await entriesWith("pla")).toBe(0);
    expect(await entriesWith("li")).toBe(1);
    expect(await entriesWith("LIT:")).toBe(0);
  });

  test("an issue without labels gives an empty list, never null", async () => {
    const issue = svc.github.issue("acme/web", { title: "No labels" });
    await svc.github.comment(issue, "ada", "/log 1h");
    const { data } = await get([["limit", "1000"]]);
    expect(data.find((entry) => entry.issue.title === "No labels")!.labels).toEqual([]);
  });
});

describe("a page is followed by the next", () => {
  test("each entry stands on one page exactly, newest first, while others are being added", async () => {
    const label = "paged:yes";
    const made: number[] = [];
    for (let n = 0; n < 25; n++)
      made.push(
        await anEntry(svc.db, {
          labels: [label],
          workedOn: `2026-10-${String(1 + (n % 5)).padStart(2, "0")}`,
        }),
      );
    const seen: EntryListJson["data"] = [];
    let cursor: string | null = null;
    do {
      const page: EntryListJson = await get([
        ["label", label],
        ["limit", "4"],
        ...(cursor ? ([["cursor", cursor]] as [string, string][]) : []),
      ]);
      seen.push(...page.data);
      cursor = page.next_cursor;
      // Newer than all, older than all, and in between.
      for (const workedOn of ["2026-10-30", "2026-09-30", "2026-10-03"])
        await anEntry(svc.db, { labels: [label], workedOn });
    } while (cursor);
    const ids = seen.map((entry) => entry.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => made.includes(id)).sort((a, b) => a - b)).toEqual(made);
    const order = seen.map((entry) => `${entry.worked_on} ${String(entry.id).padStart(9, "0")}`);
    expect(order).toEqual([...order].sort().reverse());
  });

  test("the Link header leads there, with the same filters", async () => {
    const response = await svc.api("/time-entries?label=paged%3Ayes&limit=3");
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get("link") ?? "")![1]!;
    const url = new URL(next);
    expect(url.origin).toBe(svc.config.publicUrl);
    const page = (await (
      await svc.api(`${url.pathname.slice("/api/v1".length)}${url.search}`)
    ).json()) as EntryListJson;
    expect(page.data).toHaveLength(3);
    expect(page.data.every((entry) => entry.labels.includes("paged:yes"))).toBe(true);
  });

  test("the last page has no next", async () => {
    const response = await svc.api("/time-entries?label=absent");
    expect(response.headers.get("link")).toBeNull();
    expect(await response.json()).toEqual({
      data: [],
      next_cursor: null,
      totals: { entries: 0, minutes: 0 },
    });
  });
});
