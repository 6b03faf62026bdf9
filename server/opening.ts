import { openDatabase } from "../db/open.ts";
import type { Config } from "./config.ts";
import type { Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";

/** What everything else of svc stands on. */
export type Opened = { database: Awaited<ReturnType<typeof openDatabase>>; jobs: Jobs };

/**
 * Opens the database and starts the jobs. All of it is loaded late, so that its server starts before svc itself is read.
 * @throws DatabaseProblem with what to do about it. Nothing is left open then.
 */
export async function open(config: Config, log: Log): Promise<Opened> {
  const [database, { startJobs }] = await Promise.all([
    openDatabase({
      databaseUrl: config.databaseUrl,
      databasePooler: config.databasePooler,
      dataDir: config.dataDir,
      dataDirIsDefault: config.dataDirIsDefault,
      log: { info: (message) => log.info(message), error: (message) => log.error(message) },
    }),
    import("./jobs.ts"),
  ]);
  try {
    return { database, jobs: await startJobs(database.address, log) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Opens while svc itself is loaded, either of which takes as long as the other. What was opened is closed where that fails.
 * @throws as `open` does, and as the loading.
 */
export async function openWhile<Loaded>(
  config: Config,
  log: Log,
  load: () => Promise<Loaded>,
): Promise<[Opened, Loaded]> {
  const [opened, loaded] = await Promise.allSettled([open(config, log), load()]);
  if (opened.status === "rejected") throw opened.reason;
  if (loaded.status === "fulfilled") return [opened.value, loaded.value];
  await close(opened.value);
  throw loaded.reason;
}

/** Ends what `open` began, where nothing was served with it. */
export async function close({ database, jobs }: Opened): Promise<void> {
  await jobs.stop(1);
  await database.close();
}
