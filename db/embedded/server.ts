import { execFileSync, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseProblem } from "../problem.ts";
import type { Place } from "./place.ts";
import { program, run, surroundings } from "./programs.ts";
import { type Reach, removeSocket } from "./reach.ts";

/**
 * Takes over the server that runs on the cluster already, or starts one, which recovers by itself from however the
 * last one ended (D30). Waits for as long as that takes. The caller holds the lock on the data directory.
 * @param settings beside those that svc always gives; only of use to a server that is not running yet.
 * @throws DatabaseProblem with the end of its log, where it does not start.
 */
export async function startServer(
  place: Place,
  reach: Reach,
  settings: Record<string, string> = {},
): Promise<{ reach: Reach; adopted: boolean }> {
  const patience = performance.now() + 15_000;
  let adopted = true;
  let child: Child | undefined;
  for (;;) {
    const running = runningServer(place.cluster);
    if (running?.ready) return { reach: running.reach, adopted };
    if (!running && !child) {
      rmSync(join(place.cluster, "postmaster.pid"), { force: true });
      removeSocket(reach);
      adopted = false;
      child = launch(place, reach, settings);
    }
    if (child?.ended) {
      // Sessions of a server that was killed hold on to its memory until their last query is done.
      if (!/is still in use|lock file .* already exists/.test(child.said()) || performance.now() > patience) {
        throw failure(place, child.said());
      }
      child = undefined;
      await Bun.sleep(250);
    }
    await Bun.sleep(10);
  }
}

/** Whether a server runs on the cluster, accepting connections or not. */
export function isRunning(cluster: string): boolean {
  return runningServer(cluster) !== undefined;
}

/** Ends the sessions, writes everything down and stops. Does nothing where no server runs. */
export async function stopServer(place: Place): Promise<void> {
  for (const mode of ["fast", "immediate"]) {
    if (!isRunning(place.cluster)) return;
    await run(place, "pg_ctl", ["stop", "-D", place.cluster, "-m", mode, "-w", "-t", "30"]);
  }
}

type Child = { ended: boolean; said(): string };

function launch(place: Place, reach: Reach, more: Record<string, string>): Child {
  const log = openSync(place.logFile, "a", 0o600);
  const before = statSync(place.logFile).size;
  const settings = Object.entries({ ...settingsOf(reach), ...more }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const server = spawn(program(place.programs, "postgres"), ["-D", place.cluster, ...settings], {
    ...surroundings(place.account),
    // In a session of its own: Ctrl-C in the terminal must not reach it before svc is done with it.
    detached: true,
    windowsHide: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const child = {
    ended: false,
    said: () => readFileSync(place.logFile).subarray(before).toString(),
  };
  server.on("exit", () => (child.ended = true));
  server.on("error", () => (child.ended = true));
  server.unref();
  return child;
}

/** Given on the command line, so that a newer svc's settings hold for data of any age. Meant for small machines. */
function settingsOf(reach: Reach): Record<string, string> {
  return {
    ...("folder" in reach
      ? { listen_addresses: "", unix_socket_directories: reach.folder, unix_socket_permissions: "0700" }
      : { listen_addresses: "127.0.0.1", unix_socket_directories: "" }),
    port: String(reach.port),
    max_connections: "50",
    shared_buffers: "128MB",
    max_wal_size: "512MB",
    huge_pages: "off",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
  };
}

type Running = { ready: boolean; reach: Reach };

/** What the server wrote of itself into its lock file, where that server is alive. */
export function runningServer(cluster: string): Running | undefined {
  const [pid, , , port, folder, , , status] = linesOf(join(cluster, "postmaster.pid"));
  if (!pid || !isServerOf(Number(pid), cluster)) return undefined;
  return {
    ready: status?.trim() === "ready",
    reach: folder ? { folder, port: Number(port) } : { port: Number(port) },
  };
}

/**
 * The number alone proves nothing: in a container that was started again it belongs to somebody else, often to
 * svc itself, and PostgreSQL would then refuse to start.
 */
function isServerOf(pid: number, cluster: string): boolean {
  if (process.platform === "win32") return isAlive(pid);
  return commandOf(pid).includes(cluster);
}

/** Empty for a process that has ended, also where nobody has buried it yet. Open to all, unlike its working folder. */
function commandOf(pid: number): string {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return execFileSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code === "EPERM";
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}

function failure(place: Place, said: string): DatabaseProblem {
  const reasons = said.split("\n").filter((line) => /FATAL|PANIC|HINT|DETAIL|error/.test(line));
  return new DatabaseProblem(
    `PostgreSQL did not start on ${place.cluster}. Put right what it complains about; more may stand in ${place.logFile}. It said: ${reasons.slice(-3).join(" ") || "nothing"}`,
  );
}
