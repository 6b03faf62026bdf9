import { openDatabase } from "../db/open.ts";
import { outlasting } from "../db/retry.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { postConfirmation } from "./confirmations/actions.ts";
import { processDelivery } from "./deliveries/actions.ts";
import type { Deps } from "./deps.ts";
import { createConnection } from "./connection/live/actions.ts";
import { ConnectionProblem } from "./connection/problem.ts";
import { connectGitHub } from "./github/github.ts";
import { liveGitHub } from "./github/live.ts";
import { startJobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics/actions.ts";
import { createMembership } from "./members/actions.ts";
import { createPlayground } from "./playground/actions.ts";
import { gitHubPages } from "./playground/site/admin.tsx";
import { createPolling, pollRegularly } from "./polling/actions.ts";
import { redeliver, redeliverRegularly } from "./redelivery/actions.ts";
import { createTokenVerifier } from "./tokens/actions.ts";
import { createRateLimit } from "./tokens/rate-limit.ts";

/**
 * `stop` lets what is under way finish, for some twenty seconds at most.
 * @param graceMs for which it still answers and says that it is stopping, so that a load balancer asks others in time.
 */
export type Serving = { url: string; deps: Deps; stop(graceMs?: number): Promise<void> };

/**
 * Opens the database, wires everything once and listens.
 * @param unlessConnected what stands in the way where no App was connected in the panel; see readConfig.
 * @throws ConnectionProblem with all of it, and why what is stored cannot be used.
 */
export async function serve(config: Config, log: Log, unlessConnected: string[] = []): Promise<Serving> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    databasePooler: config.databasePooler,
    dataDir: config.dataDir,
    dataDirIsDefault: config.dataDirIsDefault,
    log: { info: (message) => log.info(message), error: (message) => log.error(message) },
  });
  config.dataDir = database.dataDir;
  const jobs = await startJobs(database.address, log);
  const draining = new AbortController();
  const deps = wire(config, log, database.db, jobs, draining.signal);
  await outlasting(() => deps.connection.refresh());
  const problem = standsInTheWay(deps, unlessConnected);
  if (problem !== undefined) {
    await jobs.stop(1);
    await database.close();
    throw new ConnectionProblem(problem);
  }
  await attend(deps);
  // The jobs' own connections may have been the last ones.
  await outlasting(() => redeliverRegularly(deps));
  await outlasting(() => pollRegularly(deps));
  deps.connection.onChange(() => {
    Promise.all([redeliverRegularly(deps), pollRegularly(deps)]).catch((error: unknown) =>
      log.warn({ err: String(error) }, "what GitHub does not deliver is asked for from the next start on"),
    );
  });
  const endFollowing = deps.connection.follow(followMs);
  const playground = config.playground ? undefined : playgroundOf(deps);
  if (playground) deps.playground = playground;
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
    endFollowing();
    await jobs.stop(1);
    await database.close();
    throw error;
  }
  void playground?.resume();
  return {
    url: `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${app.server!.port}`,
    deps,
    async stop(graceMs = 0) {
      draining.abort();
      endFollowing();
      const closed = playground?.stop();
      await Bun.sleep(graceMs);
      // Whoever reads a long list slowly is cut off in the end.
      const cutOff = setTimeout(() => void app.server?.stop(true), requestsMs);
      await app.stop();
      clearTimeout(cutOff);
      await jobs.stop(jobsSeconds);
      await deps.tokens.settled();
      await closed;
      await database.close();
    },
  };
}

/** What is opened in it is an svc as this one is, with a database and a GitHub of its own. */
function playgroundOf({ config, github, log }: Deps) {
  const inIt = log.child({ playground: true });
  return createPlayground({
    config,
    log: inIt,
    dataDir: config.dataDir,
    pages: gitHubPages,
    connected: () => github.configured,
    serve: (its) => serve(its, inIt),
  });
}

// By which an App that was connected over another instance is used here as well.
const followMs = 3_000;
// With three seconds of grace it stays below what stopOnSignals and supervisors wait for.
const requestsMs = 8_000;
const jobsSeconds = 6;

/** What is missing in production and was not found in the database either, in the words of a start that comes to nothing. */
function standsInTheWay({ config, connection }: Deps, unlessConnected: string[]): string | undefined {
  const isFound = connection.source() === "stored" && config.allowedOrgs.length > 0;
  if (unlessConnected.length === 0 || isFound) return undefined;
  const lines = [connection.problem(), ...unlessConnected].filter((line) => line !== undefined);
  return ["svc cannot start with these settings:", ...lines.map((line) => `  - ${line}`)].join("\n");
}

/** Has this instance take part in the jobs. */
export function attend(deps: Deps): Promise<void> {
  const polling = createPolling(deps);
  return deps.jobs.work({
    "process-delivery": async ({ deliveryId }) => void (await processDelivery(deps, deliveryId)),
    "post-confirmation": ({ confirmationId }) => postConfirmation(deps, confirmationId),
    redeliver: () => redeliver(deps),
    "poll-comments": polling.job,
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
  const metrics = createMetrics({ db, config, log });
  const answered = (headers: Headers) => metrics.hostAnswered(headers);
  const { github, use } = liveGitHub(connectGitHub(config.github, { log, answered }));
  const connection = createConnection({
    db,
    config,
    log,
    use: (settings) => use(connectGitHub(settings, { log, answered })),
  });
  return {
    config,
    connection,
    db,
    draining,
    jobs,
    log,
    github,
    metrics,
    membership: createMembership({ db, github, config, clock, log }),
    rateLimit: createRateLimit({ perMinute: config.apiRequestsPerMinute, clock }),
    tokens: createTokenVerifier({ db, clock, log }),
  };
}
