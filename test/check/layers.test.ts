import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { clean } from "./layers-clean.ts";
import { may, targets } from "./layers-may.ts";
import { violations } from "./layers-violated.ts";
import { lint } from "./lint.ts";

const reported: Record<"clean" | "planted" | "imports", string[]> = { clean: [], planted: [], imports: [] };
const everyTarget = Object.entries(targets).flatMap(([name, places]) =>
  places.map((place) => ({ name, place })),
);

beforeAll(async () => {
  const planted = Object.fromEntries(violations.map(([file, , ...lines]) => [file, lines.join("\n")]));
  reported.clean = await lintOf(clean);
  reported.planted = await lintOf({ ...clean, ...planted });
  reported.imports = await lintOf(
    Object.fromEntries(Object.keys(may).map((file) => [file, importsOfAll(file)])),
  );
}, 60_000);

afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true })));

test("a small project that keeps to the layers passes", () => {
  expect(reported.clean).toEqual([]);
});

describe.each(Object.entries(may))("%s", (file, allowed) => {
  test(`may import ${allowed}, and nothing else`, () => {
    const refused = everyTarget.filter((_, i) => isReported("imports", file, i + 1, "no-restricted-imports"));
    const expected = everyTarget.filter(({ name }) => !allowed.split(" ").includes(name));
    expect(refused.map(({ place }) => place)).toEqual(expected.map(({ place }) => place));
  });
});

describe.each(violations)("%s: %s reports", (file, rule, ...lines) => {
  test.each(lines.map((line, i) => [line, i + 1] as const))("%s", (_, line) => {
    expect(isReported("planted", file, line, rule)).toBe(true);
  });
});

test("a layer's rule says what to do instead", () => {
  const ofStore = reported.imports.filter((report) => report.startsWith("server/planted/store.ts:"));
  expect(ofStore.join("\n")).toContain("A store is SQL and rules, nothing else.");
});

function isReported(tree: keyof typeof reported, file: string, line: number, rule: string): boolean {
  return reported[tree].some(
    (report) => report.startsWith(`${file}:${line}:`) && report.includes(`(${rule})`),
  );
}

/** A line for each target, in their order. */
function importsOfAll(file: string): string {
  return everyTarget
    .map(({ place }) => (/^(server|db|cli|test)\//.test(place) ? specifier(file, place) : place))
    .map((from, i) => `export * as part${i} from "${from}";`)
    .join("\n");
}

function specifier(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

const trees: string[] = [];

/** What the linter says, with the real configuration, of a directory laid out like this one that holds these files. */
function lintOf(files: Record<string, string>): Promise<string[]> {
  const tree = mkdtempSync(join(tmpdir(), "svc-layers-"));
  trees.push(tree);
  for (const name of [".oxlintrc.json", "tsconfig.json", "package.json"]) cpSync(name, join(tree, name));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  // Its folders by name, as the linter would follow the link to node_modules.
  return lint(tree, ...new Set(Object.keys(files).map((path) => path.slice(0, path.indexOf("/")))));
}
