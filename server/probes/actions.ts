import { readinessOf } from "../../db/readiness.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Reach } from "../github/reachability.ts";
import { pollingStanding } from "../polling/actions.ts";
import { pollingMatters } from "../polling/standing.ts";

export type ProbedDeps = Pick<Deps, "config" | "db" | "draining" | "github">;

export type Ready = {
  status: "ready" | "degraded";
  database: "ready";
  github: Reach;
  /** Where GitHub cannot deliver, and svc asks for comments by itself: how many seconds ago it did; null before the first time. */
  asked_seconds_ago?: number | null;
};

/**
 * Whether svc can do its work. GitHub's bad days are told and are no reason to take svc out: it lists, and keeps what it is sent.
 * Throws `not_ready` with the reason; rejects as an outage where the database cannot be reached.
 */
export async function readiness(deps: ProbedDeps, now: Date): Promise<Ready> {
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
  const polling = await pollingStanding(deps);
  const isBad = github === "unreachable" || (polling && pollingMatters(polling, now).length > 0);
  return {
    status: isBad ? "degraded" : "ready",
    database,
    github,
    ...(polling && { asked_seconds_ago: polling.readAt && secondsFrom(polling.readAt, now) }),
  };
}

const secondsFrom = (then: Date, now: Date) =>
  Math.max(0, Math.round((now.getTime() - then.getTime()) / 1000));

function notReady(message: string): AppError {
  return new AppError("unavailable", "not_ready", message, { retryAfter: 5 });
}
