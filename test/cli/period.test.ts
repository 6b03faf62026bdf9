import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { daysAfter, daysBetween, weekday, weekName } from "../../cli/calendar.ts";
import { dependsOnToday, parsePeriod, periodWords } from "../../cli/period.ts";

const today = "2026-11-21"; // a Saturday

describe("a period stands for inclusive days", () => {
  const examples: [period: string, from: string | undefined, to: string | undefined][] = [
    ["today", "2026-11-21", "2026-11-21"],
    ["yesterday", "2026-11-20", "2026-11-20"],
    ["this-week", "2026-11-16", "2026-11-22"],
    ["last-week", "2026-11-09", "2026-11-15"],
    ["this-month", "2026-11-01", "2026-11-30"],
    ["last-month", "2026-10-01", "2026-10-31"],
    ["this-quarter", "2026-10-01", "2026-12-31"],
    ["last-quarter", "2026-07-01", "2026-09-30"],
    ["this-half", "2026-07-01", "2026-12-31"],
    ["last-half", "2026-01-01", "2026-06-30"],
    ["this-year", "2026-01-01", "2026-12-31"],
    ["last-year", "2025-01-01", "2025-12-31"],
    ["ytd", "2026-01-01", "2026-11-21"],
    ["last-7-days", "2026-11-15", "2026-11-21"],
    ["last-30-days", "2026-10-23", "2026-11-21"],
    ["2026", "2026-01-01", "2026-12-31"],
    ["2024-02", "2024-02-01", "2024-02-29"],
    ["2100-02", "2100-02-01", "2100-02-28"],
    ["2026-10-05", "2026-10-05", "2026-10-05"],
    ["2026-Q4", "2026-10-01", "2026-12-31"],
    ["2026-H2", "2026-07-01", "2026-12-31"],
    ["2026-W45", "2026-11-02", "2026-11-08"],
    ["2026-W01", "2025-12-29", "2026-01-04"],
    ["2026-W53", "2026-12-28", "2027-01-03"],
    ["2027-W01", "2027-01-04", "2027-01-10"],
    ["2020-W53", "2020-12-28", "2021-01-03"],
    ["2024-W52", "2024-12-23", "2024-12-29"],
    ["2026-10..2026-11-15", "2026-10-01", "2026-11-15"],
    ["2026-W44..today", "2026-10-26", "2026-11-21"],
    ["last-month..this-month", "2026-10-01", "2026-11-30"],
    ["2026-10..", "2026-10-01", undefined],
    ["..2026-10", undefined, "2026-10-31"],
    ["0001", "0001-01-01", "0001-12-31"],
    ["9999-Q4", "9999-10-01", "9999-12-31"],
  ];
  test.each(examples)("%s is %s … %s", (period, from, to) => {
    expect(parsePeriod(period, today)).toEqual({ ...(from && { from }), ...(to && { to }) });
  });

  test("at the turn of the year", () => {
    expect(parsePeriod("last-month", "2026-01-31")).toEqual({ from: "2025-12-01", to: "2025-12-31" });
    expect(parsePeriod("last-quarter", "2026-02-28")).toEqual({ from: "2025-10-01", to: "2025-12-31" });
    expect(parsePeriod("last-half", "2026-06-30")).toEqual({ from: "2025-07-01", to: "2025-12-31" });
    expect(parsePeriod("this-week", "2027-01-01")).toEqual({ from: "2026-12-28", to: "2027-01-03" });
    expect(parsePeriod("last-month", "2024-03-31")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
  });
});

test.each([
  ...["", "..", "...", "now", "this-decade", "last-0-days", "last-days", "last-99999-days", "Today"],
  ...["26", "02026", "0000", "2026-13", "2026-00", "2026-1", "2026-02-30", "2026-Q0", "2026-Q5", "2026-Q04"],
  ...["2026-H3", "2026-W00", "2025-W53", "2026-W54", "2026-w45", "2026-11..2026-10", "a..b", "2026..x"],
  ...["2026-10 ", "2026..2027..2028", "9999-W52..", "constructor", "this-constructor"],
])("%j is no period", (text) => {
  const outside = text === "9999-W52..";
  if (outside) expect(parsePeriod("9999-W52", today)).toBeUndefined();
  else expect(parsePeriod(text, today)).toBeUndefined();
});

const aDay = fc
  .date({ min: new Date("1000-01-01"), max: new Date("9998-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

describe("for every day", () => {
  const holds = (claim: (day: string) => void) => fc.assert(fc.property(aDay, claim));

  test("the period named after it, its week, month, quarter, half and year hold it", () => {
    holds((day) => {
      const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))];
      const names = [day, weekName(day), day.slice(0, 7), year];
      names.push(`${year}-Q${Math.ceil(month / 3)}`, `${year}-H${Math.ceil(month / 6)}`);
      for (const name of names) {
        const { from = "", to = "" } = parsePeriod(name, "2000-01-01") ?? {};
        expect(from <= day && day <= to).toBe(true);
      }
      expect(names.some(dependsOnToday)).toBe(false);
    });
  });

  test("this and last of a kind lie side by side", () => {
    holds((day) => {
      for (const unit of ["week", "month", "quarter", "half", "year"]) {
        const [current, last] = [parsePeriod(`this-${unit}`, day)!, parsePeriod(`last-${unit}`, day)!];
        expect(daysAfter(last.to!, 1)).toBe(current.from!);
        expect(current.from! <= day && day <= current.to!).toBe(true);
      }
    });
  });

  test("its week is seven days from Monday, and all of them have its name", () => {
    holds((day) => {
      const { from, to } = parsePeriod(weekName(day), day)!;
      expect([weekday(from!), weekday(to!), daysBetween(from!, to!)]).toEqual([1, 7, 6]);
      for (let i = 0; i < 7; i++) expect(weekName(daysAfter(from!, i))).toBe(weekName(day));
    });
  });

  test("every word means something", () => {
    holds((day) => {
      for (const word of periodWords) {
        expect(parsePeriod(word, day)).toBeDefined();
        expect(dependsOnToday(word)).toBe(true);
      }
    });
  });
});

test("the weeks of a century follow each other without a gap", () => {
  let day = "2000-01-03";
  for (let year = 2000; year < 2100; year++) {
    for (let week = 1; week <= 53; week++) {
      const found = parsePeriod(`${year}-W${String(week).padStart(2, "0")}`, day);
      if (!found) {
        expect(week).toBe(53);
        continue;
      }
      expect(found.from).toBe(day);
      day = daysAfter(day, 7);
    }
  }
});
