import { copyFileSync, existsSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Address } from "./connect.ts";
import { ensureCluster, name, passwordOf } from "./embedded/cluster.ts";
import { lockDataDir } from "./embedded/lock.ts";
import { choosePlace, type Place } from "./embedded/place.ts";
import { loopbackReach, type Reach, socketReach } from "./embedded/reach.ts";
import { isRunning, runningServer, startServer, stopServer } from "./embedded/server.ts";

export type Embedded = { address: Address; dataDir: string; stop(): Promise<void> };

type Options = {
  dataDir: string;
  /** True where nobody chose the data directory, so that svc may choose another. */
  dataDirIsDefault: boolean;
  log: { info(message: string): void; error(message: string): void };
  systemDir?: string;
  listen?: "socket" | "loopback";
  /** Of PostgreSQL, beside those that svc gives. */
  settings?: Record<string, string>;
};

/**
 * Starts the database that comes with svc, or takes over the one a killed svc left, and keeps it running until
 * `stop` is called (D30). The data directory belongs to this process as long.
 * @throws DatabaseProblem with what to do about it.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { listen = process.platform === "win32" ? "loopback" : "socket", settings = {}, log } = options;
  const place = choosePlace({ systemDir: "/var/lib/svc", ...options });
  const unlock = lockDataDir(place.dataDir);
  try {
    await ensureCluster(place, listen);
    const wanted = listen === "socket" ? socketReach(place) : await loopbackReach();
    const { reach, adopted } = await startServer(place, wanted, settings);
    if (adopted) log.info("The database was still running, and is used as it is.");
    const endWatch = watch(place, reach, settings, log);
    return {
      address: addressOf(place, reach),
      dataDir: place.dataDir,
      async stop() {
        await endWatch();
        await stopServer(place).finally(unlock);
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * What there is of a database that comes with svc: whether one was made in the data directory, and where it can be reached if it runs,
 * for whoever reads beside the svc that it belongs to.
 */
export function findEmbedded(options: Options): { made: boolean; dataDir: string; address?: Address } {
  const place = choosePlace({ systemDir: "/var/lib/svc", ...options });
  const running = runningServer(place.cluster);
  return {
    made: existsSync(join(place.cluster, "PG_VERSION")),
    dataDir: place.dataDir,
    ...(running?.ready && { address: addressOf(place, running.reach) }),
  };
}

function addressOf({ cluster }: Place, reach: Reach): Address {
  const password = passwordOf(cluster);
  return {
    host: "folder" in reach ? reach.folder : "127.0.0.1",
    port: reach.port,
    user: name,
    ...(password && { password }),
    database: name,
  };
}

// Milliseconds. At once at first; a server that dies again and again is left in peace for longer each time.
const shortestPause = 1_000;
const longestPause = 60_000;

/** Starts the server again should it die, and keeps its log short. Ends when what it is doing is done. */
function watch(place: Place, reach: Reach, settings: Record<string, string>, log: Options["log"]) {
  let turn = Promise.resolve();
  let notBefore = 0;
  let pause = shortestPause;
  const timer = setInterval(() => {
    turn = turn.then(look).catch(complain);
  }, 1000);
  timer.unref();
  return () => {
    clearInterval(timer);
    return turn;
  };

  async function look(): Promise<void> {
    const now = performance.now();
    if (now < notBefore) return;
    shorten(place.logFile);
    if (isRunning(place.cluster)) {
      if (now - notBefore > longestPause) pause = shortestPause;
      return;
    }
    log.error("The database stopped by itself and is started again.");
    await startServer(place, reach, settings).finally(rest);
  }

  function rest(): void {
    notBefore = performance.now() + pause;
    pause = Math.min(longestPause, pause * 2);
  }

  function complain(error: unknown): void {
    log.error(String(error));
  }
}

const longestLog = 10_000_000;

/** PostgreSQL appends to the file that it was given, so it is emptied rather than replaced. */
function shorten(logFile: string): void {
  if (statSync(logFile).size < longestLog) return;
  copyFileSync(logFile, `${logFile}.1`);
  truncateSync(logFile);
}
