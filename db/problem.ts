import { isOutage } from "./outage.ts";

/** Something about the database that a person has to put right. Its message says what to do; it needs no stack trace. */
export class DatabaseProblem extends Error {
  override name = "DatabaseProblem";
}

/** The same error, as a DatabaseProblem where it has a usual reason. Drizzle hides the error of the driver in `cause`. */
export function explained(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseProblem) return error;
  const code = [error, error.cause]
    .map((each) => (each as { code?: unknown } | undefined)?.code)
    .find(Boolean);
  const advice = adviceFor[String(code)] ?? (isOutage(error) ? brokenOff : undefined);
  return advice ? new DatabaseProblem(advice, { cause: error }) : error;
}

const unreachable =
  "No PostgreSQL server answers at DATABASE_URL. Start it, or correct host and port; without DATABASE_URL svc brings a database of its own.";

const brokenOff =
  "PostgreSQL broke off, or does not answer just now. See whether it runs and its disk has room, and try again.";

const adviceFor: Record<string, string> = {
  ECONNREFUSED: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  CONNECT_TIMEOUT: unreachable,
  DEADLINE_EXCEEDED: unreachable,
  "28P01": "The PostgreSQL server refused the password in DATABASE_URL. Correct it.",
  "28000":
    "The PostgreSQL server does not let the user in DATABASE_URL in. Correct the user, or allow it in pg_hba.conf.",
  "3D000":
    "The database named in DATABASE_URL does not exist. Make it with: create database svc encoding 'UTF8' template template0",
  "25006": "The database in DATABASE_URL is read-only. Name the primary server rather than a replica.",
  "42501":
    "The user in DATABASE_URL may not create tables there. Make it the owner: alter database svc owner to the_user",
  "53300":
    "The PostgreSQL server has no connection left. Raise its max_connections, or stop what else uses it.",
  "55P03":
    "Somebody else is changing this database, or holds one of its tables. Wait until that is done, and start svc again.",
};
