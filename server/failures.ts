import type { AnyElysia } from "elysia";
import { isOutage } from "../db/outage.ts";
import type { Deps } from "./deps.ts";
import { AppError, problemResponse, SignInFirst, statusOf, titleOf } from "./errors.ts";
import { pageFor } from "./panel.ts";
import { ErrorPage } from "./ui/error-page.tsx";
import type { Frame } from "./ui/frame.ts";

type Failure = {
  error: unknown;
  code: unknown;
  request: Request;
  /** The request's. */
  id: string;
  /** Whoever was signed in, where the guard had come so far. */
  user: Frame["user"];
};

/** Every answer to a request that came to nothing: the way to sign in, a page for a person, a problem for a program (D26). */
export function answerFailure(
  deps: Pick<Deps, "config" | "log">,
  app: AnyElysia,
  failure: Failure,
): Response {
  const { request, id, user } = failure;
  const refusal = refusalOf(deps, app, failure);
  if (refusal instanceof SignInFirst) {
    const next = refusal.next === "" ? "" : `?${new URLSearchParams({ next: refusal.next })}`;
    return new Response(null, { status: 303, headers: { location: `/sign-in${next}` } });
  }
  if (!isForPerson(request)) return problemResponse(refusal, id);
  const { frame, show } = pageFor(deps, request, user);
  const status = statusOf[refusal.kind];
  const { code, message, kind, retryAfter, headers } = refusal;
  const page = ErrorPage({ frame, status, title: titleOf[kind], message, code, requestId: id });
  const wait = retryAfter !== undefined && { "retry-after": String(Math.ceil(retryAfter)) };
  return show(page, { status, headers: { ...headers, ...wait } });
}

/** A browser asks for pages; what lies under /api and /webhooks is for programs, whatever asks. */
function isForPerson(request: Request): boolean {
  const accepted = request.headers.get("accept") ?? "";
  return accepted.includes("text/html") && !/^\/(api|webhooks)\//.test(pathOf(request));
}

/** What went wrong as a refusal that may be told; a bug is logged whole and tells nothing (D26). */
function refusalOf(
  { log }: Pick<Deps, "log">,
  app: AnyElysia,
  { error, code, request, id }: Failure,
): AppError {
  const path = pathOf(request);
  if (error instanceof AppError) {
    // Whoever was told to come back can ask why, by the id.
    if (statusOf[error.kind] >= 500)
      log.warn({ request_id: id, path, code: error.code, problem: error.message }, "a request was put off");
    return error;
  }
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

/** The path as the router sees it. */
export function pathOf(request: Request): string {
  return new URL(request.url, "http://internal").pathname;
}

function unknownRoute(app: AnyElysia, method: string, path: string): AppError {
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
    { headers: { allow: allowed } },
  );
}

function matches(route: string, path: string): boolean {
  // The router takes an address with and without a slash at its end for the same.
  const [wanted, given] = [partsOf(route), partsOf(path)];
  return (
    wanted.length === given.length &&
    wanted.every((part, place) => part.startsWith(":") || part === given[place])
  );
}

function partsOf(path: string): string[] {
  return path.replace(/(.)\/$/, "$1").split("/");
}
