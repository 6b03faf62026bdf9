import { outlasting } from "../db/retry.ts";
import { buildApp } from "./app.ts";
import type { Config } from "./config.ts";
import { postConfirmation } from "./confirmations/actions.ts";
import { processDeliveryById } from "./deliveries/actions.ts";
import type { Deps } from "./deps.ts";
import { createConnection } from "./connection/live/actions.ts";
import { ConnectionProblem } from "./connection/problem.ts";
import { connectGitHub } from "./github/github.ts";
import { liveGitHub } from "./github/live.ts";
import type { Log } from "./log.ts";
import { areRead, type Metrics, silentMetrics } from "./metrics/actions.ts";
import { createMembership } from "./members/actions.ts";
import { close, open, type Opened } from "./opening.ts";
import { createPlayground } from "./playground/actions.ts";
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
 * Wires everything once and listens.
 * @param unlessConnected what stands in the way where no App was connected in the panel; see readConfig.
 * @param opened belongs to what is served from here on, and is closed where that comes to nothing.
 * @throws ConnectionProblem with all of it, and why what is stored cannot be used.
 */
export async function serve(
  config: Config,
  log: Log,
  unlessConnected: string[] = [],
  opened?: Opened,
): Promise<Serving> {
  const ours = opened ?? (await open(config, log));
  try {
    return await serveWith(ours, config, log, unlessConnected);
  } catch (error) {
    await close(ours);
    throw error;
  }
}

async function serveWith(
  { database, jobs }: Opened,
  config: Config,
  log: Log,
  unlessConnected: string[],
): Promise<Serving> {
  config.dataDir = database.dataDir;
  const draining = new AbortController();
  const deps = await wire(config, log, database.db, jobs, draining.signal);
  await outlasting(() => deps.connection.refresh());
  const problem = standsInTheWay(deps, unlessConnected);
  if (problem !== undefined) throw new ConnectionProblem(problem);
  deps.connection.onChange(() => {
    Promise.all([redeliverRegularly(deps), pollRegularly(deps)]).catch((error: unknown) =>
      log.warn({ err: String(error) }, "what GitHub does not deliver is asked for from the next start on"),
    );
  });
  const playground = config.playground ? undefined : playgroundOf(deps);
  if (playground) deps.playground = playground;
  // The jobs' own connections may have been the last ones.
  const regularly = [redeliverRegularly, pollRegularly].map((begin) => outlasting(() => begin(deps)));
  // Made while the database answers.
  const app = buildApp(deps);
  await Promise.all(regularly);
  await attend(deps);
  const endFollowing = deps.connection.follow(followMs);
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
    connected: () => github.configured,
    // Loaded late: most svc never open one.
    loadGitHub: async () => ({
      ...(await import("./playground/world/actions.ts")),
      ...(await import("./playground/site/admin.tsx")),
    }),
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
    "process-delivery": async ({ deliveryId }) => void (await processDeliveryById(deps, deliveryId)),
    "post-confirmation": (which) => postConfirmation(deps, which),
    redeliver: () => redeliver(deps),
    "poll-comments": polling.job,
  });
}

/** Everything that a request or a job may need, for a database and a job queue that are there. */
export async function wire(
  config: Config,
  log: Log,
  db: Deps["db"],
  jobs: Deps["jobs"],
  draining: AbortSignal = new AbortController().signal,
): Promise<Deps> {
  const clock = () => performance.now();
  const metrics = areRead(config) ? await countedMetrics({ db, log }) : silentMetrics;
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

/** Loaded late: what counts them is large, and most svc have nobody who reads them. */
async function countedMetrics(world: Pick<Deps, "db" | "log">): Promise<Metrics> {
  const { createMetrics } = await import("./metrics/counting/actions.ts");
  return createMetrics(world);
}
