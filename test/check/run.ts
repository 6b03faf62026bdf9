import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Runs Bun, as every tool here is run: a machine may have no Node. What it prints goes into files: oxlint leaves out what a
 * pipe does not take at once.
 */
export async function runBun(...args: string[]): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), "svc-check-"));
  try {
    const [stdout, stderr] = [Bun.file(join(folder, "stdout")), Bun.file(join(folder, "stderr"))];
    const code = await Bun.spawn([process.execPath, ...args], { stdin: "ignore", stdout, stderr }).exited;
    return { code, output: ((await stdout.text()) + (await stderr.text())).trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
