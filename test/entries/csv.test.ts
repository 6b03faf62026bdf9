import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { EntryFilter } from "../../server/entries/entry-filter.ts";
import { csvColumns, csvHeader, csvLine } from "../../server/entries/csv/csv.ts";
import { fileName } from "../../server/entries/csv/file-name.ts";
import { decimalHours } from "../../server/entries/hours.ts";
import { type EntryFacts, entryJson } from "../../server/entries/json.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { readCsv } from "../support/read-csv.ts";

let svc: TestApp;
let token: string;
beforeAll(async () => {
  svc = await startApp();
  token = await svc.tokenFor("ada");
});
afterAll(() => svc.stop());

const ask = (path: string, { accept, method = "GET" }: { accept?: string; method?: string } = {}) =>
  svc.send(
    new Request(`http://localhost/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(accept !== undefined && { accept }) },
    }),
  );

describe("the whole list as CSV (D24)", () => {
  test("it is of the same entries as the pages, newest first, whatever their number", async () => {
    const client = await aClient(svc.db, "Globex, Inc.");
    const attribution = { winner: null, runnersUp: [], deactivated: [] };
    // No more at once than may wait for a connection.
    for (let first = 0; first < 1203; first += 401) {
      const places = Array.from({ length: 401 }, (_, place) => first + place);
      await Promise.all(
        places.map((n) =>
          anEntry(svc.db, {
            labels: ["many"],
            minutes: 1 + n,
            workedOn: `2026-09-${String(1 + (n % 30)).padStart(2, "0")}`,
            ...(n % 2 === 0 && { clientId: client.id, attribution }),
          }),
        ),
      );
    }
    const response = await ask("/time-entries?label=many", { accept: "text/csv" });
    const lines = readCsv(await response.text()).slice(1);
    expect(lines).toHaveLength(1203);
    expect(response.headers.get("x-total-count")).toBe("1203");
    expect(response.headers.get("x-total-minutes")).toBe(String((1203 * 1204) / 2));
    const order = lines.map(([id, , day]) => `${day} ${id!.padStart(9, "0")}`);
    expect(order).toEqual([...order].sort().reverse());
    expect(new Set(lines.map((line) => line[csvColumns.indexOf("client")]))).toEqual(
      new Set(["Globex, Inc.", ""]),
    );
  }, 20_000);

  test("nothing found is a header, and no line", async () => {
    for (const query of ["label=absent", "label_prefix=absent:", "label_prefix=abs", "user=nobody"]) {
      const response = await ask(`/plans?format=csv&${query}`);
      expect([query, await response.text(), response.headers.get("x-total-count")]).toEqual([
        query,
        csvHeader,
        "0",
      ]);
    }
  });

  test("it says what it is, is kept by nobody, and has a name of plain characters", async () => {
    const { headers } = await ask(
      "/time-entries?format=csv&from=2026-10-01&to=2026-10-31&label_prefix=wbso:",
    );
    expect(headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("vary")).toBe("Accept");
    expect(headers.get("content-disposition")).toBe(
      'attachment; filename="time-entries_2026-10-01_2026-10-31_wbso.csv"',
    );
    const odd = await ask(`/plans?format=csv&label=${encodeURIComponent('a"\r\nSet-Cookie: x;é/../')}`);
    expect(odd.headers.get("content-disposition")).toMatch(
      /^attachment; filename="plans_[A-Za-z0-9._-]+\.csv"$/,
    );
    await odd.body!.cancel();
  });

  test("HEAD tells the totals and takes no connection", async () => {
    const before = await transactions();
    const response = await ask("/time-entries?label=many", { method: "HEAD", accept: "text/csv" });
    expect([response.status, response.headers.get("x-total-count")]).toEqual([200, "1203"]);
    expect(await response.text()).toBe("");
    expect(await transactions()).toBe(before);
  });

  test.each(["limit=10", "cursor=x", "limit=10&cursor=x"])(
    "%s is refused: CSV has no pages",
    async (query) => {
      const response = await ask(`/time-entries?${query}`, { accept: "text/csv" });
      expect(response.status).toBe(422);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(((await response.json()) as { detail: string }).detail).toContain("always the whole list");
    },
  );
});

describe("who asks for which form gets it", () => {
  test.each<[string | undefined, string, string]>([
    [undefined, "", "application/json"],
    ["*/*", "", "application/json"],
    ["text/csv", "", "text/csv"],
    ["text/*", "", "text/csv"],
    ["application/json, text/csv;q=0.9", "", "application/json"],
    ["application/json;q=0.5, text/csv;q=0.9", "", "text/csv"],
    ["text/csv, */*", "", "text/csv"],
    ["TEXT/CSV; Header=present", "", "text/csv"],
    ["text/csv;q=0, */*", "", "application/json"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "", "application/json"],
    ["application/json", "format=csv", "text/csv"],
    ["text/csv", "format=json", "application/json"],
    ["application/xml", "format=csv", "text/csv"],
  ])("Accept %p and ?%s: %s", async (accept, query, type) => {
    const response = await ask(`/time-entries?label=absent&${query}`, accept === undefined ? {} : { accept });
    expect(response.headers.get("content-type")).toStartWith(type);
    expect(response.headers.get("vary")).toBe("Accept");
    await response.body?.cancel();
  });

  test.each(["application/xml", "text/csv;q=0", "text/cvs", "application/json;q=0"])(
    "Accept %p is refused, with what there is",
    async (accept) => {
      const response = await ask("/time-entries", { accept });
      expect(((await response.json()) as { code: string }).code).toBe("not_acceptable");
      expect(response.status).toBeOneOf([406, 422]);
    },
  );

  test.each(["format=", "format=CSV", "format=xlsx", "format=csv&format=json"])(
    "?%s is refused",
    async (query) => {
      expect((await ask(`/time-entries?${query}`)).status).toBe(422);
    },
  );
});

describe("a line", () => {
  const facts: EntryFacts = {
    id: 7,
    kind: "time",
    workedOn: "2026-10-05",
    minutes: 50,
    note: null,
    labels: [],
    user: { id: 4, login: "ada" },
    repository: "acme/web",
    issueNumber: 12,
    issueTitle: "t",
    clientId: null,
    clientName: null,
    commentId: 9,
    commentedAt: new Date(0),
    createdAt: new Date(0),
    supersedesId: null,
    supersededById: null,
  };

  test("is read back cell by cell, whatever the texts", () => {
    const text = fc.string({ unit: "binary" }).filter((one) => one.isWellFormed());
    fc.assert(
      fc.property(text, text, fc.array(text), (title, note, labels) => {
        const entry = entryJson({ ...facts, issueTitle: title, note, labels }, "https://github.com");
        const [cells] = readCsv(csvLine(entry));
        const cell = (name: string) => cells![csvColumns.indexOf(name)];
        expect([cell("issue_title"), cell("note"), JSON.parse(cell("labels")!)]).toEqual([
          title,
          note,
          labels,
        ]);
      }),
    );
  });

  test.each([
    [1, "0.02"],
    [15, "0.25"],
    [50, "0.83"],
    [60, "1.00"],
    [90, "1.50"],
    [1440, "24.00"],
    [60_000, "1000.00"],
  ])("has %d minutes as %s hours", (minutes, hours) => {
    expect(decimalHours(minutes)).toBe(hours);
  });
});

describe("the file is called", () => {
  const october = { from: "2026-10-01", to: "2026-10-31" };
  test.each<[Partial<EntryFilter>, string]>([
    [{}, "time-entries.csv"],
    [{ kind: "plan", from: "2026-10-01" }, "plans_from-2026-10-01.csv"],
    [{ to: "2026-10-31" }, "time-entries_to-2026-10-31.csv"],
    [{ ...october, prefix: "wbso:" }, "time-entries_2026-10-01_2026-10-31_wbso.csv"],
    [{ labels: ["client:acme", "x y"] }, "time-entries_client-acme_x-y.csv"],
    [{ clientId: 3, user: "ada" }, "time-entries_client-3_ada.csv"],
    [{ clientId: null, repository: "acme/web" }, "time-entries_no-client_acme-web.csv"],
    [{ issue: { repository: "acme/web", number: 12 } }, "time-entries_acme-web-12.csv"],
    [
      { withSuperseded: true, asOf: new Date("2026-11-03T09:00:00.123Z") },
      "time-entries_with-superseded_as-of-2026-11-03T09-00-00Z.csv",
    ],
    [{ labels: ['"/../\r\n;', "é"] }, "time-entries.csv"],
  ])("%j: %s", (filter, name) => {
    expect(fileName({ kind: "time", labels: [], ...filter })).toBe(name);
  });

  test("something plain and short, whatever the labels", () => {
    const labels = fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 8 });
    fc.assert(
      fc.property(labels, (labels) => {
        expect(fileName({ kind: "time", labels })).toMatch(/^time-entries(_[A-Za-z0-9._-]{0,108})?\.csv$/);
      }),
    );
  });
});

/** Transactions that are open in the database, beside the one that asks. */
async function transactions(): Promise<number> {
  const [row] = await svc.db.$client<{ n: number }[]>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`;
  return row!.n;
}
