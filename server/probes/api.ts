import { Elysia } from "elysia";
import { type ProbedDeps, readiness } from "./actions.ts";

/** What supervisors and load balancers ask. `/healthz`: the process runs. `/readyz`: it can do its work, or a 503 says why not. */
export function probes(deps: ProbedDeps) {
  const headers = { "cache-control": "no-store" };
  return new Elysia()
    .get("/healthz", () => new Response("ok\n"))
    .get("/readyz", async () => Response.json(await readiness(deps, new Date()), { headers }));
}
