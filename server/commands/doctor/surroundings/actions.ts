import { statfs } from "node:fs/promises";
import type { Config } from "../../../config.ts";
import { isLoopback } from "../../../config/values.ts";
import type { Fetch } from "../../../github/bounded-fetch.ts";
import { type Check, diskCheck, failed, ok, skipped } from "../check.ts";

/** Room for svc's own database; a server's disk cannot be seen from here. */
export async function examineDisk({ databaseUrl }: Config, dataDir: string | undefined): Promise<Check> {
  if (databaseUrl !== undefined) return skipped("Disk", "the server of DATABASE_URL has its own");
  if (dataDir === undefined) return skipped("Disk", "there are no data yet");
  const { bavail, bsize } = await statfs(dataDir);
  return diskCheck(bavail * bsize, dataDir);
}

const patienceMs = 10_000;

/** Whether svc answers under the address that people and GitHub have of it. As seen from this machine: a firewall may let it alone through. */
export async function examineAddress({ publicUrl }: Config, fetch: Fetch): Promise<Check> {
  const name = "Public address";
  const proxy = isLoopback(new URL(publicUrl).hostname)
    ? "Start svc, or set PUBLIC_URL to where it listens."
    : "Check that the name leads here, that the reverse proxy's certificate is valid and that it passes the Host header on to svc, and that svc runs.";
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(patienceMs),
      redirect: "manual",
    });
    const said = await answer.text();
    if (answer.status === 200 && said === "ok\n") return ok(name, `svc answers at ${publicUrl}`);
    return failed(name, `something else answers at ${publicUrl}, with ${answer.status}`, proxy);
  } catch (error) {
    return failed(name, `nothing answers at ${publicUrl} (${reasonOf(error)})`, proxy);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer within ${patienceMs / 1000} s`;
  return "code" in error ? String(error.code) : error.message;
}
