import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parsePeriod } from "../../cli/period.ts";
import { daysOfPreset, presets } from "../../server/entries/lists/presets.ts";

describe("days that reports are often asked for", () => {
  test.each([
    ["this-week", "2026-11-21", "2026-11-16", "2026-11-22"],
    ["this-week", "2026-11-16", "2026-11-16", "2026-11-22"],
    ["this-week", "2027-01-01", "2026-12-28", "2027-01-03"],
    ["this-month", "2028-02-29", "2028-02-01", "2028-02-29"],
    ["last-month", "2026-03-31", "2026-02-01", "2026-02-28"],
    ["last-month", "2026-01-01", "2025-12-01", "2025-12-31"],
    ["this-quarter", "2026-11-21", "2026-10-01", "2026-12-31"],
    ["this-half", "2026-06-30", "2026-01-01", "2026-06-30"],
    ["this-half", "2026-07-01", "2026-07-01", "2026-12-31"],
  ] as const)("%s on %s is from %s until %s", (preset, today, from, to) => {
    expect(daysOfPreset(preset, today)).toEqual({ from, to });
  });

  test("are those that the command line gives the same names, on any day", () => {
    const day = fc.date({
      min: new Date("1901-01-01"),
      max: new Date("2999-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, fc.constantFrom(...presets), (date, preset) => {
        const today = date.toISOString().slice(0, 10);
        expect(daysOfPreset(preset, today)).toEqual(parsePeriod(preset, today) as never);
      }),
    );
  });
});
