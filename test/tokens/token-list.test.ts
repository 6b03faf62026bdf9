import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isIdle,
  readTokenListQuery,
  tokenListHref,
  type TokenListQuery,
  tokenStates,
} from "../../server/tokens/token-list.ts";

const read = (search: string) => readTokenListQuery(new URLSearchParams(search));
const mine: TokenListQuery = { state: "active", everybody: false, before: undefined };

describe("an address lists", () => {
  test.each<[string, TokenListQuery]>([
    ["", mine],
    ["state=active", mine],
    ["state=revoked", { ...mine, state: "revoked" }],
    ["state=all", { ...mine, state: "all" }],
    ["of=everybody", { ...mine, everybody: true }],
    ["before=17", { ...mine, before: 17 }],
    ["of=everybody&state=all&before=2", { state: "all", everybody: true, before: 2 }],
  ])("%s", (search, query) => expect(read(search)).toEqual(query));

  test.each([
    "state=",
    "state=Revoked",
    "state=deleted",
    "state=__proto__",
    "of=",
    "of=mine",
    "of=Everybody",
    "of=ada",
    "of=everybody,mine",
    "before=",
    "before=0",
    "before=-1",
    "before=+1",
    "before=1e9",
    "before=1.5",
    "before=0x10",
    "before=01",
    "before= 1",
    "before=1%00",
    `before=${"9".repeat(10)}`,
    `before=${"9".repeat(40)}`,
    "before='; drop table tokens",
    "unknown=1",
  ])("what it cannot mean as if it were not there: %s", (search) => expect(read(search)).toEqual(mine));

  test("the first of what stands there twice", () => {
    expect(read("of=x&of=everybody&state=all&state=revoked&before=1&before=2")).toEqual({
      state: "all",
      everybody: false,
      before: 1,
    });
  });
});

test("reading and writing an address are inverse, and it is a path of the list", () => {
  const query = fc.record({
    state: fc.constantFrom(...tokenStates),
    everybody: fc.boolean(),
    before: fc.option(fc.integer({ min: 1, max: 999_999_999 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(query, (query) => {
      const href = tokenListHref(query);
      expect(href).toMatch(/^\/admin\/tokens(\?[a-z]+=\w+(&[a-z]+=\w+)*)?$/);
      expect(read(href.slice("/admin/tokens".length))).toEqual(query);
    }),
  );
});

test("any address lists something", () => {
  const name = fc.constantFrom("state", "of", "before", "x");
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary" }))), (pairs) => {
      const query = readTokenListQuery(new URLSearchParams(pairs));
      expect(tokenStates).toContain(query.state);
      expect(query.before ?? 1).toBeWithin(1, 1_000_000_000);
    }),
  );
});

describe("a token is idle", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const daysAgo = (days: number, milliseconds = 0) =>
    new Date(now.getTime() - days * 86_400_000 - milliseconds);
  test.each([
    ["when it was last used more than 90 days ago", daysAgo(400), daysAgo(90, 1), true],
    ["but not when it is 90 days to the moment", daysAgo(400), daysAgo(90), false],
    ["when it was never used, and made more than 90 days ago", daysAgo(90, 1), null, true],
    ["but not when it was made since", daysAgo(90), null, false],
    ["but not when it is old and in use", daysAgo(4000), daysAgo(0), false],
    ["and is not where the clocks disagree a little", daysAgo(0, -5_000), daysAgo(0, -5_000), false],
  ])("%s", (_, createdAt, lastUsedAt, idle) => expect(isIdle({ createdAt, lastUsedAt }, now)).toBe(idle));
});
