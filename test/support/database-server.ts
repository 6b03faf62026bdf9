/**
 * The PostgreSQL of one test process, as a process beside it. It prints its address, and when the process whose
 * number it was given has ended, however it did, it stops and removes all that it wrote.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { layDataDir } from "./made-cluster.ts";

const dataDir = mkdtempSync(join(tmpdir(), "svc-test-"));
try {
  chmodSync(dataDir, 0o711); // As root PostgreSQL runs as another user, who has to pass through here.
  await layDataDir(dataDir);
  const { address, stop } = await startEmbedded({
    dataDir,
    dataDirIsDefault: false,
    log: { info() {}, error: console.error },
    // Durable against nothing, which is what makes it quick.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "300" },
  });
  console.log(JSON.stringify(address));
  while (isAlive(Number(process.argv[2]))) await Bun.sleep(200);
  await stop();
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
