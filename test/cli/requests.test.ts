import { describe, expect, test } from "bun:test";
import { aToken, anEntry, page, svc } from "./running.ts";

const list = "http://localhost:3000/api/v1/time-entries";

describe("a command line becomes one request", () => {
  const examples: [argv: string[], url: string][] = [
    [["entries"], `${list}?format=csv`],
    [["plans"], "http://localhost:3000/api/v1/plans?format=csv"],
    [["entries", "--label", "client:acme"], `${list}?label=client%3Aacme&format=csv`],
    [
      ["entries", "--label", "b", "--label", "a", "--label", "b"],
      `${list}?label=b&label=a&label=b&format=csv`,
    ],
    [["entries", "--label", "a,b"], `${list}?label=a%2Cb&format=csv`],
    [["entries", "--label=--csv"], `${list}?label=--csv&format=csv`],
    [["entries", "--label", "-1"], `${list}?label=-1&format=csv`],
    [
      ["entries", "--label", "[P1] & 100% +✓ ="],
      `${list}?label=%5BP1%5D+%26+100%25+%2B%E2%9C%93+%3D&format=csv`,
    ],
    [
      ["entries", "--label-prefix", "wbso:", "--from", "2026-10-01", "--to", "2026-10-31", "--csv"],
      `${list}?label_prefix=wbso%3A&from=2026-10-01&to=2026-10-31&format=csv`,
    ],
    [
      ["plans", "--from", "2026-10-01", "--to", "2026-10-01"],
      "http://localhost:3000/api/v1/plans?from=2026-10-01&to=2026-10-01&format=csv",
    ],
    [["entries", "--from", "2024-02-29"], `${list}?from=2024-02-29&format=csv`],
    [["entries", "--limit", "3"], `${list}?limit=3`],
    [["entries", "-L", "999999"], `${list}?limit=1000`],
    [
      ["entries", "--host", "https://hours.example.com"],
      "https://hours.example.com/api/v1/time-entries?format=csv",
    ],
  ];
  test.each(examples)("%p", async (argv, url) => {
    const ran = await svc(argv);
    expect(ran).toMatchObject({ code: 0, requests: [new URL(url)] });
    expect(ran.requests.map(String)).toEqual([url]);
  });
});

test("a terminal is shown the newest 50, or as many as asked for", async () => {
  const shown = await svc(["entries"], undefined, { tty: true });
  expect(shown.requests.map(String)).toEqual([`${list}?limit=50`]);
  const asked = await svc(["entries", "--limit", "200"], undefined, { tty: true });
  expect(asked.requests.map(String)).toEqual([`${list}?limit=200`]);
});

test.each(["--csv", "--json", "--ndjson", "--tsv", "--group-by=client"])(
  "%s fetches everything, on a terminal too",
  async (format) => {
    const { requests } = await svc(["entries", format], undefined, { tty: true });
    expect(requests.map(String)).toEqual([`${list}?format=csv`]);
  },
);

test("the token goes in the header and nowhere else", async () => {
  const { requests, headers } = await svc(["entries", "--label", "x"]);
  expect(headers[0]!.get("authorization")).toBe(`Bearer ${aToken}`);
  expect(headers[0]!.get("accept")).toBe("text/csv");
  expect(headers[0]!.get("user-agent")).toMatch(/^svc\/\d+\.\d+\.\d+$/);
  expect(requests[0]!.href).not.toContain("svc_");
});

test("pages follow each other by the cursor, with the same filter", async () => {
  const entries = [3, 2, 1].map((id) => anEntry({ id, minutes: id }));
  const totals = { entries: 3, minutes: 6 };
  const ran = await svc(
    ["entries", "--label", "a", "--label", "b", "--csv", "--limit", "3"],
    [
      page(entries.slice(0, 1), { next_cursor: "MjAyNg a+/=", totals }),
      page(entries.slice(1, 2), { next_cursor: "second", totals }),
      page(entries.slice(2), { totals }),
    ],
  );
  expect(ran.code).toBe(0);
  expect(ran.requests.map((url) => url.search)).toEqual([
    "?label=a&label=b&limit=3",
    "?label=a&label=b&limit=2&cursor=MjAyNg+a%2B%2F%3D",
    "?label=a&label=b&limit=1&cursor=second",
  ]);
  expect(ran.stdout.split("\r\n").map((line) => line.split(",")[0])).toEqual(["id", "3", "2", "1", ""]);
});

test("a limit over one page is asked for in pages, and stops there", async () => {
  const most = Array.from({ length: 1000 }, (_, i) => anEntry({ id: 3000 - i }));
  const totals = { entries: 3000, minutes: 270_000 };
  const ran = await svc(
    ["entries", "--limit", "1001"],
    [
      page(most, { next_cursor: "next", totals }),
      page([anEntry({ id: 2000 })], { next_cursor: "more", totals }),
    ],
  );
  expect(ran.requests.map((url) => url.searchParams.get("limit"))).toEqual(["1000", "1"]);
  expect(ran.stdout.trim().split("\n")).toHaveLength(1001);
  expect(ran).toMatchObject({ code: 0, stderr: "The newest 1,001 of 3,000 entries, as --limit asks.\n" });
});
