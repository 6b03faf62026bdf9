import { AppError } from "../errors.ts";
import type { Authorization } from "./authorization.ts";

/** The answer to an Authorization header that holds no token, with the challenge of RFC 6750 section 3 (D26). */
export function refusedHeader({ kind, message }: Exclude<Authorization, { kind: "token" }>): AppError {
  if (kind === "several") {
    return new AppError("malformed", "invalid_request", message, challenge("invalid_request"));
  }
  if (kind === "mangled") {
    return new AppError("unauthenticated", "token_malformed", message, challenge("invalid_token"));
  }
  return new AppError("unauthenticated", "unauthenticated", message, challenge());
}

/** Unknown, revoked, and owned by somebody outside the organisations: one answer for all, so that it tells nobody which (D26). */
export function invalidToken(): AppError {
  return new AppError(
    "unauthenticated",
    "invalid_token",
    "This token does not work: it may be mistyped or revoked, or its owner may have left the organisation. Make another under Admin → Tokens.",
    challenge("invalid_token"),
  );
}

/** Too many wrong tokens with one prefix: the rest wait, right or wrong, unless they were proven before (D16). */
export function tooManyFailures(seconds: number): AppError {
  return new AppError(
    "tooMany",
    "too_many_wrong_tokens",
    `Too many wrong tokens that begin like this one were sent. Wait ${seconds} s and try again; if it is not you who sends them, revoke the token and make another.`,
    { retryAfter: seconds },
  );
}

/** A token is compared once, slowly, before it is remembered; this many at once is more than the machine can do. */
export function tooBusyToCheck(kind: "tooMany" | "unavailable"): AppError {
  return new AppError(
    kind,
    "token_checks_busy",
    "Too many tokens are being checked for the first time just now. Try again in 2 s.",
    { retryAfter: 2 },
  );
}

/** A token that sends more than its share. @param seconds until the next request is let through. */
export function tooManyRequests(perMinute: number, seconds: number): AppError {
  return new AppError(
    "tooMany",
    "rate_limited",
    `This token sends more than ${perMinute} requests a minute. Wait ${seconds} s and go on; with limit=1000 or as CSV a list takes fewer.`,
    { retryAfter: seconds },
  );
}

function challenge(error?: "invalid_request" | "invalid_token"): { headers: Record<string, string> } {
  return { headers: { "www-authenticate": `Bearer realm="svc"${error ? `, error="${error}"` : ""}` } };
}
