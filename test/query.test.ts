import { describe, expect, test } from "bun:test";
import {
  allOf,
  invalidQuery,
  parametersOf,
  queryProblem,
  readPathId,
  readText,
  readWhole,
  readWord,
  refuseParameters,
  strangeParameters,
  wholeNumber,
} from "../server/query.ts";

const query = (text: string) => new URLSearchParams(text);
const asked = (search: string) => ({ url: `http://localhost/api/v1/x${search}` });

describe("the parameters of an address", () => {
  test.each([
    ["", []],
    [
      "?a=%F0%9F%9A%80&b=+%2B",
      [
        ["a", "🚀"],
        ["b", " +"],
      ],
    ],
    ["?label=100%", [["label", "100%"]]],
    ["?label=%zz", [["label", "%zz"]]],
    ["?label=%EF%BF%BD", [["label", "\ufffd"]]],
    [
      "?a&b=",
      [
        ["a", ""],
        ["b", ""],
      ],
    ],
  ] as [string, [string, string][]][])("%p are %j", (search, expected) => {
    expect([...parametersOf(asked(search))]).toEqual(expected);
  });

  test.each(["?label=%FF", "?label=%C3", "?%80=x", "?a=1&b=%ED%A0%80"])(
    "%p are not UTF-8, and refused",
    (search) => {
      expect(() => parametersOf(asked(search))).toThrow("not UTF-8");
    },
  );

  test("are read also where a request came without an address of its own", () => {
    expect(parametersOf({ url: "/api/v1/x?a=1" }).get("a")).toBe("1");
  });

  test("are refused where an address takes none", () => {
    expect(() => refuseParameters(asked("?a=1"))).toThrow("this address takes none");
    expect(() => refuseParameters(asked("?"))).not.toThrow();
  });
});

describe("strange parameters", () => {
  test.each([
    ["label=a&label=b", []],
    ["limit=1&limit=1", [{ name: "limit", code: "repeated" }]],
    ["lable=a", [{ name: "lable", code: "unknown", suggestion: "label" }]],
    ["Limit=1", [{ name: "Limit", code: "unknown", suggestion: "limit" }]],
    ["zzzzzzzz=1", [{ name: "zzzzzzzz", code: "unknown" }]],
    ["__proto__=1&constructor=1", [{ name: "__proto__" }, { name: "constructor" }]],
    ["x=1&x=2&x=3", [{ name: "x", code: "unknown" }]],
  ])("%p: %j", (text, problems) => {
    expect(strangeParameters(query(text), ["label", "limit"], ["label"])).toMatchObject(problems);
  });

  test("a name of any length and kind is told in a message of bounded length", () => {
    const [problem] = strangeParameters(query(`${"x".repeat(10_000)}=1`), ["label"]);
    expect(problem!.message.length).toBeLessThan(200);
  });
});

describe("values", () => {
  test.each([
    ["0", 0],
    ["1", 1],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", undefined],
    ["01", undefined],
    ["+1", undefined],
    ["-1", undefined],
    ["1.0", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    [" 1", undefined],
    ["1\n", undefined],
    ["١", undefined],
    ["", undefined],
  ])("%p is the whole number %p", (text, expected) => {
    expect(wholeNumber(text)).toBe(expected!);
  });

  test("a number within bounds, or what stands for it", () => {
    const bounds = { least: 1, most: 10, fallback: 5 };
    expect(readWhole(query(""), "n", bounds)).toEqual({ ok: true, value: 5 });
    expect(readWhole(query("n=10"), "n", bounds)).toEqual({ ok: true, value: 10 });
    for (const text of ["n=0", "n=11", "n="]) {
      expect(readWhole(query(text), "n", bounds)).toMatchObject({ ok: false, problems: [{ name: "n" }] });
    }
  });

  test("a word of a few, with the one that may be meant", () => {
    expect(readWord(query("w=csv"), "w", ["json", "csv"])).toEqual({ ok: true, value: "csv" });
    expect(readWord(query(""), "w", ["json", "csv"])).toEqual({ ok: true, value: undefined });
    expect(readWord(query("w=cvs"), "w", ["json", "csv"])).toMatchObject({
      ok: false,
      problems: [{ suggestion: "csv" }],
    });
  });

  test("a text that can be stored", () => {
    const bounds = { longest: 3, example: "ada" };
    expect(readText(query("t=😀😀😀"), "t", bounds)).toEqual({ ok: true, value: "😀😀😀" });
    for (const [text, code] of [
      ["t=", "empty"],
      ["t=abcd", "too_long"],
      ["t=a%00", "unreadable"],
    ]) {
      expect(readText(query(text!), "t", bounds)).toMatchObject({ ok: false, problems: [{ code }] });
    }
  });
});

test("all problems of several readings are told at once, and all values where there are none", () => {
  const bad = (name: string) => ({ ok: false as const, problems: [queryProblem(name, "x", `${name}!`)] });
  const good = { ok: true as const, value: 1 };
  expect(allOf({ a: good, b: { ok: true, value: "x" } })).toEqual({ ok: true, value: { a: 1, b: "x" } });
  const read = allOf({ a: bad("a"), b: good, c: bad("c") });
  expect(read.ok ? [] : read.problems.map(({ name }) => name)).toEqual(["a", "c"]);
  expect(invalidQuery(read.ok ? [] : read.problems).message).toBe("a! c!");
});

describe("an id in a path", () => {
  test.each(["1", "2147483647"])("%s is one", (text) => {
    expect(readPathId(text, "a client")).toBe(Number(text));
  });
  test.each(["0", "-1", "2147483648", "1.5", "x", "", "1 ", "%00", undefined])("%p is refused", (text) => {
    expect(() => readPathId(text, "a client")).toThrow("The id of a client is a whole number from 1 to");
  });
});
