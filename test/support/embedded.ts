import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const checkout = join(import.meta.dir, "../..");

/** A folder that is gone after the test, with every server that runs on something in it. */
export function aFolder(): { path: string; remove(): Promise<void> } {
  const path = mkdtempSync(join(tmpdir(), "svc-db-"));
  chmodSync(path, 0o711); // As root PostgreSQL runs as another user, who has to pass through here.
  return {
    path,
    async remove() {
      // First those who would start their servers again.
      for (const svc of started.splice(0)) svc.kill("SIGKILL");
      for (const pid of await serversUnder(path)) kill(pid);
      while ((await serversUnder(path)).length > 0) await Bun.sleep(20);
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const started: Bun.Subprocess[] = [];

type Line = { ready?: { host: string }; problem?: string; recorded?: number; closed?: number; told?: string };

/** Starts the database of svc in a process of its own, from another checkout or under another umask where told. */
export function openIn(
  dataDir: string,
  more: {
    write?: boolean;
    systemDir?: string;
    from?: string;
    umask?: string;
    env?: Record<string, string>;
  } = {},
) {
  const { write = false, systemDir = "/nowhere", from = checkout, umask = "022", env = {} } = more;
  const args = [dataDir, systemDir, write ? "write" : "wait"];
  const child = Bun.spawn(
    [
      "/bin/sh",
      "-c",
      `umask ${umask}; exec "$@"`,
      "sh",
      process.execPath,
      join(from, "test/support/open-database.ts"),
      ...args,
    ],
    { cwd: from, env: { ...process.env, ...env }, stdout: "pipe", stderr: "inherit", detached: true },
  );
  started.push(child);
  const lines: Line[] = [];
  const read = (async () => {
    let rest = "";
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split("\n");
      rest = parts.pop() ?? "";
      lines.push(...parts.map((line) => JSON.parse(line) as Line));
    }
  })();
  return {
    pid: child.pid,
    lines,
    recorded: () => lines.flatMap(({ recorded }) => recorded ?? []),
    /** The first line that tells of the outcome: ready, or a problem. */
    async outcome(): Promise<Line> {
      for (;;) {
        const found = lines.find(({ ready, problem }) => ready ?? problem);
        if (found) return found;
        if (child.exitCode !== null || child.signalCode)
          await read.then(() => lines.push({ problem: "ended in silence" }));
        await Bun.sleep(5);
      }
    },
    async killed(): Promise<void> {
      child.kill("SIGKILL");
      await child.exited;
      await read;
    },
    /** Ctrl-C in a terminal reaches the whole group of processes. Gives the number of rows found after it. */
    async interrupted(): Promise<number | undefined> {
      process.kill(-child.pid, "SIGINT");
      await child.exited;
      await read;
      return lines.find(({ closed }) => closed !== undefined)?.closed;
    },
  };
}

export function serverPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

async function serversUnder(folder: string): Promise<number[]> {
  const found = await Array.fromAsync(
    new Bun.Glob("**/postmaster.pid").scan({ cwd: folder, absolute: true, dot: true }),
  );
  const pids = found
    .filter((file) => existsSync(file))
    .map((file) => Number(readFileSync(file, "utf8").split("\n")[0]));
  return pids.filter((pid) => commandOf(pid).includes(folder));
}

function commandOf(pid: number): string {
  return Bun.spawnSync(["ps", "-ww", "-o", "command=", "-p", String(pid)]).stdout.toString();
}
