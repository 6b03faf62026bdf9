import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  correct,
  type Correctable,
  type CorrectionRequest,
  withClientKept,
} from "../../server/entries/corrections/correction.ts";

const old: Correctable = {
  kind: "time",
  labels: ["client:globex", "wbso:dev"],
  minutes: 120,
  workedOn: "2026-10-05",
  note: "fixed it",
};
const plan: Correctable = { ...old, kind: "plan" };
const today = "2026-10-06";
const reason = "wrong label";

const asked = (request: Partial<CorrectionRequest>, entry = old) =>
  correct(entry, { reason, ...request }, today);

describe("a correction changes what it names, and nothing else (D8)", () => {
  test.each<[Partial<CorrectionRequest>, Partial<Correctable>, string[], boolean]>([
    [{ labels: ["client:initech"] }, { labels: ["client:initech"] }, ["labels"], true],
    [{ labels: [] }, { labels: [] }, ["labels"], true],
    [{ labels: ["wbso:dev", "client:globex"] }, { labels: ["wbso:dev", "client:globex"] }, ["labels"], true],
    [{ labels: ["", "a,b", "😀"] }, { labels: ["", "a,b", "😀"] }, ["labels"], true],
    [{ labels: old.labels }, {}, [], true],
    [{ minutes: 1 }, { minutes: 1 }, ["minutes"], false],
    [{ minutes: 1440 }, { minutes: 1440 }, ["minutes"], false],
    [{ workedOn: "2026-10-06" }, { workedOn: "2026-10-06" }, ["workedOn"], false],
    [{ workedOn: "2020-02-29" }, { workedOn: "2020-02-29" }, ["workedOn"], false],
    [{ note: null }, { note: null }, ["note"], false],
    [{ note: "  fixed that  " }, { note: "fixed that" }, ["note"], false],
    [{ note: "😀".repeat(500) }, { note: "😀".repeat(500) }, ["note"], false],
    [{ minutes: 60, note: null, labels: old.labels }, { minutes: 60, note: null }, ["minutes", "note"], true],
  ])("%j", (request, different, changed, decidesClient) => {
    expect(asked(request)).toEqual({
      ok: true,
      value: { entry: { ...old, ...different }, changed: changed as never, decidesClient, reason },
    });
  });

  test("a plan may be of a thousand hours and of a day to come", () => {
    expect(asked({ minutes: 60_000, workedOn: "2027-01-01" }, plan)).toMatchObject({
      ok: true,
      value: { entry: { kind: "plan", minutes: 60_000, workedOn: "2027-01-01" } },
    });
  });
});

describe("refused, with the field and what it takes", () => {
  test.each<[name: string, code: string, Partial<CorrectionRequest>]>([
    ["", "no_change", {}],
    ["", "no_change", { minutes: 120 }],
    ["", "no_change", { minutes: 120, workedOn: "2026-10-05", note: " fixed it" }],
    ["reason", "empty", { reason: "", minutes: 1 }],
    ["reason", "empty", { reason: " \t ", minutes: 1 }],
    ["reason", "several_lines", { reason: "a\nb", minutes: 1 }],
    ["reason", "too_long", { reason: "x".repeat(501), minutes: 1 }],
    ["reason", "unreadable", { reason: "\ud800", minutes: 1 }],
    ["minutes", "out_of_range", { minutes: 0 }],
    ["minutes", "out_of_range", { minutes: -60 }],
    ["minutes", "out_of_range", { minutes: 1.5 }],
    ["minutes", "out_of_range", { minutes: NaN }],
    ["minutes", "out_of_range", { minutes: 1441 }],
    ["worked_on", "in_the_future", { workedOn: "2026-10-07" }],
    ["worked_on", "not_a_day", { workedOn: "2026-02-30" }],
    ["worked_on", "not_a_day", { workedOn: "5-10-2026" }],
    ["note", "empty", { note: "" }],
    ["note", "empty", { note: " " }],
    ["note", "unreadable", { note: "a\u0000" }],
    ["note", "several_lines", { note: "a\r\nb" }],
    ["note", "several_lines", { note: "a\u2028b" }],
    ["note", "too_long", { note: "x".repeat(501) }],
    ["labels[2]", "repeated", { labels: ["a", "b", "a"] }],
    ["labels[0]", "unreadable", { labels: ["a\0"] }],
    ["labels[1]", "too_long", { labels: ["ok", "é".repeat(513)] }],
    ["labels", "out_of_range", { labels: Array.from({ length: 1001 }, (_, n) => `l${n}`) }],
  ])("%s: %s", (name, code, request) => {
    const result = asked(request);
    expect(result).toMatchObject({ ok: false, problems: [{ in: "body", name, code }] });
  });

  test("a plan past a thousand hours", () => {
    expect(asked({ minutes: 60_001 }, plan)).toMatchObject({ ok: false, problems: [{ name: "minutes" }] });
  });

  test("everything that is wrong is told at once", () => {
    const result = asked({ minutes: 0, note: "", workedOn: "x", reason: "", labels: ["a", "a"] });
    const names = result.ok ? [] : result.problems.map(({ name }) => name);
    expect(names).toEqual(["reason", "labels[1]", "minutes", "worked_on", "note"]);
  });
});

test("correcting a correction back gives the old entry, field by field", () => {
  const entry = fc.record({
    kind: fc.constant("plan" as const),
    labels: fc.uniqueArray(fc.string({ unit: "grapheme" }).filter((one) => !/\0/.test(one))),
    minutes: fc.integer({ min: 1, max: 60_000 }),
    workedOn: fc.constantFrom("2026-01-01", "2026-10-05"),
    note: fc.constantFrom(null, "a", "b c"),
  });
  fc.assert(
    fc.property(entry, entry, (before, after) => {
      const there = correct(before, { ...after, reason }, today);
      if (!there.ok) throw new Error(JSON.stringify(there.problems));
      expect(there.value.entry).toEqual(after);
      const back = correct(there.value.entry, { ...before, reason }, today);
      expect(back).toMatchObject({ ok: true, value: { entry: before, changed: there.value.changed } });
    }),
  );
});

test("the client an entry has already counts as active, and no other", () => {
  const mapping = (clientId: number, clientActive: boolean) => ({ clientId, clientActive });
  const mappings = [mapping(1, false), mapping(2, false), mapping(3, true)];
  expect(withClientKept(mappings, 1)).toEqual([mapping(1, true), mapping(2, false), mapping(3, true)]);
  expect(withClientKept(mappings, null)).toEqual(mappings);
});
