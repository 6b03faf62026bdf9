import { readinessOf } from "../../db/readiness.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Reach } from "../github/reachability.ts";

export type Ready = { status: "ready" | "degraded"; database: "ready"; github: Reach };

/**
 * Whether svc can do its work. GitHub's bad days are told and are no reason to take svc out: it lists, and keeps what it is sent.
 * Throws `not_ready` with the reason; rejects as an outage where the database cannot be reached.
 */
export async function readiness(deps: Pick<Deps, "db" | "draining" | "github">): Promise<Ready> {
  if (deps.draining.aborted) throw notReady("This svc is stopping. Ask another one, or this one again soon.");
  const database = await readinessOf(deps.db);
  if (database === "behind") {
    throw notReady(
      "The database's schema is not this svc's: start svc once more, which brings it up to date.",
    );
  }
  if (database === "read_only") {
    throw notReady("The database is read-only: name the primary server in DATABASE_URL.");
  }
  const github = deps.github.reach();
  return { status: github === "unreachable" ? "degraded" : "ready", database, github };
}

function notReady(message: string): AppError {
  return new AppError("unavailable", "not_ready", message, { retryAfter: 5 });
}
