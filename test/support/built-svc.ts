import { join } from "node:path";

const checkout = join(import.meta.dir, "../..");

/**
 * Builds svc as whoever deploys it does, and gives the path of the program. Rejects with why it could not be built.
 * @param name of the folder in `.build`, so that two who build do not meet.
 */
export async function buildSvc(name: string): Promise<string> {
  const out = join(checkout, ".build", name);
  const child = Bun.spawn([process.execPath, join(checkout, "server/build.ts"), "--out", out], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [said, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(said);
  return join(out, process.platform === "win32" ? "svc.exe" : "svc");
}
