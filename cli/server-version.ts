import { brokenOff, unreached } from "./connection-problems.ts";
import { unknownForm } from "./unknown-form.ts";
import type { World } from "./world.ts";

/** The version that a server says it is, from the document of its API, which takes no token. */
export async function readServerVersion(
  world: Pick<World, "fetch" | "timeout">,
  host: string,
): Promise<string> {
  const response = await world
    .fetch(`${host}/openapi.json`, { redirect: "manual", signal: AbortSignal.timeout(world.timeout) })
    .catch((error: unknown) => fail(unreached(error, host, world.timeout)));
  const text = await response.text().catch((error: unknown) => fail(brokenOff(error, host, world.timeout)));
  const version = versionIn(text);
  if (!response.ok || version === undefined) throw unknownForm(host);
  return version;
}

function versionIn(text: string): string | undefined {
  try {
    const { info } = JSON.parse(text) as { info?: { version?: unknown } };
    return typeof info?.version === "string" ? info.version : undefined;
  } catch {
    return undefined;
  }
}

function fail(error: Error): never {
  throw error;
}
