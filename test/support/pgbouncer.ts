import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "../../db/connect.ts";
import { urlOf } from "./svc-process.ts";
import { freePort } from "./free-port.ts";

export type PgBouncer = {
  /** The same database by way of the pooler. */
  address: { url: string; pooled: true };
  /** Ends it in the middle of whatever it does, and starts it again at the same port. */
  restart(downMs: number): Promise<void>;
  stop(): Promise<void>;
};

/**
 * A PgBouncer in transaction mode before a database, or null where none is installed (Debian: apt-get install pgbouncer).
 * @param poolSize sessions of the server that all its clients share.
 */
export async function startPgBouncer(to: Address, { poolSize = 4 } = {}): Promise<PgBouncer | null> {
  const program = Bun.which("pgbouncer") ?? Bun.which("/usr/sbin/pgbouncer");
  if (!program) return null;
  const folder = mkdtempSync(join(tmpdir(), "svc-pgbouncer-"));
  const { host, port: serverPort, user, password, database } = partsOf(to);
  const port = freePort();
  const config = join(folder, "pgbouncer.ini");
  const secret = password === "" ? "" : ` password='${password}'`;
  const lines = [
    "[databases]",
    `${database} = host=${host} port=${serverPort} dbname=${database} user=${user}${secret}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    `default_pool_size = ${poolSize}`,
    "max_client_conn = 500",
    "query_wait_timeout = 4",
    `logfile = ${join(folder, "log")}`,
    "",
  ];
  writeFileSync(config, lines.join("\n"));
  // As root it runs as another user, who has to write here.
  chmodSync(folder, 0o777);
  const asUser = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
  const launch = () =>
    Bun.spawn([program, "-q", ...asUser, config], { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  let child = launch();
  await answers(port);
  return {
    address: { url: `postgres://${user}@127.0.0.1:${port}/${database}`, pooled: true },
    async restart(downMs) {
      child.kill("SIGKILL");
      await child.exited;
      await Bun.sleep(downMs);
      child = launch();
      await answers(port);
    },
    async stop() {
      child.kill("SIGKILL");
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function partsOf(address: Address) {
  const url = new URL(urlOf(address));
  return {
    host: url.searchParams.get("host") ?? url.hostname,
    port: url.port || "5432",
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1),
  };
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const taken = await new Promise<boolean>((resolve) => {
      const socket = connectTcp(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (taken) return;
    await Bun.sleep(25);
  }
  throw new Error("PgBouncer did not start");
}
