import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { clean } from "./layers-clean.ts";
import { violations } from "./layers-violated.ts";
import { lint } from "./lint.ts";

// Named, as the linter would follow the link to node_modules.
const folders = ["cli", "db", "server", "test"];
const trees: string[] = [];
const reported: Record<"clean" | "planted", string[]> = { clean: [], planted: [] };

beforeAll(async () => {
  const planted = Object.fromEntries(violations.map(([file, , ...lines]) => [file, lines.join("\n")]));
  reported.clean = await lint(treeOf(clean), ...folders);
  reported.planted = await lint(treeOf({ ...clean, ...planted }), ...folders);
}, 60_000);

afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true })));

test("what each layer may import and use passes", () => {
  expect(reported.clean).toEqual([]);
});

describe.each(violations)("%s: %s reports", (file, rule, ...lines) => {
  test.each(lines.map((line, i) => [line, i + 1] as const))("%s", (_, line) => {
    const here = reported.planted.filter((report) => report.startsWith(`${file}:${line}:`));
    expect(here.join("\n")).toContain(`(${rule})`);
  });
});

test("a layer's rule says what to do", () => {
  const ofStore = reported.planted.find((report) => report.startsWith("server/planted/store.ts:3:"));
  expect(ofStore).toContain("A store is SQL and rules, nothing else.");
});

/** A directory laid out like this one, with these files and the real configuration. */
function treeOf(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), "svc-layers-"));
  trees.push(tree);
  for (const name of [".oxlintrc.json", "tsconfig.json", "package.json"]) cpSync(name, join(tree, name));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return tree;
}
