import { expect, test } from "bun:test";
import fc from "fast-check";
import { stack } from "../../server/overview/chart/columns.ts";

const days = ["2026-11-02", "2026-11-03", "2026-11-04"];

test("the parts of a day stand upon each other, in the order of the series", () => {
  const parts = [
    { day: days[2]!, series: 2, minutes: 120 },
    { day: days[2]!, series: 1, minutes: 60 },
    { day: days[0]!, series: 1, minutes: 480 },
  ];
  expect(stack(days, parts)).toEqual({
    height: 480,
    lines: [120, 240, 360, 480],
    paths: [
      { series: 1, d: "M0.14 0h.72v480h-.72zM2.14 420h.72v60h-.72z" },
      { series: 2, d: "M2.14 300h.72v120h-.72z" },
    ],
  });
});

test("lines are drawn at amounts that hours are thought of in, and never more than four", () => {
  const heights: [number, number[]][] = [
    [1, [15, 30, 45, 60]],
    [60, [15, 30, 45, 60]],
    [61, [30, 60, 90]],
    [450, [120, 240, 360, 480]],
    [481, [240, 480, 720]],
    [1380, [480, 960, 1440]],
    [5000, [2400, 4800, 7200]],
  ];
  for (const [minutes, lines] of heights) {
    expect([minutes, stack(days, [{ day: days[0]!, series: 1, minutes }]).lines]).toEqual([minutes, lines]);
  }
});

test("whatever the hours, no column leaves the chart and every minute is drawn", () => {
  const part = fc.record({
    day: fc.constantFrom(...days),
    series: fc.integer({ min: 1, max: 7 }),
    minutes: fc.integer({ min: 0, max: 100_000 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(part, { selector: ({ day, series }) => `${day} ${series}` }), (parts) => {
      const { height, lines, paths } = stack(days, parts);
      expect(lines.length).toBeWithin(1, 5);
      const drawn = paths.flatMap(({ d }) => [...d.matchAll(/M[\d.]+ (\d+)h\.72v(\d+)h-\.72z/g)]);
      for (const [, top, minutes] of drawn) expect(Number(top) + Number(minutes)).toBeLessThanOrEqual(height);
      for (const [, top] of drawn) expect(Number(top)).toBeGreaterThanOrEqual(0);
      const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
      expect(sum(drawn.map(([, , minutes]) => Number(minutes)))).toBe(
        sum(parts.map(({ minutes }) => minutes)),
      );
    }),
  );
});
