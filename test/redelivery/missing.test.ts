import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Attempt, missingAmong } from "../../server/redelivery/missing.ts";

const start = Date.parse("2026-10-05T12:00:00Z");
const since = new Date(start);

const attempt = (more: Partial<Attempt> & { seconds?: number } = {}): Attempt => {
  const { seconds = 0, ...others } = more;
  return {
    id: "1",
    guid: "g",
    deliveredAt: new Date(start + seconds * 1000),
    statusCode: 502,
    event: "issue_comment",
    action: "created",
    ...others,
  };
};
const missing = (attempts: Attempt[], kept: string[] = []) =>
  missingAmong(attempts, since, (guid) => kept.includes(guid));

describe("a delivery is missing", () => {
  test("when it is not kept here, whatever was answered in our name", () => {
    expect(missing([attempt({ statusCode: 200 })])).toHaveLength(1);
    expect(missing([attempt({ statusCode: 503 })])).toHaveLength(1);
  });

  test("not when it is kept, even if it was answered with an error", () => {
    expect(missing([attempt({ statusCode: 503 })], ["g"])).toEqual([]);
  });

  test.each([
    { event: "push", action: null },
    { event: "issue_comment", action: "edited" },
    { event: "issue_comment", action: "deleted" },
    { event: "issues", action: "opened" },
  ])("not when svc does nothing about it: %p", (what) => {
    expect(missing([attempt(what)])).toEqual([]);
  });

  test("not when it was attempted before what was asked about", () => {
    expect(missing([attempt({ seconds: -1 })])).toEqual([]);
    expect(missing([attempt({ seconds: 0 })])).toHaveLength(1);
  });

  test("once, with its first time and its latest attempt, of ids past what numbers hold", () => {
    const attempts = [
      attempt({ id: "9999999999999999999", statusCode: 500, seconds: 30 }),
      attempt({ id: "10000000000000000001", statusCode: 502, seconds: 30 }),
      attempt({ id: "7", seconds: 10 }),
    ];
    expect(missing(attempts)).toEqual([
      {
        guid: "g",
        deliveryId: "10000000000000000001",
        deliveredAt: new Date(start + 10_000),
        statusCode: 502,
      },
    ]);
  });
});

test("it is what a plain reading of the record says, in whatever order it is listed", () => {
  const attempts = fc.array(
    fc.record({
      id: fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String),
      guid: fc.constantFrom("a", "b", "c", "d"),
      seconds: fc.integer({ min: -20, max: 20 }),
      statusCode: fc.constantFrom(0, 200, 202, 500),
      event: fc.constantFrom("issue_comment", "push"),
      action: fc.constantFrom("created", "edited", null),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(attempts, fc.subarray(["a", "b", "c"]), fc.integer(), (drawn, kept, seed) => {
      const all = drawn.map((one) => attempt(one));
      const told = missing(all, kept);
      const expected = ["a", "b", "c", "d"].flatMap((guid) => {
        const own = all
          .filter((one) => one.guid === guid && one.event === "issue_comment" && one.action !== "edited")
          .filter(({ deliveredAt }) => deliveredAt >= since);
        if (own.length === 0 || kept.includes(guid)) return [];
        return [{ guid, deliveredAt: new Date(Math.min(...own.map((one) => one.deliveredAt.getTime()))) }];
      });
      const sorted = <T extends { guid: string }>(list: T[]) =>
        list.toSorted((x, y) => (x.guid < y.guid ? -1 : 1));
      expect(sorted(told).map(({ guid, deliveredAt }) => ({ guid, deliveredAt }))).toEqual(sorted(expected));
      for (const { guid, deliveryId } of told)
        expect(all.some((one) => one.guid === guid && one.id === deliveryId)).toBe(true);
      const times = told.map(({ deliveredAt }) => deliveredAt.getTime());
      expect(times).toEqual(times.toSorted((x, y) => x - y));
      const shuffled = all.toSorted(
        (x, y) => Bun.hash.crc32(`${seed}${x.id}`) - Bun.hash.crc32(`${seed}${y.id}`),
      );
      expect(missing(shuffled, kept)).toEqual(told);
    }),
  );
});
