import { PgBoss } from "pg-boss";
import { type Address, rowsOfText, type Transaction } from "../db/connect.ts";
import { inTurn } from "../db/migrate.ts";
import { outlasting } from "../db/retry.ts";
import type { WhichConfirmation } from "./confirmations/store.ts";
import type { Log } from "./log.ts";

/** What svc does outside of a request (D29). `group` is served one at a time across all instances. */
export type Job =
  | { queue: "process-delivery"; data: { deliveryId: number } }
  | { queue: "post-confirmation"; data: WhichConfirmation; group: string }
  | { queue: "redeliver"; data: Record<string, never> }
  | { queue: "poll-comments"; data: Record<string, never> };

type Queue = Job["queue"];
type QueueOptions = { expireInSeconds: number; policy: string; retryLimit: number };
type Handlers = { [Q in Queue]: (data: Extract<Job, { queue: Q }>["data"]) => Promise<void> };

export type Jobs = {
  /** Adds the job in the caller's transaction: it exists if, and only if, that commits. Its id, where there was none like it. */
  enqueue(tx: Transaction, job: Job, startAfterSeconds?: number): Promise<string | null>;
  /** What the job is for is done: sooner or later it is taken off. Where it is not, it finds nothing to do. */
  drop(queue: Queue, id: string): void;
  /** Call after the commit: the queue's worker here looks at once instead of at its next poll. */
  wake(queue: Queue): void;
  work(handlers: Handlers): Promise<void>;
  /** Adds such a job at these times from now on, one for all instances; none where the one before is not done. */
  repeat(queue: "redeliver" | "poll-comments", cron: string): Promise<void>;
  /** Lets running jobs finish for at most `seconds`; the rest is taken over when their lease ends. */
  stop(seconds?: number): Promise<void>;
};

// Retries go from 5 s to an hour apart and last well over a day: GitHub's bad days end.
const patience = { retryLimit: 60, retryDelay: 5, retryBackoff: true, retryDelayMax: 3600 };
const queues: Record<Queue, Partial<QueueOptions>> = {
  "process-delivery": { expireInSeconds: 60 },
  "post-confirmation": { expireInSeconds: 120 },
  // One that waited for another try would keep the next ones away.
  redeliver: { expireInSeconds: 3600, policy: "exclusive", retryLimit: 1 },
  // Not "stately", by which it could add the next one: pg-boss passes over such jobs for up to a minute after it saw one under way.
  "poll-comments": { expireInSeconds: 3600, policy: "exclusive", retryLimit: 1 },
};
// A process that was killed sends no sign of life: its jobs, and whoever waits behind them, go on elsewhere within half a minute.
const lease = { heartbeatSeconds: 10 };
const lookEverySeconds = 10;
// Milliseconds, of the pool. A server that hangs is heard of in no other way; the queue asks again by itself.
const deadlines = { query_timeout: 8_000, connectionTimeoutMillis: 5_000, keepAlive: true };

/** Starts the job queue; waits for half a minute where the database has no connection to spare just then. */
export async function startJobs(address: Address, log: Log): Promise<Jobs> {
  const boss = await outlasting(() => startBoss(address, log));
  const workers = new Map<Queue, string>();

  async function work<Q extends Queue>(queue: Q, handler: Handlers[Q]): Promise<void> {
    const options = {
      pollingIntervalSeconds: 2,
      ...(queue === "post-confirmation" && { groupConcurrency: 1 }),
    };
    const worker = await boss.work<Parameters<Handlers[Q]>[0]>(queue, options, async (batch) => {
      for (const job of batch) await handler(job.data as never);
      wake(queue);
    });
    workers.set(queue, worker);
  }

  function wake(queue: Queue): void {
    const worker = workers.get(queue);
    if (worker) boss.notifyWorker(worker);
  }

  return {
    async enqueue(tx, job, startAfterSeconds = 0) {
      return boss.send(job.queue, job.data, {
        db: inTransaction(tx),
        startAfter: startAfterSeconds,
        ...("group" in job && { group: { id: job.group } }),
      });
    },
    drop: createDropper(boss, log),
    wake,
    async work(handlers) {
      await work("process-delivery", handlers["process-delivery"]);
      await work("post-confirmation", handlers["post-confirmation"]);
      await work("redeliver", handlers["redeliver"]);
      await work("poll-comments", handlers["poll-comments"]);
    },
    repeat: (queue, cron) => boss.schedule(queue, cron),
    stop: (seconds = 15) => boss.stop({ graceful: true, timeout: seconds * 1000, close: true }),
  };
}

/** On a small pool of its own: over postgres.js pg-boss cannot run its maintenance. */
async function startBoss(address: Address, log: Log): Promise<PgBoss> {
  const boss = new PgBoss({
    ...("url" in address ? { connectionString: address.url } : address),
    max: 4,
    application_name: "svc jobs",
    ...deadlines,
    superviseIntervalSeconds: lookEverySeconds,
    monitorIntervalSeconds: lookEverySeconds,
  });
  boss.on("error", (error) => log.error({ err: error.message }, "job queue"));
  try {
    // Two that made the tables at once would trip over each other.
    await inTurn(address, async () => {
      await boss.start();
      // Asked for first: to make one that is there takes far longer, and changes nothing.
      const there = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const [name, options] of Object.entries(queues)) {
        if (there.has(name)) continue;
        await boss.createQueue(name, { ...patience, ...lease, ...options, deleteAfterSeconds: 86_400 });
      }
    });
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
}

// Milliseconds. Long enough for many to go at once, and shorter than such a job waits for its turn.
const dropEvery = 1_000;

function createDropper(boss: PgBoss, log: Log): Jobs["drop"] {
  const ids = new Map<Queue, string[]>();
  return (queue, id) => {
    const waiting = ids.get(queue);
    if (waiting) return void waiting.push(id);
    ids.set(queue, [id]);
    setTimeout(() => {
      const gone = ids.get(queue) ?? [];
      ids.delete(queue);
      boss
        .deleteJob(queue, gone)
        .catch((error: Error) => log.warn({ err: error.message }, "jobs that were done stay for their turn"));
    }, dropEvery).unref();
  };
}

/** Over the caller's connection, as pg-boss wants it. */
function inTransaction(tx: Transaction) {
  return {
    async executeSql(text: string, values: unknown[] = []) {
      return { rows: await rowsOfText(tx, text, values) };
    },
  };
}
