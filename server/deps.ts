import type { Database } from "../db/connect.ts";
import type { Config } from "./config.ts";
import type { Connection } from "./connection/live/actions.ts";
import type { GitHub } from "./github/github.ts";
import type { Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { Metrics } from "./metrics/actions.ts";
import type { Membership } from "./members/actions.ts";
import type { Playground } from "./playground/playground.ts";
import type { TokenVerifier } from "./tokens/actions.ts";
import type { RateLimit } from "./tokens/rate-limit.ts";

/** What the world supplies. Wired once in main.ts; everything else takes the few of these it needs. */
export type Deps = {
  config: Config;
  /** Where the App comes from that `config.github` and `github` are of; it exchanges both while svc runs. */
  connection: Connection;
  db: Database;
  /** Aborted once svc is to stop: it still answers, and wants to be asked no more. */
  draining: AbortSignal;
  github: GitHub;
  jobs: Jobs;
  log: Log;
  membership: Membership;
  metrics: Metrics;
  /** That of this svc; the svc in a playground has none. */
  playground?: Playground;
  /** What each token may send in a minute. */
  rateLimit: RateLimit;
  tokens: TokenVerifier;
};
