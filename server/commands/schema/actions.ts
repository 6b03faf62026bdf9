import { openToRead } from "../../../db/backup/place.ts";
import { bringUpToDate, pendingIn } from "../../../db/beside.ts";
import { explained } from "../../../db/problem.ts";
import { startJobs } from "../../jobs.ts";
import type { Log } from "../../log.ts";

type Options = Parameters<typeof openToRead>[0];
type Needs = { options: Options; log: Log; say(line: string): void };

/**
 * Brings the database and its job queue up to date, as a start does, or only says what that would apply.
 * @throws DatabaseProblem with what to do.
 */
export async function migrateDatabase(
  { options, log, say }: Needs,
  { dryRun }: { dryRun: boolean },
): Promise<void> {
  try {
    const names = dryRun ? await pendingOf(options) : await apply(options, log);
    const done = dryRun ? "Would apply" : "Applied";
    if (names.length === 0) say("Nothing to apply: the database is up to date.");
    else say(`${done} ${names.length}: ${names.join(", ")}.`);
  } catch (error) {
    throw explained(error);
  }
}

async function apply(options: Options, log: Log): Promise<string[]> {
  const { address, applied, close } = await bringUpToDate(options);
  try {
    const jobs = await startJobs(address, log);
    await jobs.stop(1);
    return applied;
  } finally {
    await close();
  }
}

async function pendingOf(options: Options): Promise<string[]> {
  const { db, close } = await openToRead(options, 15_000);
  try {
    return await pendingIn(db);
  } finally {
    await close();
  }
}
