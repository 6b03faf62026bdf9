import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockDataDir } from "../../../db/embedded/lock.ts";

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "svc-lock-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("a data directory can be locked once, and again after it was unlocked", () => {
  const unlock = lockDataDir(folder);
  expect(() => lockDataDir(folder)).toThrow(`Another svc (process ${process.pid} on `);
  unlock();
  unlock();
  lockDataDir(folder)();
  expect(existsSync(join(folder, "svc.pid"))).toBe(false);
});

test("being refused does not break the lock that is held", () => {
  const unlock = lockDataDir(folder);
  for (let attempt = 0; attempt < 3; attempt++) expect(() => lockDataDir(folder)).toThrow("Another svc");
  expect(attemptElsewhere()).toStartWith("Another svc");
  unlock();
  expect(attemptElsewhere()).toBe("locked\n");
});

test("a lock that nobody keeps a reference to is held all the same", () => {
  lockDataDir(folder);
  Bun.gc(true);
  expect(attemptElsewhere()).toStartWith("Another svc");
});

/** By another process: the system knows locks by process. */
function attemptElsewhere(): string {
  const lock = join(import.meta.dir, "../../../db/embedded/lock.ts");
  const script = `try { (await import(${JSON.stringify(lock)})).lockDataDir(${JSON.stringify(folder)}); console.log("locked") }
    catch (error) { console.log(error.message) }`;
  return Bun.spawnSync([process.execPath, "-e", script]).stdout.toString();
}
