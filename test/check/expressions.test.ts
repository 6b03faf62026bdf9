import { expect, test } from "bun:test";
import { expressionsOf } from "./expressions.ts";

const cases: [string, string[]][] = [
  ["const a = /x+\\/y/gi;", ["x+\\/y gi"]],
  ["a / b / c", []],
  ['Type.String({ pattern: "^[a-z]+$" })', ["^[a-z]+$ u"]],
  ['new RegExp("a|b", "i")', ["a|b i"]],
  ["new RegExp(String.raw`\\d+`)", ["\\d+ "]],
  ["new RegExp(`^(${words})$`)", ["^(x)$ "]],
  ["new RegExp(schema.pattern)", []],
  ["const { pattern } = mapping; f({ pattern: labels })", []],
  ["// /in a comment+/", []],
];

test.each(cases)("in %s", (text, expected) => {
  const found = expressionsOf({ path: "server/one.ts", text });
  expect(found.map(({ source, flags }) => `${source} ${flags}`)).toEqual(expected);
});

test("an expression is told with its place", () => {
  expect(expressionsOf({ path: "server/one.tsx", text: "\n\nconst a = <b>{/c/}</b>;" })).toEqual([
    { source: "c", flags: "", at: "server/one.tsx:3" },
  ]);
});
