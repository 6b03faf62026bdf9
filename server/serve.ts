import { openDatabase } from "../db/open.ts";
import { outlasting } from "../db/retry.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { postConfirmation } from "./confirmations/actions.ts";
import { processDelivery } from "./deliveries/actions.ts";
import type { Deps } from "./deps.ts";
import { connectGitHub } from "./github/github.ts";
import { startJobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { createMembership } from "./members/actions.ts";
import { redeliver, redeliverRegularly } from "./redelivery/actions.ts";
import { createTokenVerifier } from "./tokens/actions.ts";
import { createRateLimit } from "./tokens/rate-limit.ts";

/**
 * `stop` lets what is under way finish, for some twenty seconds at most.
 * @param graceMs for which it still answers and says that it is stopping, so that a load balancer asks others in time.
 */
export type Serving = { url: string; deps: Deps; stop(graceMs?: number): Promise<void> };

/** Opens the database, wires everything once and listens. */
export async function serve(config: Config, log: Log): Promise<Serving> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    databasePooler: config.databasePooler,
    dataDir: config.dataDir,
    dataDirIsDefault: config.dataDirIsDefault,
    log: { info: (message) => log.info(message), error: (message) => log.error(message) },
  });
  const jobs = await startJobs(database.address, log);
  const draining = new AbortController();
  const deps = wire(config, log, database.db, jobs, draining.signal);
  await attend(deps);
  // The jobs' own connections may have been the last ones.
  await outlasting(() => redeliverRegularly(deps));
  const app = buildApp(deps);
  try {
    // reusePort, Elysia's default, would let a second svc listen beside this one without a word.
    app.listen({
      hostname: config.host,
      port: config.port,
      reusePort: false,
      development: false,
      idleTimeout: 60,
      maxRequestBodySize: 25 * 1024 * 1024,
    });
  } catch (error) {
    await jobs.stop(1);
    await database.close();
    throw error;
  }
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${app.server!.port}`,
    deps,
    async stop(graceMs = 0) {
      draining.abort();
      await Bun.sleep(graceMs);
      // Whoever reads a long list slowly is cut off in the end.
      const cutOff = setTimeout(() => void app.server?.stop(true), requestsMs);
      await app.stop();
      clearTimeout(cutOff);
      await jobs.stop(jobsSeconds);
      await deps.tokens.settled();
      await database.close();
    },
  };
}

// With three seconds of grace it stays below what stopOnSignals and supervisors wait for.
const requestsMs = 8_000;
const jobsSeconds = 6;

/** Has this instance take part in the jobs. */
export function attend(deps: Deps): Promise<void> {
  return deps.jobs.work({
    "process-delivery": async ({ deliveryId }) => void (await processDelivery(deps, deliveryId)),
    "post-confirmation": ({ confirmationId }) => postConfirmation(deps, confirmationId),
    redeliver: () => redeliver(deps),
  });
}

/** Everything that a request or a job may need, for a database and a job queue that are there. */
export function wire(
  config: Config,
  log: Log,
  db: Deps["db"],
  jobs: Deps["jobs"],
  draining: AbortSignal = new AbortController().signal,
): Deps {
  const clock = () => performance.now();
  const github = connectGitHub(config.github, { log });
  return {
    config,
    db,
    draining,
    jobs,
    log,
    github,
    membership: createMembership({ db, github, config, clock, log }),
    rateLimit: createRateLimit({ perMinute: config.apiRequestsPerMinute, clock }),
    tokens: createTokenVerifier({ db, clock, log }),
  };
}
