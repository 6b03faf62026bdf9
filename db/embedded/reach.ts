import { createHash } from "node:crypto";
import { chmodSync, chownSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseProblem } from "../problem.ts";
import type { Place } from "./place.ts";

/** Where the server listens: a socket in a folder that nobody else may enter, or a port on loopback (D30). */
export type Reach = { folder: string; port: number } | { port: number };

// With a socket the port is but a part of its name.
const socketPort = 5432;
// What fits the system's struct sockaddr_un, in bytes, its closing NUL not counted.
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/**
 * A private folder for the socket: in the data directory, or where its path will not do for one, under the folder for
 * temporary files.
 * @throws DatabaseProblem where somebody else made that folder first.
 */
export function socketReach(place: Pick<Place, "dataDir" | "account">, temporary = tmpdir()): Reach {
  const beside = join(place.dataDir, "socket");
  const short = `svc-${createHash("sha256").update(place.dataDir).digest("hex").slice(0, 16)}`;
  const folder = [beside, join(temporary, short)].find(fits) ?? join("/tmp", short);
  const uid = place.account?.uid ?? process.getuid?.();
  makePrivate(folder, place);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== uid || found.mode & 0o077) {
    throw new DatabaseProblem(
      `${folder} should be a folder that only the user of PostgreSQL can enter, and is not. Remove it, or set DATA_DIR to a shorter path.`,
    );
  }
  return { folder, port: socketPort };
}

/** What a server that was killed leaves of its socket, which keeps the next one away where its number was given out again. */
export function removeSocket(reach: Reach): void {
  if (!("folder" in reach)) return;
  for (const end of ["", ".lock"])
    rmSync(join(reach.folder, `.s.PGSQL.${reach.port}${end}`), { force: true });
}

/** A free port on 127.0.0.1, for systems where PostgreSQL has no sockets of that kind. */
export async function loopbackReach(): Promise<Reach> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve({ port }));
    });
  });
}

/** A comma or colon would part the path in two, for PostgreSQL or for its client. */
function fits(folder: string): boolean {
  return (
    !/[,:"]/.test(folder) && Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
  );
}

function makePrivate(folder: string, { account }: Pick<Place, "account">): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
    return; // Whose it is and who may enter is looked at next.
  }
  chmodSync(folder, 0o700);
  if (account) chownSync(folder, account.uid, account.gid);
}
