import { describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import floors from "./floors.json";
import { floorProblems, installedCopies, lockedCopies } from "./floors.ts";

const floor = { package: "elysia", floor: "1.4.30", reason: "GHSA-gmm9-qwx3-2m3h" };

test("no installed copy is below its floor", async () => {
  expect(floorProblems(floors, await installedCopies(floors.map(({ package: name }) => name)))).toEqual([]);
});

test("no locked version is below its floor", async () => {
  expect(floorProblems(floors, lockedCopies(await Bun.file("bun.lock").text()))).toEqual([]);
});

describe("a version", () => {
  const cases: [string, boolean][] = [
    ["1.4.30", true],
    ["1.4.31", true],
    ["1.5.0", true],
    ["2.0.0", true],
    ["1.4.29", false],
    ["1.4.3", false],
    ["1.4.30-beta.1", false],
    ["0.9.99", false],
  ];
  test.each(cases)("%s stands on a floor of 1.4.30: %j", (version, stands) => {
    const problems = floorProblems([floor], [{ package: "elysia", version, place: "here" }]);
    expect(problems).toEqual(stands ? [] : [`elysia ${version} (here) is below 1.4.30: GHSA-gmm9-qwx3-2m3h`]);
  });
});

test("a floor for a package that is gone is reported, as it guards nothing", () => {
  expect(floorProblems([floor], [])).toEqual([expect.stringContaining("nowhere")]);
});

test("a copy nested in another package is found, also a scoped one", async () => {
  const root = mkdtempSync(join(tmpdir(), "svc-floors-"));
  const places = [
    "node_modules/elysia",
    "node_modules/@a/b/node_modules/elysia",
    "node_modules/.bun/x/node_modules/@c/d",
  ];
  for (const [i, place] of places.entries()) {
    mkdirSync(join(root, place), { recursive: true });
    writeFileSync(join(root, place, "package.json"), JSON.stringify({ version: `1.0.${i}` }));
  }
  const copies = await installedCopies(["elysia", "@c/d"], root);
  rmSync(root, { recursive: true });
  expect(copies.map(({ package: name, version }) => `${name} ${version}`).toSorted()).toEqual([
    "@c/d 1.0.2",
    "elysia 1.0.0",
    "elysia 1.0.1",
  ]);
});

test("every copy in a lockfile is found, nested and scoped ones too", () => {
  const lockfile = `{ "packages": {
    "elysia": ["elysia@1.4.30", "", {}, "sha512-x"],
    "other/elysia": ["elysia@1.4.29", "", {}, "sha512-x"],
    "@octokit/request": ["@octokit/request@10.0.16", "", {}, "sha512-x"],
  } }`;
  expect(lockedCopies(lockfile).map(({ package: name, version }) => [name, version])).toEqual([
    ["elysia", "1.4.30"],
    ["elysia", "1.4.29"],
    ["@octokit/request", "10.0.16"],
  ]);
});
