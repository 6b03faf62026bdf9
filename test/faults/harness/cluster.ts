import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "../../../db/connect.ts";
import { choosePlace, type Place } from "../../../db/embedded/place.ts";
import { run } from "../../../db/embedded/programs.ts";
import { socketReach } from "../../../db/embedded/reach.ts";
import { startServer } from "../../../db/embedded/server.ts";
import { layDataDir } from "../../support/made-cluster.ts";

/** A PostgreSQL for one scenario alone, with fsync on, which may be killed, held and stopped. */
export type Cluster = {
  /** Of the role that svc has, on a socket. */
  address: Extract<Address, { host: string }>;
  start(): Promise<void>;
  /** `immediate` breaks off everything, as a crash does. */
  stop(how?: "fast" | "immediate"): Promise<void>;
  /** Holds every process of it, as a machine that hangs does. */
  freeze(): void;
  thaw(): void;
  /** Ends the process that all others of it are children of, as the system does when memory is short. */
  kill(): void;
  folder: string;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

/** The one that svc starts by itself, on data in `folder`: the same words where they make sense. */
export function ownCluster(folder = temporary()): Cluster {
  chmodSync(folder, 0o711);
  const pid = () => Number(readFileSync(join(folder, "postgres/postmaster.pid"), "utf8").split("\n")[0]);
  const notOurs = () => Promise.reject(new Error("svc starts and stops this one by itself."));
  return {
    address: { host: join(folder, "socket"), port: 5432, user: "svc", database: "svc" },
    folder,
    start: notOurs,
    stop: notOurs,
    freeze() {},
    thaw() {},
    kill() {
      try {
        signal(pid(), "SIGKILL");
      } catch {} // It was not made, or not started, yet.
    },
    async remove() {
      this.kill();
      await removeFolder(folder);
    },
  };
}

type Laid = {
  /** Settings of PostgreSQL. */
  settings?: Record<string, string> | undefined;
  /** Where its data are to lie, by default a new folder for temporary files. */
  folder?: string | undefined;
  /** Holds the `bin` of another PostgreSQL than the one that comes with svc. */
  programs?: string | undefined;
};

export async function startCluster({
  settings = {},
  folder = temporary(),
  programs,
}: Laid = {}): Promise<Cluster> {
  chmodSync(folder, 0o711); // As root PostgreSQL runs as another user, who has to pass through here.
  if (!programs) await layDataDir(folder);
  const place = placeIn(folder);
  if (programs) {
    place.programs = { folder: programs, version: "" };
    await layWith(place);
  }
  const reach = socketReach(place);
  if (!("folder" in reach)) throw new Error("PostgreSQL should listen on a socket here.");
  let frozen: number[] = [];

  async function start(): Promise<void> {
    await startServer(place, reach, settings);
  }

  async function stop(how: "fast" | "immediate" = "fast"): Promise<void> {
    await run(place, "pg_ctl", ["stop", "-D", place.cluster, "-m", how, "-w", "-t", "30"]);
  }

  function postmaster(): number {
    return Number(readFileSync(join(place.cluster, "postmaster.pid"), "utf8").split("\n")[0]);
  }

  function thaw(): void {
    for (const pid of frozen) signal(pid, "SIGCONT");
    frozen = [];
  }

  await start();
  return {
    address: { host: reach.folder, port: reach.port, user: "svc", database: "svc" },
    folder,
    start,
    stop,
    kill: () => signal(postmaster(), "SIGKILL"),
    freeze() {
      const first = postmaster();
      signal(first, "SIGSTOP");
      frozen = [first, ...childrenOf(first)];
      for (const pid of frozen) signal(pid, "SIGSTOP");
    },
    thaw,
    async remove() {
      thaw();
      await stop("immediate");
      await removeFolder(folder);
    },
  };
}

const temporary = () => mkdtempSync(join(tmpdir(), "svc-faults-"));

function placeIn(dataDir: string): Place {
  return choosePlace({ dataDir, dataDirIsDefault: false, systemDir: "/var/lib/svc", log: { info() {} } });
}

/** As svc makes its own, in the words that every PostgreSQL since 15 knows. */
async function layWith(place: Place): Promise<void> {
  const { cluster, account } = place;
  mkdirSync(cluster, { mode: 0o700 });
  if (account) chownSync(cluster, account.uid, account.gid);
  const initdb = ["-D", cluster, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"];
  const made = await run(place, "initdb", initdb);
  if (!made.succeeded) throw new Error(made.output);
  const words = "create role svc login\ncreate database svc owner svc\n";
  await run(place, "postgres", ["--single", "-D", cluster, "postgres"], words);
}

/** Its last processes may still be writing. */
async function removeFolder(folder: string): Promise<void> {
  let trouble: unknown;
  for (let tries = 0; tries < 20; tries++) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      trouble = error;
      await Bun.sleep(250);
    }
  }
  throw trouble;
}

export function childrenOf(pid: number): number[] {
  try {
    const listed = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return listed.split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** A process that has ended meanwhile needs none. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {}
}
