import { expect, test } from "bun:test";
import { findPrograms, trial } from "../../../db/embedded/programs.ts";

test("the PostgreSQL that comes with svc runs here", () => {
  const programs = findPrograms();
  expect(programs.version).toStartWith("18.");
  expect(trial(programs, undefined)).toEqual({ works: true, output: "" });
});

test("a platform for which there is none is told to name a server", () => {
  expect(() => findPrograms("sunos-sparc")).toThrow(
    "svc brings no PostgreSQL for sunos-sparc: set DATABASE_URL to a PostgreSQL server, version 15 or later.",
  );
});

test("a platform whose package was left out is told to install it", () => {
  const other = process.platform === "win32" ? "linux-ppc64" : "windows-x64";
  expect(() => findPrograms(other)).toThrow(
    `The PostgreSQL for ${other} was not installed with svc: run bun install`,
  );
});

test("programs that cannot be run say why", () => {
  const { works, output } = trial({ folder: "/nowhere", version: "18" }, undefined);
  expect(works).toBe(false);
  expect(output).toContain("ENOENT");
});
