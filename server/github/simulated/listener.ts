import { isAppPage } from "./app-pages.ts";
import { conditional } from "./conditional.ts";
import type { Faults } from "./faults.ts";
import type { ReceivedRequest, Reply } from "./rest.ts";

type Service = {
  basePath: string;
  now: () => Date;
  faults: Faults;
  /** Every request is added as it comes in. */
  requests: ReceivedRequest[];
  reply(request: ReceivedRequest): Reply;
  /** How many requests are remembered. */
  keeps: number;
  /** Free if it can be had; 0 for any. */
  port: number;
  front: Front | undefined;
};

/** Sees each request before anything else does, and may answer it. */
export type Front = (request: Request) => Promise<Response | undefined>;

/** Listens on loopback and lets the arranged faults strike. Throws where the port is taken. */
export function serve({ basePath, now, faults, requests, reply, keeps, port, front }: Service) {
  let remaining = 5000;

  function responseOf({ status, body, headers }: Reply): Response {
    // What is known already costs nothing.
    if (status !== 304) remaining = Math.max(0, remaining - 1);
    const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
    return new Response(status === 304 ? null : text, {
      status,
      headers: { ...usualHeaders(now(), remaining), ...headers },
    });
  }

  return Bun.serve({
    hostname: "127.0.0.1",
    port,
    reusePort: false,
    development: false,
    async fetch(request, server) {
      server.timeout(request, 0);
      const answered = await front?.(request);
      if (answered) return answered;
      const received = await receive(request, basePath, now());
      if (!received) return new Response("There is nothing here.", { status: 404 });
      requests.push(received);
      if (requests.length > keeps) requests.shift();
      const fault = faults.strike(received);
      if (fault?.delayMs) await Bun.sleep(fault.delayMs);
      const accident = fault?.respond;
      if (typeof accident === "object") return responseOf({ body: undefined, ...accident });
      if (accident === "reset") return cutOff();
      if (accident === "hang") return new Promise<Response>(() => {});
      const response = responseOf(conditional(received, reply(received)));
      received.status = response.status;
      if (accident === "reset_after") return cutOff();
      if (accident === "cut_answer") return cutOff(response);
      return response;
    },
  });
}

function usualHeaders(now: Date, remaining: number): Record<string, string> {
  const nextHour = Math.ceil((now.getTime() + 1) / 3_600_000) * 3600;
  return {
    "content-type": "application/json; charset=utf-8",
    date: now.toUTCString(),
    "x-github-media-type": "github.v3; format=json",
    "x-github-request-id": crypto.randomUUID(),
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-used": String(5000 - remaining),
    "x-ratelimit-reset": String(nextHour),
    "x-ratelimit-resource": "core",
  };
}

async function receive(request: Request, basePath: string, at: Date): Promise<ReceivedRequest | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const onSite = pathname.startsWith("/login/") || pathname === "/favicon.ico" || isAppPage(pathname);
  if (!onSite && !pathname.startsWith(`${basePath}/`)) return undefined;
  const text = await request.text();
  return {
    method: request.method,
    path: onSite ? pathname : pathname.slice(basePath.length),
    onSite,
    query: Object.fromEntries(searchParams),
    headers: Object.fromEntries(request.headers),
    body: parsed(text),
    at,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Cuts the connection, before an answer or in the middle of one: a server has no other way to it than a body that fails. */
function cutOff(answer?: Response): Response {
  async function* body() {
    const text = (await answer?.text()) ?? "";
    if (text !== "") yield text.slice(0, text.length / 2);
    // Time for what there is of the answer to leave.
    await Bun.sleep(10);
    throw new Error("Cut off, as arranged.");
  }
  return new Response(body(), answer && { status: answer.status, headers: answer.headers });
}
