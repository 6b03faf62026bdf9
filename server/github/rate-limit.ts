import { at, type Answer } from "./answer.ts";

/** Where GitHub names no time, at least a minute: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const unnamedWait = 60;
const longestWait = 24 * 60 * 60;

/**
 * Seconds to wait where the answer is a rate limit; undefined where it is something else. A 403 can be either:
 * a missing permission is no use waiting for, and going on against a limit may get the App banned.
 */
export function rateLimitWait({ status, headers, data }: Answer, now: Date): number | undefined {
  const said = JSON.stringify([at(data, "message"), at(data, "errors")]);
  const limited =
    status === 429 ||
    (status === 403 &&
      (headers.has("retry-after") ||
        headers.get("x-ratelimit-remaining") === "0" ||
        /rate limit|abuse detection/i.test(said))) ||
    // Content posted too fast for the spam filter, disguised as a validation error.
    (status === 422 && /submitted too quickly/i.test(said));
  if (!limited) return undefined;
  return retryAfter(headers, now) ?? untilReset(headers, now) ?? unnamedWait;
}

/** The `retry-after` header in seconds, whether it holds seconds or a date. */
export function retryAfter(headers: Headers, now: Date): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = /^\d{1,9}$/.test(value) ? Number(value) : (Date.parse(value) - theirs(headers, now)) / 1000;
  return withinReason(seconds);
}

function untilReset(headers: Headers, now: Date): number | undefined {
  const reset = headers.get("x-ratelimit-reset") ?? "";
  // The reset is told with every answer, but is the one to wait for only where nothing remains.
  if (headers.get("x-ratelimit-remaining") !== "0" || !/^\d{1,12}$/.test(reset)) return undefined;
  return withinReason(Number(reset) - theirs(headers, now) / 1000);
}

/** GitHub's clock in milliseconds where the answer tells it: the two times then come from one clock. */
function theirs(headers: Headers, now: Date): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? now.getTime() : date;
}

function withinReason(seconds: number): number | undefined {
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(longestWait, Math.max(1, Math.ceil(seconds)));
}
