import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import type { Metrics } from "./actions.ts";
import { requireMetricsReader } from "./guard.ts";

/** What Prometheus reads. Where nobody may read it, there is no such address. */
export function metricsApi(deps: Pick<Deps, "config" | "metrics">) {
  return new Elysia().get("/metrics", async ({ request, server }) => {
    requireMetricsReader(deps.config, request, server?.requestIP(request)?.address);
    const { body, contentType } = await deps.metrics.text();
    return new Response(body, { headers: { "content-type": contentType, "cache-control": "no-store" } });
  });
}

type Ended = { request: Request; route?: string; response: unknown; set: { status?: number | string } };

/** Times every request from where it came in to where its answer began, whatever came of it. */
export function requestTimes(metrics: Metrics) {
  const begun = new WeakMap<Request, number>();
  const failed = new WeakMap<Request, number>();
  return {
    /** To be told of the answer to a failure: the framework forgets which status that was. */
    failedWith(request: Request, status: number): void {
      if (metrics.isOn) failed.set(request, status);
    },
    plugin: metrics.isOn
      ? new Elysia()
          .onRequest(({ request }) => void begun.set(request, performance.now()))
          .onAfterResponse({ as: "global" }, ({ request, route, response, set }: Ended) => {
            const since = begun.get(request);
            if (since === undefined) return;
            const status =
              failed.get(request) ??
              (response instanceof Response ? response.status : Number(set.status ?? 200));
            metrics.answered({
              method: request.method,
              route,
              status,
              milliseconds: performance.now() - since,
            });
          })
      : new Elysia(),
  };
}
