import { describe, expect, test } from "bun:test";
import { parseEntryFilter } from "../../server/entries/filter-query.ts";
import { parseInstant } from "../../server/entries/instant.ts";
import { parseIssue, parseRepository } from "../../server/entries/issue-name.ts";

const now = new Date("2026-11-03T09:00:00Z");
const parse = (text: string) => parseEntryFilter(new URLSearchParams(text), "time", now);
const plain = { kind: "time", labels: [] };

describe("a filter", () => {
  test.each<[string, object]>([
    ["", plain],
    ["label=a,b&label=%5BP1%5D&label=a,b", { ...plain, labels: ["a,b", "[P1]"] }],
    ["label=", { ...plain, labels: [""] }],
    ["label_prefix=wbso:", { ...plain, prefix: "wbso:" }],
    ["from=2026-10-01&to=2026-10-01", { ...plain, from: "2026-10-01", to: "2026-10-01" }],
    ["client_id=3", { ...plain, clientId: 3 }],
    ["client_id=none", { ...plain, clientId: null }],
    ["user=Ada", { ...plain, user: "Ada" }],
    ["user=local admin", { ...plain, user: "local admin" }],
    ["repository=Acme/Web.js", { ...plain, repository: "Acme/Web.js" }],
    ["issue=acme/web%2312", { ...plain, issue: { repository: "acme/web", number: 12 } }],
    ["include=superseded", { ...plain, withSuperseded: true }],
    ["as_of=2026-11-03T10:00:00.5%2B01:00", { ...plain, asOf: new Date("2026-11-03T09:00:00.500Z") }],
    // A clock a little ahead, and a time before anything was.
    ["as_of=2026-11-03T09:01:00Z", { ...plain, asOf: new Date("2026-11-03T09:01:00Z") }],
    ["as_of=0001-01-01T00:00:00%2B14:00", { ...plain, asOf: new Date(0) }],
  ])("%p is %j", (text, filter) => {
    expect(parse(text)).toEqual({ ok: true, value: filter as never });
  });

  test.each([
    ["client_id=0", "client_id", "out_of_range"],
    ["client_id=-1", "client_id", "out_of_range"],
    ["client_id=1e3", "client_id", "out_of_range"],
    ["client_id=2147483648", "client_id", "out_of_range"],
    ["client_id=None", "client_id", "out_of_range"],
    ["client_id=", "client_id", "out_of_range"],
    ["user=", "user", "empty"],
    [`user=${"x".repeat(101)}`, "user", "too_long"],
    ["user=a%00", "user", "unreadable"],
    ["repository=web", "repository", "wrong_form"],
    ["repository=acme/", "repository", "wrong_form"],
    ["repository=acme/web/x", "repository", "wrong_form"],
    ["repository=acme/..", "repository", "wrong_form"],
    ["repository=acme/w eb", "repository", "wrong_form"],
    ["repository=", "repository", "wrong_form"],
    ["issue=acme/web", "issue", "wrong_form"],
    ["issue=12", "issue", "wrong_form"],
    ["issue=acme/web%230", "issue", "wrong_form"],
    ["issue=acme/web%2312%2313", "issue", "wrong_form"],
    ["issue=acme/web%2399999999999", "issue", "wrong_form"],
    ["include=all", "include", "unknown_word"],
    ["include=Superseded", "include", "unknown_word"],
    ["include=", "include", "unknown_word"],
    ["as_of=2026-11-03", "as_of", "not_an_instant"],
    ["as_of=2026-11-03T10:00:00+01:00", "as_of", "not_an_instant"],
    ["as_of=now", "as_of", "not_an_instant"],
    ["as_of=", "as_of", "not_an_instant"],
    ["as_of=2026-11-03T09:01:00.001Z", "as_of", "in_the_future"],
    ["as_of=9999-12-31T23:59:59Z", "as_of", "in_the_future"],
  ])("%p is refused for %s: %s", (text, name, code) => {
    expect(parse(text)).toMatchObject({ ok: false, problems: [{ in: "query", name, code }] });
  });

  test("all that is wrong is told at once", () => {
    const read = parse("client_id=x&user=&issue=1&as_of=x&from=x&label_prefix=");
    const names = read.ok ? [] : read.problems.map(({ name }) => name);
    expect(names.toSorted()).toEqual(["as_of", "client_id", "from", "issue", "label_prefix", "user"]);
  });
});

describe("an instant", () => {
  test.each([
    ["2026-11-03T09:00:00Z", "2026-11-03T09:00:00.000Z"],
    ["2026-11-03t09:00:00z", "2026-11-03T09:00:00.000Z"],
    ["2026-11-03T09:00:00.1Z", "2026-11-03T09:00:00.100Z"],
    ["2026-11-03T09:00:00.123999999Z", "2026-11-03T09:00:00.123Z"],
    ["2026-11-03T00:30:00+01:00", "2026-11-02T23:30:00.000Z"],
    ["2026-11-03T09:00:00-00:00", "2026-11-03T09:00:00.000Z"],
    ["2024-02-29T12:00:00-11:30", "2024-02-29T23:30:00.000Z"],
  ])("%s is %s", (text, expected) => {
    expect(parseInstant(text)?.toISOString()).toBe(expected);
  });

  test.each([
    "2026-11-03T09:00:00",
    "2026-11-03T09:00Z",
    "2026-11-03 09:00:00Z",
    "2026-02-30T09:00:00Z",
    "2026-11-03T24:00:00Z",
    "2026-11-03T09:60:00Z",
    "2026-11-03T09:00:60Z",
    "2026-11-03T09:00:00+24:00",
    "2026-11-03T09:00:00+01",
    "2026-11-03T09:00:00+0100",
    "2026-11-03T09:00:00.Z",
    "+2026-11-03T09:00:00Z",
    "1793696400",
  ])("%p is none", (text) => {
    expect(parseInstant(text)).toBeUndefined();
  });
});

test("repositories and issues are named as the code host names them", () => {
  expect(parseRepository("a/b")).toBe("a/b");
  expect(parseRepository("./b")).toBeUndefined();
  expect(parseRepository(`${"x".repeat(101)}/b`)).toBeUndefined();
  expect(parseIssue("a/b#2147483647")).toEqual({ repository: "a/b", number: 2_147_483_647 });
  expect(parseIssue("a/b#2147483648")).toBeUndefined();
  expect(parseIssue("a/b#01")).toBeUndefined();
});
