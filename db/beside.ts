import { openToFill, openToRead } from "./backup/place.ts";
import { type Address, connect, type Database } from "./connect.ts";
import { migrate, pendingMigrations } from "./migrate.ts";
import { DatabaseProblem, explained } from "./problem.ts";
import { readinessOf } from "./readiness.ts";

type Options = Parameters<typeof openToRead>[0];

/**
 * The database of this svc to work on, beside the svc that runs or without one.
 * @throws DatabaseProblem where there is none, or it is not as this program needs it.
 */
export async function openBeside(options: Options): Promise<{ db: Database; close(): Promise<void> }> {
  const opened = await openToRead(options, besideMs);
  try {
    const readiness = await readinessOf(opened.db);
    if (readiness === "ready") return opened;
    throw new DatabaseProblem(
      readiness === "behind"
        ? "The database's schema is not this svc's. Run the command migrate, or start svc once, and try again."
        : "The database is read-only: name the primary server in DATABASE_URL.",
    );
  } catch (error) {
    await opened.close();
    throw explained(error);
  }
}

// Milliseconds. Somebody waits at a terminal.
const besideMs = 15_000;

/** What a database still lacks, by the migrations' names, in order. @throws DatabaseProblem where it is a newer svc's. */
export function pendingIn(db: Database): Promise<string[]> {
  return db.transaction((tx) => pendingMigrations(tx));
}

/**
 * Brings the database of this svc up to date while no svc has it to itself; made where there is none. To be closed.
 * @throws DatabaseProblem with what to do; then nothing was changed.
 */
export async function bringUpToDate(
  options: Options,
): Promise<{ address: Address; applied: string[]; close(): Promise<void> }> {
  const { address, close } = await openToFill(options);
  try {
    const db = connect(address, { max: 1, deadlineMs: besideMs });
    const applied = await pendingIn(db).finally(() => void db.$client.end({ timeout: 5 }));
    await migrate(address);
    return { address, applied, close };
  } catch (error) {
    await close();
    throw explained(error);
  }
}
