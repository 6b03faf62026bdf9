import { describe, expect, test } from "bun:test";
import { sourceProblems } from "./sources.ts";

const rule = "server/entries/duration.ts";

const reported: [why: string, path: string, text: string, message: RegExp][] = [
  ["a rule that reads the clock", rule, "export const a = () => Date.now();", /Date\.now/],
  ["a rule that asks for this moment", rule, "export const a = () => new Date();", /new Date/],
  [
    "a rule that asks for this moment, without brackets",
    rule,
    "export const a = () => new Date;",
    /new Date/,
  ],
  ["a rule that throws dice", rule, "export const a = () => Math.random();", /Math\.random/],
  [
    "a store that asks for this moment",
    "server/entries/store.ts",
    "export const a = () => new Date();",
    /Date/,
  ],
  [
    "a view that asks for this moment",
    "server/entries/views.tsx",
    "export const A = () => <p>{new Date()}</p>;",
    /Date/,
  ],
  ["a rule with a package of its own", rule, `import { z } from "zod"; export const a = z;`, /imports zod/],
  ["a rule that loads a module late", rule, `export const a = () => import("./store.ts");`, /while running/],
  [
    "an action that loads a module late",
    "server/a/actions.ts",
    `export const a = () => import("./b.ts");`,
    /while running/,
  ],
  ["a require in db", "db/connect.ts", `export const a = () => require("./schema.ts");`, /while running/],
  ["a barrel", "server/entries/all.ts", `export * from "./duration.ts";`, /re-exports/],
  [
    "sql by another name",
    "db/connect.ts",
    `import { sql as s } from "drizzle-orm"; export const a = s;`,
    /sql\.raw/,
  ],
  ["a file named index", "server/entries/index.ts", "export const a = 1;", /named for a pattern/],
  ["a file of helpers", "test/support/helpers.ts", "export const a = 1;", /named for a pattern/],
  [
    "a file named for a service",
    "server/entries/entry-service.ts",
    "export const a = 1;",
    /named for a pattern/,
  ],
  ["a drawer", "server/utils/dates.ts", "export const a = 1;", /drawer/],
  ["a file past 300 lines", "cli/main.ts", "// A line.\n".repeat(301), /301 lines/],
];

describe("reports", () => {
  test.each(reported)("%s", (_, path, text, message) => {
    expect(sourceProblems({ path, text })).toEqual([expect.stringMatching(message)]);
    expect(sourceProblems({ path, text })[0]).toStartWith(`${path}: `);
  });
});

const passing: [why: string, path: string, text: string][] = [
  ["a rule that is given a time", rule, "export const a = (t: number) => new Date(t).getTime();"],
  ["a rule that reads a date", rule, "export const a = (y: number) => new Date(`${y}-01-01`);"],
  [
    "a rule that speaks of the clock in a comment",
    rule,
    "// Not Date.now() or new Date().\nexport const a = 1;",
  ],
  ["a rule that imports a type", rule, `import type { Sql } from "postgres"; export type A = Sql;`],
  ["a rule that imports a rule", rule, `import { b } from "./date-range.ts"; export const a = b;`],
  ["a rule that reads Markdown", rule, `import { parse } from "micromark"; export const a = parse;`],
  ["an action that asks for this moment", "server/a/actions.ts", "export const a = () => new Date();"],
  [
    "main, which loads what it seldom needs late",
    "server/main.ts",
    `export const a = () => import("../db/embedded.ts");`,
  ],
  ["a program with a first line for the shell", "cli/main.ts", "#!/usr/bin/env bun\nexport const a = 1;"],
  ["a page with markup", "server/entries/views.tsx", "export const A = () => <p>hello</p>;"],
  ["a long text", "docs/long.md", "a\n".repeat(400)],
  ["a file of 300 lines", "cli/main.ts", "// A line.\n".repeat(300)],
];

describe("passes", () => {
  test.each(passing)("%s", (_, path, text) => {
    expect(sourceProblems({ path, text })).toEqual([]);
  });
});
