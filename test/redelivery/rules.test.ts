import { describe, expect, test } from "bun:test";
import { mostAsked, waitAfter } from "../../server/redelivery/asking.ts";
import { gapIn, retentionMs } from "../../server/redelivery/gap.ts";

const hour = 3_600_000;
const day = 24 * hour;

describe("GitHub's record is kept", () => {
  test.each([
    ["https://api.github.com", 3],
    ["https://api.acme.ghe.com", 3],
    ["https://github.acme.example/api/v3", 7],
    ["http://127.0.0.1:4000", 3],
  ])("%s: for %d days, of which an hour is not relied on", (apiUrl, days) => {
    expect(retentionMs(apiUrl)).toBe(days * day - hour);
  });
});

describe("a gap", () => {
  const asOf = new Date("2026-10-20T12:00:00Z");
  const ago = (ms: number) => new Date(asOf.getTime() - ms);
  const gap = (watermark: Date, listing: { reached?: boolean; oldest?: Date }) =>
    gapIn(
      { since: ago(asOf.getTime() - watermark.getTime() + hour), watermark },
      { reached: false, oldest: undefined, asOf, ...listing },
      3 * day - hour,
    );

  test("is none where the record reaches back far enough, however long ago that is", () => {
    expect(gap(ago(20 * day), { reached: true, oldest: ago(21 * day) })).toBeNull();
  });

  test("is none where nothing happened for some hours", () => {
    expect(gap(ago(5 * hour), {})).toBeNull();
    expect(gap(ago(3 * day - hour), { oldest: ago(hour) })).toBeNull();
  });

  test("goes from what was read before to the oldest that is kept", () => {
    expect(gap(ago(5 * day), { oldest: ago(2 * day) })).toEqual({
      from: ago(5 * day + hour),
      until: ago(2 * day),
    });
  });

  test("goes to now where nothing is kept", () => {
    expect(gap(ago(5 * day), {})).toEqual({ from: ago(5 * day + hour), until: asOf });
  });
});

test("GitHub is asked five times over hours, and never more often than every four minutes", () => {
  expect(mostAsked).toBe(5);
  const waits = [1, 2, 3, 4, 5].map(waitAfter);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(240);
  // Well within the three days after which GitHub has it no more.
  expect(waits.reduce((sum, one) => sum + one)).toBeLessThan(24 * 3600);
  expect(waitAfter(6)).toBe(waitAfter(5));
});
