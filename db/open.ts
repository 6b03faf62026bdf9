import type { Address, Database } from "./connect.ts";
import { startEmbedded } from "./embedded.ts";
import { isCrowded } from "./outage.ts";
import { outlasting } from "./retry.ts";

type Options = Omit<Parameters<typeof startEmbedded>[0], "listen" | "settings"> & {
  databaseUrl: string | undefined;
  databasePooler?: "none" | "transaction";
};

/**
 * The database of this svc, brought up to date: the server that DATABASE_URL names, else the one that comes with svc
 * (D30). `dataDir` is where svc keeps what else it keeps, and may not be there yet. `close` ends the connections, and the server where it is ours.
 * @throws DatabaseProblem with what to do about it.
 */
export async function openDatabase(
  options: Options,
): Promise<{ address: Address; db: Database; dataDir: string; close(): Promise<void> }> {
  // What speaks to the server is loaded while that starts.
  const [embedded, { connect }, { migrate }] = await Promise.all([
    options.databaseUrl === undefined ? startEmbedded(options) : undefined,
    import("./connect.ts"),
    import("./migrate.ts"),
  ]);
  const pooled = options.databasePooler === "transaction";
  const address = embedded?.address ?? { url: options.databaseUrl ?? "", pooled };
  try {
    await outlasting(() => migrate(address), 30_000, isCrowded);
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const db = connect(address);
  return {
    address,
    db,
    dataDir: embedded?.dataDir ?? options.dataDir,
    async close() {
      await db.$client.end({ timeout: 5 });
      await embedded?.stop();
    },
  };
}
