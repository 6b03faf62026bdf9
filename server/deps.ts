import type { Database } from "../db/connect.ts";
import type { Config } from "./config.ts";
import type { GitHub } from "./github/github.ts";
import type { Jobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import type { Membership } from "./members/actions.ts";
import type { TokenVerifier } from "./tokens/actions.ts";

/** What the world supplies. Wired once in main.ts; everything else takes the few of these it needs. */
export type Deps = {
  config: Config;
  db: Database;
  github: GitHub;
  jobs: Jobs;
  log: Log;
  membership: Membership;
  tokens: TokenVerifier;
};
