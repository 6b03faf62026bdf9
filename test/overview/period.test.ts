import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { daysOf, type Period, periods, weekday } from "../../server/overview/period.ts";

const at = (instant: string, timeZone = "Europe/Amsterdam") => ({ now: new Date(instant), timeZone });

describe("the days of a period", () => {
  const examples: [Period, string, string, string, number][] = [
    ["week", "2026-11-21T12:00:00Z", "2026-11-16", "2026-11-22", 7],
    ["week", "2026-11-16T12:00:00Z", "2026-11-16", "2026-11-22", 7],
    ["week", "2027-01-01T12:00:00Z", "2026-12-28", "2027-01-03", 7],
    ["month", "2026-11-21T12:00:00Z", "2026-11-01", "2026-11-30", 30],
    ["month", "2028-02-29T12:00:00Z", "2028-02-01", "2028-02-29", 29],
    ["last-month", "2026-11-21T12:00:00Z", "2026-10-01", "2026-10-31", 31],
    ["last-month", "2027-01-05T12:00:00Z", "2026-12-01", "2026-12-31", 31],
    ["last-month", "2026-03-31T12:00:00Z", "2026-02-01", "2026-02-28", 28],
    // It is the next month there already, and the next week.
    ["month", "2026-11-30T23:30:00Z", "2026-12-01", "2026-12-31", 31],
    ["week", "2026-11-22T23:30:00Z", "2026-11-23", "2026-11-29", 7],
  ];
  test.each(examples)("%s at %s: from %s to %s, %d days", (period, now, first, last, count) => {
    const days = daysOf(period, at(now));
    expect([days[0], days.at(-1), days.length]).toEqual([first, last, count]);
  });

  test("the time zone says which day it is", () => {
    expect(daysOf("month", at("2026-11-30T23:30:00Z", "UTC"))[0]).toBe("2026-11-01");
    expect(daysOf("month", at("2026-12-01T03:00:00Z", "America/New_York"))[0]).toBe("2026-11-01");
  });

  test("they follow each other without a gap, and hold today unless they are of last month", () => {
    const instant = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2099-12-31"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instant, fc.constantFrom(...periods), (now, period) => {
        const days = daysOf(period, { now, timeZone: "UTC" });
        const numbers = days.map((day) => Date.parse(day) / 86_400_000);
        expect(numbers).toEqual(days.map((_, place) => numbers[0]! + place));
        expect(days.includes(now.toISOString().slice(0, 10))).toBe(period !== "last-month");
        if (period === "week") expect([weekday(days[0]!), weekday(days[6]!)]).toEqual([0, 6]);
      }),
    );
  });
});
