import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { DatabaseProblem } from "../problem.ts";
import type { Place } from "./place.ts";
import { run } from "./programs.ts";

/** Role and database of svc. The role is no superuser: the server's files and programs are out of its reach. */
export const name = "svc";

/**
 * Makes the cluster where there is none. It is made under another name and then renamed: killed at any moment, it is
 * whole or absent, and a folder that holds anything is never emptied (D30).
 * @throws DatabaseProblem where the folder holds something else, or initdb fails.
 */
export async function ensureCluster(place: Place, reach: "socket" | "loopback"): Promise<void> {
  if (!isMade(place)) await make(place, reach);
  // Last, since what a killed svc left may still be written to for a moment.
  removeUnfinished(place.dataDir);
}

/** Set where the server is reached over loopback, where any user of the machine could knock. */
export function passwordOf(cluster: string): string | undefined {
  const file = join(cluster, passwordFile);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

const beginning = "postgres.new-";
const passwordFile = "svc.password";

async function make(place: Place, reach: "socket" | "loopback"): Promise<void> {
  const unfinished = mkdtempSync(join(place.dataDir, beginning));
  try {
    if (place.account) chownSync(unfinished, place.account.uid, place.account.gid);
    await fill(place, unfinished, reach);
    renameSync(unfinished, place.cluster);
    syncFolder(place.dataDir);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The name says that nothing was ever recorded in it. */
function removeUnfinished(dataDir: string): void {
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith(beginning)) rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
}

function isMade({ cluster, programs }: Place): boolean {
  if (!existsSync(cluster)) return false;
  const file = join(cluster, "PG_VERSION");
  if (existsSync(file)) {
    const made = readFileSync(file, "utf8").trim();
    const ours = programs.version.split(".")[0];
    if (made === ours) return true;
    throw new DatabaseProblem(
      `The data in ${cluster} were made by PostgreSQL ${made}, and this svc brings ${ours}. Start the svc that made them, or move them to a server of their own and set DATABASE_URL.`,
    );
  }
  if (readdirSync(cluster).length === 0) return false;
  throw new DatabaseProblem(
    `${cluster} is not empty, and holds no database that svc knows. Move it away, or set DATA_DIR to another folder.`,
  );
}

async function fill(place: Place, folder: string, reach: "socket" | "loopback"): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  const initdb = [
    ...["-D", folder, "-U", "postgres", "-A", "trust", "--data-checksums"],
    // The same order and case rules on every machine; C.UTF-8 knows the case of letters beyond ASCII.
    ...["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ...["--set", "huge_pages=off"],
  ];
  await succeed(place, "initdb", initdb);
  const single = ["--single", "-D", folder, "-c", "exit_on_error=on", "-c", "huge_pages=off", "postgres"];
  const secret = reach === "loopback" ? ` password '${password}'` : "";
  await succeed(
    place,
    "postgres",
    single,
    `create role ${name} login${secret}\ncreate database ${name} owner ${name}\n`,
  );
  if (reach === "loopback") writeFileSync(join(folder, passwordFile), password, { mode: 0o600 });
  // The folder of the socket lets nobody else in: there, to be able to knock is to be known.
  const rule = reach === "loopback" ? "host all all 127.0.0.1/32 scram-sha-256" : "local all all trust";
  writeFileSync(join(folder, "pg_hba.conf"), `${rule}\n`);
}

async function succeed(
  place: Place,
  program: "initdb" | "postgres",
  args: string[],
  input = "",
): Promise<void> {
  const { succeeded, output } = await run(place, program, args, input);
  if (succeeded) return;
  throw new DatabaseProblem(
    `A database could not be made in ${place.dataDir}. Put right what ${program} complains about, or set DATABASE_URL to a PostgreSQL server. It said: ${output.split("\n").slice(-4).join(" ")}`,
  );
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const fd = openSync(folder, "r");
  fsyncSync(fd);
  closeSync(fd);
}
