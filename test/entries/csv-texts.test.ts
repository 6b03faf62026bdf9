import { afterAll, beforeAll, expect, test } from "bun:test";
import fc from "fast-check";
import { csvColumns, csvHeader, csvLine } from "../../server/entries/csv/csv.ts";
import type { EntryListJson } from "../../server/entries/json.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";
import { readCsv } from "../support/read-csv.ts";

let svc: TestApp;
let token: string;
beforeAll(async () => {
  svc = await startApp();
  token = await svc.tokenFor("ada");
});
afterAll(() => svc.stop());

const ask = (query: string) => svc.api(`/time-entries?${query}`, token);

const hostile = [
  'say "hi"',
  "a,b",
  "a\r\nb",
  "\n",
  "\r",
  " leading",
  "trailing ",
  "\u00a0",
  "=1+1",
  "@SUM(A1)",
  "",
  '"',
  '""',
  "🧪\u202E",
  "e\u0301",
  "\u2028",
  "\ufeff",
  "NULL",
  "\\N",
  "\u007f",
];

test("every character of every label and title comes back in the CSV, and nothing else", async () => {
  for (const [n, label] of hostile.entries()) {
    const issueTitle = `${label}${label === "" ? "" : n}`;
    await anEntry(svc.db, { labels: [label, "hostile", `n:${n}`], issueTitle, workedOn: "2026-10-05" });
  }
  const response = await ask("format=csv&label=hostile");
  const text = await response.text();
  const [header, ...lines] = readCsv(text);
  expect(header).toEqual(csvColumns);
  const { data } = (await (await ask("label=hostile&limit=1000")).json()) as EntryListJson;
  expect(text).toBe(csvHeader + data.map(csvLine).join(""));
  const cells = (name: string) => lines.map((line) => line[csvColumns.indexOf(name)]);
  expect(cells("labels").map((cell) => JSON.parse(cell!) as unknown)).toEqual(
    data.map(({ labels }) => labels),
  );
  expect(cells("issue_title")).toEqual(data.map(({ issue }) => issue.title));
  expect(cells("id")).toEqual(data.map(({ id }) => String(id)));
  expect(data).toHaveLength(hostile.length);
});

test("the bytes of the CSV are those of the pages' entries, whatever stands in any column", async () => {
  // PostgreSQL keeps no NUL.
  const wild = fc
    .string({ unit: "binary", maxLength: 12 })
    .filter((one) => one.isWellFormed() && !one.includes("\0"));
  const text = fc.oneof(fc.constantFrom(...hostile), wild);
  const entry = fc.record({
    kind: fc.constant("time" as const),
    minutes: fc.integer({ min: 1, max: 1440 }),
    workedOn: fc.constantFrom("2026-10-05", "1999-12-31", "9999-12-31"),
    note: fc.option(text.filter((one) => one !== "")),
    labels: fc.array(text, { maxLength: 4 }),
    // No more than an address may hold.
    repository: fc.constantFrom("acme/web", "acme/a,b"),
    issueTitle: text,
    issueNumber: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    commentedAt: fc.date({ min: new Date("0999-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 20 }), async (all) => {
      const mark = `round:${round++}`;
      for (const one of all) await anEntry(svc.db, { ...one, labels: [...one.labels, mark] });
      const found = `label=${encodeURIComponent(mark)}`;
      const { data } = (await (await ask(`limit=1000&${found}`)).json()) as EntryListJson;
      expect(data).toHaveLength(all.length);
      const csv = await (await ask(`format=csv&${found}`)).bytes();
      expect(Buffer.from(csv).toString()).toBe(csvHeader + data.map(csvLine).join(""));
    }),
    { numRuns: 40 },
  );
}, 60_000);
