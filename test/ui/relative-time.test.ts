import { describe, expect, test } from "bun:test";
import { type Clock, exactTime, relativeTime } from "../../server/ui/relative-time.ts";

const clock: Clock = { now: new Date("2026-11-20T14:30:00Z"), language: "en", timeZone: "Europe/Amsterdam" };

describe("a moment as people say it", () => {
  test.each([
    ["2026-11-20T14:29:30Z", "just now", "zojuist"],
    ["2026-11-20T14:29:00Z", "1 minute ago", "1 minuut geleden"],
    ["2026-11-20T13:31:00Z", "59 minutes ago", "59 minuten geleden"],
    ["2026-11-20T12:30:00Z", "2 hours ago", "2 uur geleden"],
    ["2026-11-19T23:30:00Z", "15 hours ago", "15 uur geleden"],
    ["2026-11-19T22:30:00Z", "yesterday", "gisteren"],
    ["2026-11-18T22:30:00Z", "2 days ago", "eergisteren"],
    ["2026-10-21T14:30:00Z", "30 days ago", "30 dagen geleden"],
    ["2026-10-20T14:30:00Z", "20 Oct 2026", "20 okt 2026"],
    ["2026-11-20T14:30:30Z", "just now", "zojuist"],
    ["2026-11-20T15:00:00Z", "in 30 minutes", "over 30 minuten"],
    ["2026-11-21T09:30:00Z", "tomorrow", "morgen"],
    ["2027-02-01T00:00:00Z", "1 Feb 2027", "1 feb 2027"],
  ])("%s is %p, %p in Dutch", (iso, english, dutch) => {
    expect(relativeTime(new Date(iso), clock)).toBe(english);
    expect(relativeTime(new Date(iso), { ...clock, language: "nl" })).toBe(dutch);
  });

  test("shortly after midnight, an hour before it is still told in hours", () => {
    const now = new Date("2026-11-20T23:30:00Z");
    expect(relativeTime(new Date("2026-11-20T21:30:00Z"), { ...clock, now })).toBe("2 hours ago");
  });

  test("days are those of the time zone", () => {
    const at = new Date("2026-11-19T23:30:00Z");
    expect(relativeTime(at, { ...clock, timeZone: "UTC" })).toBe("yesterday");
    expect(relativeTime(at, { ...clock, timeZone: "Asia/Tokyo" })).toBe("15 hours ago");
  });
});

test("the exact time is in the zone, and names it", () => {
  const at = new Date("2026-07-01T22:05:00Z");
  expect(exactTime(at, clock)).toBe("2 Jul 2026, 00:05 CEST");
  expect(exactTime(at, { ...clock, language: "nl" })).toBe("2 jul 2026, 00:05 CEST");
});
