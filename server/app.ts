import { Elysia } from "elysia";
import { isOutage } from "../db/outage.ts";
import type { Deps } from "./deps.ts";
import { webhook } from "./deliveries/webhook.ts";
import { entriesApi } from "./entries/api.ts";
import { AppError, problemResponse } from "./errors.ts";

/** All routes on one root, with the one handler of errors. It listens to nothing by itself. */
export function buildApp(deps: Deps) {
  const app = new Elysia({
    // Off, unknown fields would be dropped and a typo would widen a report (D25).
    normalize: false,
    // Off, the router and `new URL()` could disagree on the path, and a guard be passed by.
    handler: { standardHostname: false },
  });
  return app
    .onRequest(({ request, set }) => {
      set.headers["x-request-id"] = requestId(request);
      set.headers["x-content-type-options"] = "nosniff";
    })
    .onError({ as: "global" }, ({ error, code, request, set }) => {
      const id = String(set.headers["x-request-id"] ?? requestId(request));
      return problemResponse(expected(deps, app, { error, code, request, id }), id);
    })
    .get("/healthz", () => new Response("ok\n"))
    .get("/readyz", async () => {
      await deps.db.$client`select 1`;
      return new Response("ready\n");
    })
    .use(webhook(deps))
    .use(entriesApi(deps));
}

type Failure = { error: unknown; code: unknown; request: Request; id: string };

/** What went wrong as a refusal that may be told; a bug is logged whole and tells nothing (D26). */
function expected({ log }: Deps, app: Elysia, { error, code, request, id }: Failure): AppError {
  if (error instanceof AppError) return error;
  const path = new URL(request.url, "http://internal").pathname;
  if (code === "NOT_FOUND") return unknownRoute(app, request.method, path);
  if (code === "PARSE") {
    return new AppError(
      "malformed",
      "malformed_body",
      "The body could not be read. Send JSON and say so in Content-Type.",
    );
  }
  if (isOutage(error)) {
    log.warn(
      { request_id: id, path, err: String(error instanceof Error ? (error.cause ?? error) : error) },
      "the database cannot be reached",
    );
    return new AppError(
      "unavailable",
      "database_unavailable",
      "The database cannot be reached just now. Try again in some seconds.",
      { retryAfter: 5 },
    );
  }
  log.error({ request_id: id, method: request.method, path, err: error }, "a request failed");
  return new AppError(
    "internal",
    "internal_error",
    `Something went wrong on our side. Try again; if it stays, tell your admin this request id: ${id}.`,
  );
}

function unknownRoute(app: Elysia, method: string, path: string): AppError {
  const methods = app.routes.filter((route) => matches(route.path, path)).map((route) => route.method);
  if (methods.length === 0) {
    return new AppError(
      "notFound",
      "not_found",
      "There is nothing at this address. Check it for typing errors.",
    );
  }
  const allowed = [
    ...new Set(methods.flatMap((known) => (known === "GET" ? ["GET", "HEAD"] : [known]))),
  ].join(", ");
  return new AppError(
    "methodNotAllowed",
    "method_not_allowed",
    `This address does not answer ${method}. It answers ${allowed}.`,
    {
      headers: { allow: allowed },
    },
  );
}

function matches(route: string, path: string): boolean {
  const [wanted, given] = [route.split("/"), path.split("/")];
  return (
    wanted.length === given.length &&
    wanted.every((part, place) => part.startsWith(":") || part === given[place])
  );
}

/** The caller's own id where it sends a plain one, so that its logs and ours can be read together. */
function requestId(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given && /^[A-Za-z0-9_.-]{8,64}$/.test(given) ? given : crypto.randomUUID();
}
