import { request } from "@octokit/request";
import type { Log } from "../log.ts";
import { type Answer, at } from "./answer.ts";
import { boundedFetch, type Fetch } from "./bounded-fetch.ts";

/** One question to GitHub and whatever came back, by way of @octokit/request. */
export type Exchange = {
  /** Any status is an answer; where there was none, throws the reason. */
  ask(asked: Asked): Promise<Answer>;
  /** The same connection for Octokit's own use. */
  octokit: typeof request;
};

export type Asked = {
  /** Method and path template as GitHub documents them. */
  route: string;
  /** Escaped into the path; those it has no place for make the query or the body. */
  parameters: Record<string, string | number>;
  /** The body, where the names in it are not parameters: Octokit would take its `url` for where to ask. */
  body?: Record<string, string>;
  authorization?: string;
  /** Where it is not the REST API that is asked. */
  accept?: string;
  mostBytes?: number | undefined;
  etag?: string | undefined;
};

const usualMostBytes = 1024 * 1024;

export function connectExchange(to: { apiUrl: string; fetch: Fetch; timeoutMs: number; log: Log }): Exchange {
  const { apiUrl, timeoutMs, log } = to;
  const within = (mostBytes = usualMostBytes) => boundedFetch(to.fetch, { timeoutMs, mostBytes });
  const octokit = request.defaults({
    baseUrl: apiUrl,
    headers: { "user-agent": "svc", "x-github-api-version": "2022-11-28" },
    request: { fetch: within(), log: { warn: (message: string) => log.warn(message) } },
  });

  async function ask({
    route,
    parameters,
    body,
    authorization,
    accept,
    mostBytes,
    etag,
  }: Asked): Promise<Answer> {
    const headers = {
      ...(authorization && { authorization }),
      ...(accept && { accept }),
      ...(etag && { "if-none-match": etag }),
    };
    const settings = { headers, request: { fetch: within(mostBytes) }, ...(body && { data: body }) };
    try {
      return answerOf(await octokit(route, { ...parameters, ...settings }));
    } catch (error) {
      const answer = answerWithin(error);
      if (answer) return answer;
      throw reasonOf(error);
    }
  }

  return { ask, octokit };
}

/** The answer because of which Octokit threw, if there was one. */
export function answerWithin(error: unknown): Answer | undefined {
  const response = error instanceof Error && "response" in error ? error.response : undefined;
  return isResponse(response) ? answerOf(response) : undefined;
}

/** What really went wrong, without Octokit's wrapping. */
export function reasonOf(error: unknown): unknown {
  return (error instanceof Error && error.cause) || error;
}

type OctokitResponse = { status: number; headers: object; data?: unknown };

function isResponse(value: unknown): value is OctokitResponse {
  return typeof at(value, "status") === "number" && typeof at(value, "headers") === "object";
}

function answerOf({ status, headers, data }: OctokitResponse): Answer {
  const entries = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { status, headers: new Headers(entries), data };
}
