import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const text = await Bun.file("deploy/svc.service").text();
const unit = new Map<string, string[]>();
for (const [, name, value] of text.matchAll(/^([A-Za-z]+)=(.*)$/gm))
  unit.set(name!, [...(unit.get(name!) ?? []), value!]);

test("systemd gives svc the time that it takes to stop, and leaves its PostgreSQL to it", () => {
  expect(Number(unit.get("TimeoutStopSec"))).toBeGreaterThanOrEqual(30);
  expect(unit.get("KillMode")).toEqual(["mixed"]);
});

test("svc is no root, writes in one place alone, and may compile JavaScript", () => {
  expect(unit.get("User")).toEqual(["svc"]);
  expect(unit.get("Environment")).toContain(`DATA_DIR=/var/lib/${unit.get("StateDirectory")![0]}`);
  expect(unit.get("ProtectSystem")).toEqual(["strict"]);
  expect(unit.has("ReadWritePaths")).toBe(false);
  expect(unit.has("MemoryDenyWriteExecute")).toBe(false);
});

test("it starts the program that was built in the checkout, and no secret stands in it", () => {
  expect(unit.get("ExecStart")).toEqual([`${unit.get("WorkingDirectory")![0]}/.build/svc`]);
  for (const line of unit.get("Environment")!)
    expect(line).not.toMatch(/SECRET|KEY|TOKEN|PASSWORD|DATABASE_URL/);
});

describe.skipIf(Bun.which("systemd-analyze") === null)("systemd itself", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-unit-"));
  const file = join(folder, "svc.service");
  // As on a machine on which svc is installed.
  const installed = text
    .replaceAll("/opt/svc/.build/svc", process.execPath)
    .replaceAll("/opt/svc", process.cwd())
    .replace(/^(User|Group)=svc$/gm, "$1=root");
  writeFileSync(file, installed);
  afterAll(() => rmSync(folder, { recursive: true }));

  const analyze = (...args: string[]) => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["systemd-analyze", "--no-pager", ...args]);
    return { exitCode, said: stdout.toString() + stderr.toString() };
  };

  test("finds nothing to object to", () => {
    const { exitCode, said } = analyze("verify", file);
    expect(exitCode).toBe(0);
    expect(said.split("\n").filter((line) => line.includes("svc.service"))).toEqual([]);
  });

  test("knows every word of it", () => {
    writeFileSync(join(folder, "odd.service"), `${installed}\n[Service]\nProtectEverything=yes\n`);
    expect(analyze("verify", join(folder, "odd.service")).said).toContain("ProtectEverything");
  });

  test("takes it for well locked in", () => {
    // Without what only root lacks, as the unit is looked at with the user it has.
    writeFileSync(file, installed.replace(/^(User|Group)=root$/gm, "$1=daemon"));
    const { said } = analyze("security", "--offline=true", file);
    const exposure = Number(/Overall exposure level for svc\.service: ([\d.]+)/.exec(said)?.[1]);
    expect(exposure).toBeLessThanOrEqual(2.5);
  });
});
