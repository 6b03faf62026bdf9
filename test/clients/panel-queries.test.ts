import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { clientsHref, readClientPageQuery } from "../../server/clients/client-list.ts";
import { clientStates } from "../../server/clients/list-query.ts";
import { parseTriedIssue } from "../../server/clients/mappings/explanation/tried-issue.ts";
import { mappingsHref, readLabelPageQuery } from "../../server/clients/mappings/labels/label-list.ts";
import { standingOf } from "../../server/clients/mappings/labels/standing.ts";
import { recentSince } from "../../server/clients/recent-days.ts";

const searchOf = (href: string) => new URL(href, "http://localhost").searchParams;
const text = fc
  .string({ minLength: 1, maxLength: 40, unit: "grapheme" })
  .filter((text) => !text.includes("\0") && text.isWellFormed());
const id = fc.integer({ min: 1, max: 999_999_999 });

describe("the address of a list is its state", () => {
  test("of clients: what is written is read back", () => {
    const filters = fc.record(
      { state: fc.constantFrom(...clientStates), name: text },
      { requiredKeys: ["state"] },
    );
    fc.assert(
      fc.property(filters, fc.option(id, { nil: undefined }), (filter, after) => {
        const read = readClientPageQuery(searchOf(clientsHref(filter, after)));
        expect(read).toEqual({ ok: true, value: { filter, ...(after !== undefined && { after }) } });
      }),
    );
  });

  test("of mappings: what is written is read back", () => {
    const filters = fc.record(
      { label: text, clientId: id, to: fc.constant("deactivated" as const) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filters, fc.option(fc.record({ label: text, id }), { nil: undefined }), (filter, after) => {
        const read = readLabelPageQuery(searchOf(mappingsHref(filter, after)));
        expect(read).toEqual({ ok: true, value: { filter, ...(after !== undefined && { after }) } });
      }),
    );
  });

  test("empty fields of a form are as if they were left out", () => {
    expect(readClientPageQuery(new URLSearchParams("status=&name="))).toEqual({
      ok: true,
      value: { filter: { state: "active" } },
    });
    expect(readLabelPageQuery(new URLSearchParams("label=&to=&client_id="))).toEqual({
      ok: true,
      value: { filter: {} },
    });
  });

  test.each([
    ["unknown", "stauts=all"],
    ["unknown_word", "status=gone"],
    ["repeated", "name=a&name=b"],
    ["unreadable", "after=x"],
    ["unreadable", "after=0"],
    ["too_long", `name=${"x".repeat(201)}`],
  ])("of clients: %s is a problem, and never a wider list", (code, query) => {
    const read = readClientPageQuery(new URLSearchParams(query));
    expect(read.ok || read.problems.map((problem) => problem.code)).toEqual([code]);
  });

  test.each([
    ["unknown", "labels=x"],
    ["unknown_word", "to=active"],
    ["out_of_range", "client_id=0"],
    ["out_of_range", "client_id=1e3"],
    ["too_long", `label=${"x".repeat(1025)}`],
    ["unreadable", "after=x"],
    ["unreadable", "after=7"],
    ["unreadable", "after=0:x"],
    ["unreadable", "after=7:%00"],
    ["unreadable", `after=7:${"x".repeat(1025)}`],
  ])("of mappings: %s is a problem, and never a wider list", (code, query) => {
    const read = readLabelPageQuery(new URLSearchParams(query));
    expect(read.ok || read.problems.map((problem) => problem.code)).toEqual([code]);
  });
});

describe("what the mappings of a label do to each other", () => {
  const mapping = (id: number, clientId: number, repository: string | null = null, clientActive = true) => ({
    id,
    labelPattern: "client:acme",
    clientId,
    repository,
    clientActive,
  });

  test("a global one counts everywhere but where a repository has its own, named once whatever its case", () => {
    const all = [
      mapping(1, 1),
      mapping(2, 2, "Acme/Web"),
      mapping(3, 3, "acme/web"),
      mapping(4, 1, "acme/api"),
    ];
    expect(standingOf(all[0]!, all).except.map((name) => name.toLowerCase())).toEqual([
      "acme/web",
      "acme/api",
    ]);
    expect(standingOf(all[1]!, all).except).toEqual([]);
  });

  test("it is ambiguous where another active client is in the same place, and nowhere else", () => {
    const all = [
      mapping(1, 1),
      mapping(2, 2),
      mapping(3, 3, "acme/web"),
      mapping(4, 3, "ACME/web"),
      mapping(5, 4, "acme/api"),
      mapping(6, 5, "acme/api", false),
    ];
    expect(all.map((one) => standingOf(one, all).ambiguous)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe("an issue to try", () => {
  test("has one label to a line, in their order, as they are", () => {
    const read = parseTriedIssue({ repository: " acme/web ", labels: "b, c\r\n a \n\n  \nb, c" });
    expect(read).toEqual({ ok: true, issue: { repository: "acme/web", labels: ["b, c", " a ", "b, c"] } });
  });

  test.each([
    ["wrong_form", "acme", "x"],
    ["wrong_form", "", "x"],
    ["none", "acme/web", " \n"],
    ["too_many", "acme/web", "x\n".repeat(101)],
    ["too_long", "acme/web", "x".repeat(1025)],
  ])("is refused where it cannot be one: %s", (code, repository, labels) => {
    const read = parseTriedIssue({ repository, labels });
    expect(read.ok ? [] : read.problems.map((problem): string => problem.code)).toEqual([code]);
  });
});

test.each([
  ["2026-11-21", "2026-08-24"],
  // Over the change of clocks, and a leap day.
  ["2026-04-01", "2026-01-02"],
  ["2028-03-01", "2027-12-03"],
])("the 90 days up to %s begin on %s", (today, first) => {
  expect(recentSince(today)).toBe(first);
  const days = (Date.parse(today) - Date.parse(first)) / 86_400_000;
  expect(days).toBe(89);
});
