import { version } from "../package.json" with { type: "json" };
import { brokenOff, unreached } from "./connection-problems.ts";
import { isJson, notSvc, refusal } from "./refusals.ts";
import type { Settings } from "./settings.ts";
import { patienceOf, type TextStream, textOf } from "./text-stream.ts";
import type { World } from "./world.ts";

/** Paths are below `/api/v1`. Of a body nothing is checked yet. */
export type Api = {
  /** Address of the server, for messages. */
  host: string;
  get: (path: string, query?: URLSearchParams) => Promise<unknown>;
  post: (path: string, body?: unknown) => Promise<unknown>;
  patch: (path: string, body: unknown) => Promise<unknown>;
  delete: (path: string) => Promise<void>;
  /** An answer of any length, chunk by chunk: `world.timeout` counts from one chunk to the next. */
  stream: (path: string, query: URLSearchParams, accept: string) => Promise<TextStream>;
  /** An answer as it is, a refusal too. */
  ask: (request: ApiRequest) => Promise<{ response: Response; text: string }>;
};

export type ApiRequest = { method: string; path: string; query?: URLSearchParams; body?: string };

/**
 * The server's API, asked with a bearer token (spec 5.1). Every failure is a CliError that says what to do: `unavailable`
 * where the server is not reached or takes longer than `world.timeout`, `incomplete` where an answer breaks off.
 */
export function openApi(world: Pick<World, "fetch" | "timeout">, settings: Settings): Api {
  const { host } = settings;
  const { timeout } = world;

  function send({ method, path, query, body }: ApiRequest, accept: string, signal: AbortSignal) {
    const search = query && query.size > 0 ? `?${query}` : "";
    return world
      .fetch(`${host}/api/v1${path}${search}`, {
        method,
        // A token goes to the address it was meant for and to no other.
        redirect: "manual",
        signal,
        headers: {
          ...(settings.token && { authorization: `Bearer ${settings.token}` }),
          accept,
          "user-agent": `svc/${version}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body }),
      })
      .catch((error: unknown) => fail(unreached(error, host, timeout)));
  }

  async function ask(request: ApiRequest) {
    const response = await send(request, "application/json", AbortSignal.timeout(timeout));
    return { response, text: await textFrom(response) };
  }

  async function json(method: string, path: string, more: Partial<ApiRequest> = {}): Promise<unknown> {
    const { response, text } = await ask({ method, path, ...more });
    if (!response.ok) throw refusal(response, text, settings);
    if (response.status === 204) return null;
    if (!isJson(response)) throw notSvc(response, host);
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      // A proxy that loses the end of an answer may still close it in good order.
      throw brokenOff(error, host, timeout);
    }
  }

  return {
    host,
    ask,
    get: (path, query) => json("GET", path, query && { query }),
    post: (path, body) => json("POST", path, body === undefined ? {} : { body: JSON.stringify(body) }),
    patch: (path, body) => json("PATCH", path, { body: JSON.stringify(body) }),
    delete: async (path) => void (await json("DELETE", path)),
    async stream(path, query, accept) {
      const patience = patienceOf(timeout);
      try {
        const response = await send({ method: "GET", path, query }, accept, patience.signal).catch(
          (error: unknown) => {
            patience.end();
            throw error;
          },
        );
        if (!response.ok) throw refusal(response, await textFrom(response), settings);
        if (!response.headers.get("content-type")?.startsWith(accept)) {
          await response.body?.cancel();
          throw notSvc(response, host);
        }
        const body = response.body ?? new Response("").body!;
        return { headers: response.headers, chunks: textOf(body, patience, { host, timeout }) };
      } catch (error) {
        // Its timer would keep the program waiting.
        patience.end();
        throw error;
      }
    },
  };

  function textFrom(response: Response): Promise<string> {
    return response.text().catch((error: unknown) => fail(brokenOff(error, host, timeout)));
  }
}

function fail(error: Error): never {
  throw error;
}
