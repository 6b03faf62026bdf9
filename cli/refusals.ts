import type { Problem } from "../server/errors.ts";
import { CliError, exitOfStatus } from "./errors.ts";
import { anotherToken, type Settings } from "./settings.ts";

/** An answer that is not a success, told to the person (D26). */
export function refusal(response: Response, text: string, settings: Settings): CliError {
  const { status } = response;
  if (status >= 300 && status < 400) return sentOn(response, settings.host);
  const problem = isJson(response) ? readProblem(text) : undefined;
  if (!problem) return notSvc(response, settings.host);
  const named = `(${status} ${problem.code})`;
  if (status === 401) {
    return new CliError(
      "auth",
      `the token in ${settings.tokenFrom} does not work for ${settings.host}, or no longer ${named}`,
      anotherToken(settings),
      problem.request_id,
    );
  }
  return new CliError(
    exitOfStatus(status),
    `${problem.detail.replace(/\.$/, "")} ${named}`,
    exitOfStatus(status) === "unavailable" ? whenAgain(response, problem) : undefined,
    problem.request_id,
  );
}

/** Something answered that is not svc: a proxy, a sign-in page, another program on the port. */
export function notSvc(response: Response, host: string): CliError {
  const type = response.headers.get("content-type")?.split(";")[0];
  const what = type === "text/html" ? "a web page" : (type ?? "something unreadable");
  return new CliError(
    exitOfStatus(response.status),
    `${host} answered with ${what} (${response.status}), not as svc does`,
    "Check the address (--host or SVC_HOST), and any proxy or sign-in page before it",
  );
}

export function isJson(response: Response): boolean {
  return /^application\/(problem\+)?json\b/.test(response.headers.get("content-type") ?? "");
}

function sentOn(response: Response, host: string): CliError {
  const target = response.headers.get("location") ?? "";
  const origin = URL.canParse(target, host) ? new URL(target, host).origin : host;
  return new CliError(
    "failed",
    `${host} sends requests on to ${origin === host ? "another page" : origin} (${response.status}), and your token was kept back`,
    "Set --host or SVC_HOST to the address on which svc itself answers",
  );
}

function readProblem(text: string): Problem | undefined {
  try {
    const found = JSON.parse(text) as Partial<Problem> | null;
    const told = [found?.code, found?.detail, found?.request_id ?? ""];
    return told.every((each) => typeof each === "string") ? (found as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Nothing where the server's own words say it already. */
function whenAgain(response: Response, { detail }: Problem): string | undefined {
  if (/\bagain\b/i.test(detail)) return undefined;
  const after = response.headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(after) ? `Try again in ${after} s` : "Try again in a moment";
}
