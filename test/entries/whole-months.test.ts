import { expect, test } from "bun:test";
import fc from "fast-check";
import { splitByMonth } from "../../server/entries/whole-months.ts";

test.each([
  [{}, { from: undefined, before: undefined }, 0],
  [{ from: "2026-10-01", to: "2026-10-31" }, { from: "2026-10-01", before: "2026-11-01" }, 0],
  [{ from: "2026-10-02", to: "2026-12-30" }, { from: "2026-11-01", before: "2026-12-01" }, 2],
  [{ from: "2026-10-02", to: "2026-10-30" }, undefined, 1],
  [{ from: "2026-10-02", to: "2026-11-30" }, { from: "2026-11-01", before: "2026-12-01" }, 1],
  [{ to: "2028-02-28" }, { from: undefined, before: "2028-02-01" }, 1],
  [{ to: "2028-02-29" }, { from: undefined, before: "2028-03-01" }, 0],
  [{ from: "9999-12-31" }, { from: "10000-01-01", before: undefined }, 1],
])("a range is split into whole months and the days left over: %j", (range, months, rests) => {
  const split = splitByMonth(range);
  expect(split.months).toEqual(months);
  expect(split.rest).toHaveLength(rests);
});

test("the parts hold each day of the range once and no other", () => {
  const day = fc
    .integer({ min: 0, max: 500 })
    .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(day, day, day, (a, b, probe) => {
      const [from, to] = a < b ? [a, b] : [b, a];
      const { months, rest } = splitByMonth({ from, to });
      const inMonths = months !== undefined && probe >= months.from! && probe < months.before!;
      const inRests = rest.filter((part) => probe >= part.from! && probe <= part.to!).length;
      expect(Number(inMonths) + inRests).toBe(probe >= from && probe <= to ? 1 : 0);
    }),
  );
});
