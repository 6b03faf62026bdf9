import type { Config } from "../../config.ts";
import type { Fetch } from "../../github/bounded-fetch.ts";
import { CommandProblem } from "../problem.ts";

/**
 * Asks the svc that listens on this machine whether it can do its work, for a container that is asked how it is.
 * @throws CommandProblem with what it said, or that it did not answer.
 */
export async function healthcheck(
  { host, port }: Pick<Config, "host" | "port">,
  fetch: Fetch,
): Promise<string> {
  const address = `http://${reachable(host)}:${port}/readyz`;
  let answer: Response;
  try {
    answer = await fetch(address, { signal: AbortSignal.timeout(patienceMs), redirect: "manual" });
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    throw new CommandProblem(
      `${address} ${late ? `did not answer within ${patienceMs / 1000} s` : "does not answer"}. Is svc running here, with this PORT?`,
    );
  }
  const said = await answer.text().catch(() => "");
  if (answer.status === 200) return said;
  throw new CommandProblem(`${address} answers ${answer.status}: ${reasonIn(said)}`);
}

// Less than what containers are given to answer.
const patienceMs = 4_000;

/** Who listens everywhere is asked on loopback. */
function reachable(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function reasonIn(said: string): string {
  try {
    const { detail } = JSON.parse(said) as { detail?: unknown };
    if (typeof detail === "string") return detail;
  } catch {
    // Whatever answers there is not svc.
  }
  return "it is not the svc of this machine. Set PORT to the one that svc listens on.";
}
