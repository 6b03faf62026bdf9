import { describe, expect, test } from "bun:test";
import { dayIn, parseDateRange, parseDay } from "../../server/entries/date-range.ts";
import { dimensionOf, matches, parseLabelFilter } from "../../server/entries/label-filter.ts";

describe("days", () => {
  test.each(["2026-10-01", "2024-02-29", "0001-01-01", "9999-12-31"])("%s is a day", (text) => {
    expect(parseDay(text)).toBe(text);
  });
  test.each([
    "2026-02-30",
    "2025-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "0000-01-01",
    "20261001",
    "2026-10-01 ",
    "2026-10-01T00:00:00Z",
    "+2026-10-01",
    "",
  ])("%p is none", (text) => {
    expect(parseDay(text)).toBeNull();
  });
  test("a range is of inclusive days, and may be open on either side", () => {
    expect(parseDateRange({ from: "2026-10-01", to: "2026-10-01" })).toEqual({
      ok: true,
      value: { from: "2026-10-01", to: "2026-10-01" },
    });
    expect(parseDateRange({ to: "2026-10-01" })).toEqual({ ok: true, value: { to: "2026-10-01" } });
    expect(parseDateRange({ from: "2026-10-02", to: "2026-10-01" })).toMatchObject({
      ok: false,
      problems: [{ name: "from" }],
    });
    expect(parseDateRange({ from: "x", to: "y" })).toMatchObject({
      ok: false,
      problems: [{ name: "from" }, { name: "to" }],
    });
  });
  test.each([
    ["Europe/Amsterdam", "2026-10-05T22:30:00Z", "2026-10-06"],
    ["America/Los_Angeles", "2026-10-05T06:59:00Z", "2026-10-04"],
    ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"],
  ])("in %s %s is of %s", (zone, instant, day) => {
    expect(dayIn(zone, new Date(instant))).toBe(day);
  });
});

describe("labels", () => {
  test.each([
    ["wbso:dev", "wbso:"],
    ["a:b:c", "a:"],
    ["wbso:", undefined],
    [":dev", undefined],
    ["wbso", undefined],
    ["", undefined],
  ])("the dimension of %p is %p", (label, dimension) => {
    expect(dimensionOf(label)).toBe(dimension);
  });

  test.each([
    [["a", "b"], { labels: ["a", "b"] }, true],
    [["a"], { labels: ["a", "b"] }, false],
    [["a,b"], { labels: ["a"] }, false],
    [[], { labels: [] }, true],
    [["wbso:dev"], { labels: [], prefix: "wbso:" }, true],
    [["wbso:dev"], { labels: [], prefix: "WBSO:" }, false],
    [["wbso"], { labels: [], prefix: "wbso" }, false],
    [["wbso:dev", "x"], { labels: ["x"], prefix: "w" }, true],
    [["wbso:dev"], { labels: ["x"], prefix: "w" }, false],
  ])("%j matches %j: %p", (labels, filter, expected) => {
    expect(matches(labels, filter)).toBe(expected);
  });

  test("a label may be anything that can be stored, and be as long as one", () => {
    expect(parseLabelFilter(["", "😀".repeat(1024), "a,b"], [])).toMatchObject({ ok: true });
    expect(parseLabelFilter(["x".repeat(1025)], [])).toMatchObject({ ok: false });
    expect(parseLabelFilter(["\0"], [])).toMatchObject({ ok: false });
    expect(parseLabelFilter(["\ud800"], [])).toMatchObject({ ok: false });
    expect(parseLabelFilter([], [""])).toMatchObject({ ok: false });
  });
});
