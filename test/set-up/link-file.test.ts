import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forgetLink, keepLink } from "../../server/sign-in/link-file/actions.ts";

let dataDir: string;
let ends: (() => void)[] = [];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "svc-link-"));
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  rmSync(dataDir, { recursive: true, force: true });
});

const file = () => join(dataDir, "first-sign-in.txt");
function keep(isOpen: () => Promise<boolean>, dir = dataDir) {
  const kept = keepLink({ dataDir: dir, link: "http://localhost:3000/sign-in/link/x", isOpen }, 10);
  ends.push(kept.end);
  return kept;
}
async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !holds() && performance.now() < end;) await Bun.sleep(10);
}

test("the link is in a file that nobody else can read, also where one was there that others could", () => {
  writeFileSync(file(), "old", { mode: 0o644 });
  expect(keep(async () => true).file).toBe(file());
  expect(readFileSync(file(), "utf8")).toBe("http://localhost:3000/sign-in/link/x\n");
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test("it is not written through somebody's link to another file", () => {
  writeFileSync(join(dataDir, "other"), "theirs");
  for (const name of ["first-sign-in.txt", "first-sign-in.txt.new"])
    symlinkSync("other", join(dataDir, name));
  keep(async () => true);
  expect(readFileSync(join(dataDir, "other"), "utf8")).toBe("theirs");
});

test("the file goes when the link is used or too old, not before, and not for an outage", async () => {
  let open: boolean | Error = true;
  let asked = 0;
  keep(async () => {
    asked += 1;
    if (open instanceof Error) throw open;
    return open;
  });
  await until(() => asked > 2);
  open = new Error("the database is away");
  const before = asked;
  await until(() => asked > before + 2);
  expect(existsSync(file())).toBe(true);
  open = false;
  await until(() => !existsSync(file()));
  expect(existsSync(file())).toBe(false);
});

test("it goes with svc, and what a killed one left goes at the next start", () => {
  keep(async () => true).end();
  expect(existsSync(file())).toBe(false);
  keep(async () => true);
  forgetLink(dataDir);
  expect(existsSync(file())).toBe(false);
  forgetLink(join(dataDir, "nowhere"));
});

test("the folder is made where it is missing; where it cannot be, that is told", () => {
  keep(async () => true, join(dataDir, "new"));
  expect(existsSync(join(dataDir, "new/first-sign-in.txt"))).toBe(true);
  writeFileSync(join(dataDir, "a-file"), "");
  expect(() => keep(async () => true, join(dataDir, "a-file"))).toThrow();
});
