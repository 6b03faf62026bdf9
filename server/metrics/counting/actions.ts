import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Queries } from "../../../db/connect.ts";
import type { Log } from "../../log.ts";
import type { Metrics } from "../actions.ts";
import { backlog } from "../store.ts";

/** Each instance counts for itself, but for what is asked of the database when they are read. */
export function createMetrics({ db, log }: { db: Queries; log: Log }): Metrics {
  const registers = [new Registry()];
  const requests = new Histogram({
    name: "svc_http_request_duration_seconds",
    help: "Time until the answer to a request began, by route and class of status.",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const events = new Counter({
    name: "svc_webhook_events_total",
    help: "Deliveries of the code host that were processed, by what came of them.",
    labelNames: ["outcome"] as const,
    registers,
  });
  const made = new Counter({
    name: "svc_entries_created_total",
    help: "Entries made of comments, by kind and whether a client was found.",
    labelNames: ["kind", "attribution"] as const,
    registers,
  });
  const checks = new Counter({
    name: "svc_token_auth_total",
    help: "Requests to the API by what came of their token.",
    labelNames: ["result"] as const,
    registers,
  });
  const remaining = new Gauge({
    name: "svc_codehost_rate_remaining",
    help: "Requests that the code host would still answer, as it last said.",
    labelNames: ["resource"] as const,
    registers,
  });
  const outbox = new Gauge({
    name: "svc_outbox_depth",
    help: "Replies that were not posted: pending, or given up as failed. The same on every instance.",
    labelNames: ["state"] as const,
    registers,
  });
  const age = new Gauge({
    name: "svc_last_event_age_seconds",
    help: "Time since the code host delivered last, or a comment was read. The same on every instance.",
    registers,
  });
  const [registry] = registers as [Registry];
  let beganProcess = false;
  const timers = new Map<string, { observe(seconds: number): void }>();

  async function lookAtBacklog(): Promise<void> {
    outbox.reset();
    age.set(NaN);
    try {
      const { pending, failed, lastEventSeconds } = await backlog(db);
      outbox.set({ state: "pending" }, pending);
      outbox.set({ state: "failed" }, failed);
      if (lastEventSeconds !== null) age.set(lastEventSeconds);
    } catch (error) {
      // The rest is wanted most on such a day.
      log.warn({ err: String(error) }, "the database did not say for /metrics what waits");
    }
  }

  return {
    isOn: true,
    answered({ method, route, status, milliseconds }) {
      const labels = {
        method: methods.has(method) ? method : "other",
        route: route ?? "none",
        status: `${Math.floor(status / 100)}xx`,
      };
      const key = `${labels.method} ${labels.route} ${labels.status}`;
      const timer = timers.get(key) ?? requests.labels(labels);
      timers.set(key, timer);
      timer.observe(milliseconds / 1000);
    },
    delivered: (outcome) => events.inc({ outcome }),
    entriesMade: (kind, attribution) => made.inc({ kind, attribution }),
    tokenChecked: (result) => checks.inc({ result }),
    hostAnswered(headers) {
      const left = headers.get("x-ratelimit-remaining");
      const resource = headers.get("x-ratelimit-resource") ?? "core";
      if (left !== null && /^\d{1,9}$/.test(left) && /^[a-z_]{1,40}$/.test(resource))
        remaining.set({ resource }, Number(left));
    },
    async text() {
      if (!beganProcess) collectDefaultMetrics({ register: registry });
      beganProcess = true;
      // To look at them Bun collects all its garbage, a quarter of a second in which nobody is answered.
      for (const part of ["total", "used", "available"])
        registry.removeSingleMetric(`nodejs_heap_space_size_${part}_bytes`);
      await lookAtBacklog();
      return { body: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

// Whatever else somebody sends would be one series more.
const methods = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);
