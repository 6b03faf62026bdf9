import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SeenLabelListJson } from "../../server/entries/labels/json.ts";
import type { ParsedCommentJson } from "../../server/entries/parse/json.ts";
import { entries } from "../../db/schema.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";

let svc: TestApp;
let token: string;
const odd = [
  "50%:off",
  "a,b:c",
  "_x:1",
  "wbso",
  "wbso:",
  "wbso:dev",
  "wbso:speur",
  "Wbso:dev",
  "é:1",
  "😀:x",
];
beforeAll(async () => {
  svc = await startApp();
  token = await svc.tokenFor("ada");
  for (const label of odd) await anEntry(svc.db, { labels: [label, "all"], minutes: 60 });
  await anEntry(svc.db, { kind: "plan", labels: ["wbso:dev"], minutes: 300 });
});
afterAll(() => svc.stop());

async function labels(query: Record<string, string> = {}): Promise<SeenLabelListJson> {
  const response = await svc.api(`/labels?${new URLSearchParams(query)}`, token);
  expect(response.status).toBe(200);
  return (await response.json()) as SeenLabelListJson;
}

describe("the labels that were seen", () => {
  const bytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

  test("each once, in the order of their bytes, with what stands under it", async () => {
    const { data, next_cursor } = await labels();
    expect(data.map(({ label }) => label)).toEqual([...odd, "all"].toSorted(bytes));
    expect(next_cursor).toBeNull();
    expect(data.find(({ label }) => label === "wbso:dev")).toEqual({
      label: "wbso:dev",
      time: { entries: 1, minutes: 60 },
      plan: { entries: 1, minutes: 300 },
    });
    expect(data.find(({ label }) => label === "all")!.time).toEqual({
      entries: odd.length,
      minutes: 60 * odd.length,
    });
  });

  test("a prefix is taken literally, letter by letter", async () => {
    for (const prefix of ["wbso", "wbso:", "w", "5", "50%", "%", "_", "a,", "é", "😀", "zzz"]) {
      const { data } = await labels({ prefix });
      const expected = [...odd, "all"].filter((label) => label.startsWith(prefix)).toSorted(bytes);
      expect([prefix, data.map(({ label }) => label)]).toEqual([prefix, expected]);
    }
  });

  test("page by page they are the same, none twice", async () => {
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: SeenLabelListJson = await labels({ limit: "3", ...(cursor !== null && { cursor }) });
      walked.push(...page.data.map(({ label }) => label));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(walked).toEqual((await labels()).data.map(({ label }) => label));
  });

  test.each(["prefix=", "prefix=a&prefix=b", "prefx=a", "limit=0", "cursor=x", "prefix=a%00", "prefix=%FF"])(
    "%s is refused",
    async (query) => {
      const response = await svc.api(`/labels?${query}`, token);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ code: "invalid_query" });
    },
  );
});

describe("trying a comment", () => {
  async function parse(body: unknown): Promise<Response> {
    return svc.send(
      new Request("http://localhost/api/v1/parse", {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  }
  const made = async (text: string) => (await (await parse({ text })).json()) as ParsedCommentJson;

  test("tells what would be recorded, and records nothing", async () => {
    const before = await svc.db.$count(entries);
    expect(await made("hello\n\n/log 1u30 2026-11-03 fixed it\n/plan 8h")).toEqual({
      commands: [
        { kind: "time", minutes: 90, worked_on: "2026-11-03", note: "fixed it" },
        { kind: "plan", minutes: 480, worked_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), note: null },
      ],
      problems: [],
    });
    expect(await svc.db.$count(entries)).toBe(before);
  });

  test("with one bad line nothing would be, and it says which", async () => {
    const { commands, problems } = await made("/log 2h\n/log 1d");
    expect(commands).toEqual([]);
    expect(problems).toEqual([{ line: 2, text: "/log 1d", message: expect.stringContaining("write hours") }]);
  });

  test("a text without a command has neither", async () => {
    expect(await made("> /log 2h")).toEqual({ commands: [], problems: [] });
    expect(await made("")).toEqual({ commands: [], problems: [] });
  });

  test.each([
    [{}],
    [{ text: 1 }],
    [{ text: "x", more: 1 }],
    [{ text: "a\0" }],
    [{ text: "x".repeat(65_537) }],
    [[]],
  ])("the body %j is refused", async (body) => {
    const { status } = await parse(body);
    expect([413, 422]).toContain(status);
  });
});
