import { type Address, connect, type Database } from "../connect.ts";
import { findEmbedded, startEmbedded } from "../embedded.ts";
import { DatabaseProblem } from "../problem.ts";

type Options = Parameters<typeof startEmbedded>[0] & {
  databaseUrl: string | undefined;
  databasePooler?: "none" | "transaction";
};

export type Place = { address: Address; close(): Promise<void> };

// One table may take long, and so may the disk that it is written to.
const deadlineMs = 6 * 60 * 60 * 1000;

/**
 * The database of this svc to read from, beside the svc that runs or without one. Its schema stays as it is.
 * @throws DatabaseProblem where there is none.
 */
export async function openToRead(
  options: Options,
  eachCallMs = deadlineMs,
): Promise<{ address: Address; db: Database; close(): Promise<void> }> {
  const { address, close } = options.databaseUrl === undefined ? await ownToRead(options) : named(options);
  const db = connect(address, { max: 1, deadlineMs: eachCallMs });
  return {
    address,
    db,
    async close() {
      await db.$client.end({ timeout: 5 });
      await close();
    },
  };
}

/**
 * svc's own database while no svc uses it, so that nothing is added to it meanwhile.
 * @throws DatabaseProblem where one does, or there is none.
 */
export async function openAlone(options: Options): Promise<{ db: Database; dataDir: string } & Place> {
  requireMade(options);
  const { address, dataDir, stop } = await startEmbedded(options);
  const db = connect(address, { max: 1, deadlineMs });
  return {
    address,
    dataDir,
    db,
    async close() {
      await db.$client.end({ timeout: 5 });
      await stop();
    },
  };
}

/**
 * Where a backup is restored to: the server that DATABASE_URL names, else a database of svc's own, made where there is none.
 * @throws DatabaseProblem where another svc uses it.
 */
export async function openToFill(options: Options): Promise<Place> {
  if (options.databaseUrl !== undefined) return named(options);
  const { address, stop } = await startEmbedded(options);
  return { address, close: stop };
}

async function ownToRead(options: Options): Promise<Place> {
  const { address } = requireMade(options);
  if (address) return { address, close: async () => {} };
  const started = await startEmbedded(options);
  return { address: started.address, close: started.stop };
}

function requireMade(options: Options) {
  const found = findEmbedded(options);
  if (found.made) return found;
  throw new DatabaseProblem(
    `There is no database of svc in ${found.dataDir}. Set DATA_DIR to the folder that svc runs with, or DATABASE_URL to its server.`,
  );
}

function named({ databaseUrl = "", databasePooler }: Options): Place {
  return { address: { url: databaseUrl, pooled: databasePooler === "transaction" }, close: async () => {} };
}
