import { Database as Sqlite } from "bun:sqlite";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseProblem } from "../problem.ts";

// A lock that nothing refers to would be released at the next garbage collection.
const held = new Set<Sqlite>();

/**
 * Makes this process the only svc on a data directory until it calls what is returned, or ends, however it ends:
 * the system itself releases the lock that SQLite took (stack of two processes on one directory: D30).
 * @throws DatabaseProblem naming the process that has it.
 */
export function lockDataDir(dataDir: string): () => void {
  const holder = join(dataDir, "svc.pid");
  const lock = take(join(dataDir, "svc.lock"));
  if (!lock) {
    throw new DatabaseProblem(
      `Another svc (${nameOf(holder)}) uses the data in ${dataDir}. Stop it first, or set DATA_DIR to a folder of its own for this one.`,
    );
  }
  held.add(lock);
  writeFileSync(holder, `${process.pid} ${hostname()}\n`);
  return () => {
    if (!held.delete(lock)) return;
    rmSync(holder, { force: true });
    lock.close();
  };
}

/** Undefined where another process, or another part of this one, has it. */
function take(file: string): Sqlite | undefined {
  let lock: Sqlite | undefined;
  try {
    lock = new Sqlite(file, { create: true });
    lock.exec("pragma busy_timeout = 0; pragma locking_mode = exclusive; begin exclusive");
    return lock;
  } catch (error) {
    lock?.close();
    if ((error as { code?: string }).code === "SQLITE_BUSY") return undefined;
    throw new DatabaseProblem(
      `${file} cannot be locked (${(error as Error).message}). Make it a file of the user svc runs as, on a disk of this machine.`,
    );
  }
}

/** A file of its own: to open and close the locked one would release the lock of its holder in this process. */
function nameOf(holder: string): string {
  try {
    const [pid, host] = readFileSync(holder, "utf8").trim().split(" ");
    return `process ${pid} on ${host}`;
  } catch {
    return "still starting";
  }
}
