import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { startEmbedded } from "../../db/embedded.ts";
import { findPrograms } from "../../db/embedded/programs.ts";

const root = join(import.meta.dir, "../..");

/**
 * Lays a data directory as it is after a first start and stop. To make one takes a second of computing, so the first is
 * kept with the installed packages and copied from then on.
 */
export async function layDataDir(dataDir: string): Promise<void> {
  const original = join(root, "node_modules/.cache/svc-test", nameOfKind());
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  if (existsSync(original)) return copy(original, join(dataDir, "postgres"));
  const { stop } = await startEmbedded({ dataDir, dataDirIsDefault: false, log: { info() {}, error() {} } });
  await stop();
  keep(join(dataDir, "postgres"), original);
}

/** What a cluster depends on: the PostgreSQL, how it is made, and whose it is. */
function nameOfKind(): string {
  const recipe = readFileSync(join(root, "db/embedded/cluster.ts"));
  return [findPrograms().version, Bun.hash(recipe).toString(36), process.getuid?.() ?? ""].join("-");
}

function keep(made: string, original: string): void {
  const unfinished = `${original}.${process.pid}`;
  try {
    mkdirSync(dirname(original), { recursive: true });
    copy(made, unfinished);
    renameSync(unfinished, original);
  } catch {
    // The packages are not ours to add to, or another test process was a moment earlier.
    rmSync(unfinished, { recursive: true, force: true });
  }
}

function copy(from: string, to: string): void {
  const { success, stderr } = Bun.spawnSync(["cp", "-a", from, to]);
  if (!success) throw new Error(stderr.toString());
}
