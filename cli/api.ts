import { version } from "../package.json" with { type: "json" };
import { brokenOff, unreached } from "./connection-problems.ts";
import { isJson, notSvc, refusal } from "./refusals.ts";
import type { Settings } from "./settings.ts";
import type { World } from "./world.ts";

export type Api = {
  /** Address of the server, for messages. */
  host: string;
  /** Asks for a path below `/api/v1` and gives the JSON of the answer, of which nothing is checked yet. */
  get: (path: string, query: URLSearchParams) => Promise<unknown>;
};

/**
 * The server's API, asked with a bearer token (spec 5.1). Every failure is a CliError that says what to do: `unavailable`
 * where the server is not reached or takes longer than `world.timeout`, `incomplete` where an answer breaks off.
 */
export function openApi(world: Pick<World, "fetch" | "timeout">, settings: Settings): Api {
  const { host, token } = settings;
  return {
    host,
    async get(path, query) {
      const response = await world
        .fetch(`${host}/api/v1${path}?${query.toString()}`, {
          // A token goes to the address it was meant for and to no other.
          redirect: "manual",
          signal: AbortSignal.timeout(world.timeout),
          headers: {
            authorization: `Bearer ${token}`,
            accept: "application/json",
            "user-agent": `svc/${version}`,
          },
        })
        .catch((error: unknown) => fail(unreached(error, host, world.timeout)));
      const text = await response
        .text()
        .catch((error: unknown) => fail(brokenOff(error, host, world.timeout)));
      if (!response.ok) throw refusal(response, text, settings);
      if (!isJson(response)) throw notSvc(response, host);
      try {
        return JSON.parse(text) as unknown;
      } catch (error) {
        // A proxy that loses the end of an answer may still close it in good order.
        throw brokenOff(error, host, world.timeout);
      }
    },
  };
}

function fail(error: Error): never {
  throw error;
}
