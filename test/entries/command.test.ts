import { describe, expect, test } from "bun:test";
import { type Command, parseCommand } from "../../server/entries/command.ts";

const at = (commentedAt: string, timeZone = "Europe/Amsterdam") => ({
  commentedAt: new Date(commentedAt),
  timeZone,
  hoursPerDay: 8,
});
const noon = at("2026-11-21T11:00:00Z");
const read = (text: string, kind: Command["kind"] = "time", context = noon) =>
  parseCommand(kind, text, context);

describe("the day of an entry", () => {
  test.each([
    ["2h", "2026-11-21"],
    ["2h today", "2026-11-21"],
    ["2h Vandaag", "2026-11-21"],
    ["2h yesterday", "2026-11-20"],
    ["2h gisteren fixed it", "2026-11-20"],
    ["2h 2026-11-03", "2026-11-03"],
    ["2h 3-11-2026", "2026-11-03"],
    ["2h 03-11-2026: fixed it", "2026-11-03"],
    ["1h30 2024-02-29", "2024-02-29"],
  ])("/log %s is of %s", (text, day) => {
    expect(read(text)).toMatchObject({ ok: true, command: { workedOn: day } });
  });

  test.each([
    ["half past midnight in Amsterdam", "2026-10-05T22:30:00Z", "2026-10-06"],
    ["an hour before the year ends in Amsterdam", "2026-12-31T22:59:59Z", "2026-12-31"],
    ["the moment it ends", "2026-12-31T23:00:00Z", "2027-01-01"],
    ["the night the clocks go forward", "2026-03-28T23:30:00Z", "2026-03-29"],
    ["the night the clocks go back", "2026-10-25T22:59:59Z", "2026-10-25"],
  ])("without a date it is the comment's day: %s", (_, instant, day) => {
    expect(read("2h", "time", at(instant))).toMatchObject({ ok: true, command: { workedOn: day } });
  });

  test("yesterday on the first of March follows the calendar", () => {
    expect(read("2h yesterday", "time", at("2028-03-01T12:00:00Z"))).toMatchObject({
      ok: true,
      command: { workedOn: "2028-02-29" },
    });
  });

  test.each([
    ["2h 2026-11-22", "after the day of the comment"],
    ["2h 2026-02-30", "not a day of the calendar"],
    ["2h 31-4-2026", "not a day of the calendar"],
    ["2h 11/3/2026", "neither a date"],
    ["2h 3-11", "neither a date"],
    ["2h 2026-3-1", "neither a date"],
    ["2h 30 tests fixed", "neither a date"],
    ["1h 30", "neither a date"],
    ["2h on 2026-11-20", "right after the duration"],
    ["2h on yesterday", "right after the duration"],
    ["2h op 20-11", "right after the duration"],
    ["2h for yesterday", "right after the duration"],
    ["2h at 20/11/2026", "right after the duration"],
    ["2h - 3 tests fixed", "has a sign"],
    ["2h tomorrow", "right after the duration"],
    ["2h morgen", "right after the duration"],
    ["2h yesterday 30m", "more time"],
    ["2h yesterday 2026-11-18", "another day"],
    ["2h 2026-11-20 today", "another day"],
  ])("/log %s is refused", (text, why) => {
    const result = read(text);
    expect(result.ok).toBe(false);
    if (!result.ok) expect(result.message).toContain(why);
  });

  test("a plan may be for a day to come", () => {
    expect(read("8h 2027-01-15", "plan")).toMatchObject({ ok: true, command: { workedOn: "2027-01-15" } });
  });
});

describe("the note", () => {
  test.each([
    ["2h", null],
    ["2h fixed the bug", "fixed the bug"],
    ["2h - fixed the bug", "fixed the bug"],
    ["2h: fixed the bug", "fixed the bug"],
    ["2h, fixed the bug", "fixed the bug"],
    ["2h yesterday on #123", "on #123"],
    ["2h todays work", "todays work"],
    ["2h for 3-4 people", "for 3-4 people"],
    ["2h a\u0007b\tc", "a b c"],
    ["2h — ", null],
    ["2h _emphasis_ & `code`", "_emphasis_ & `code`"],
  ])("of /log %s is %p", (text, note) => {
    expect(read(text)).toMatchObject({ ok: true, command: { note } });
  });

  test("may have 500 characters, however many bytes they take", () => {
    expect(read(`2h ${"é".repeat(500)}`)).toMatchObject({ ok: true });
    expect(read(`2h ${"😀".repeat(500)}`)).toMatchObject({ ok: true });
    const long = read(`2h ${"é".repeat(501)}`);
    expect(long.ok).toBe(false);
    if (!long.ok) expect(long.message).toContain("501");
  });
});
