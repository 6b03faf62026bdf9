import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { findPrograms } from "../../db/embedded/programs.ts";

const root = join(import.meta.dir, "../..");

/**
 * Lays a data directory as it is after a first start and stop. Making one takes a second of computing, so the first is
 * kept with the installed packages and copied from then on.
 */
export async function layDataDir(dataDir: string): Promise<void> {
  const original = join(root, "node_modules/.cache/svc-test", nameOfKind());
  if (!existsSync(original)) await make(original);
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  copy(original, join(dataDir, "postgres"));
}

/** What a cluster depends on: the PostgreSQL, how it is made, and whose it is. */
function nameOfKind(): string {
  const recipe = readFileSync(join(root, "db/embedded/cluster.ts"));
  return [findPrograms().version, Bun.hash(recipe).toString(36), process.getuid?.() ?? ""].join("-");
}

/** Not in place: as root PostgreSQL runs as another user, who may have no access to where the packages are. */
async function make(original: string): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), "svc-cluster-"));
  chmodSync(dir, 0o711);
  const { stop } = await startEmbedded({
    dataDir: dir,
    dataDirIsDefault: false,
    log: { info() {}, error() {} },
  });
  await stop();
  const unfinished = `${original}.${process.pid}`;
  mkdirSync(join(original, ".."), { recursive: true });
  copy(join(dir, "postgres"), unfinished);
  rmSync(dir, { recursive: true });
  try {
    renameSync(unfinished, original);
  } catch {
    rmSync(unfinished, { recursive: true }); // Another test process was a moment earlier.
  }
}

function copy(from: string, to: string): void {
  const { success, stderr } = Bun.spawnSync(["cp", "-a", from, to]);
  if (!success) throw new Error(stderr.toString());
}
