import fc from "fast-check";
import { type Fuzzed, requestsOf } from "./requests.ts";
import type { startWorld } from "./world.ts";

export type Tally = {
  byKind: Record<string, Record<string, number>>;
  /** Documented answers by operation and status, and how often each was seen. */
  seen: Map<string, number>;
};

/**
 * Sends so many requests, one after the other, and fails with the smallest one that was answered with a 5xx or otherwise
 * than documented. The same seed makes the same requests.
 */
export async function campaign(
  world: Awaited<ReturnType<typeof startWorld>>,
  { requests, seed }: { requests: number; seed: number },
): Promise<Tally> {
  const tally: Tally = { byKind: {}, seen: new Map() };
  await fc.assert(
    fc.asyncProperty(requestsOf(world.document, world.known), async (request) => {
      const { status, code } = await world.send(request);
      count(tally, request, status, code);
      if (status >= 500) throw new Error(`${status} ${code}`);
    }),
    { numRuns: requests, seed },
  );
  return tally;
}

function count({ byKind, seen }: Tally, { kind, operation }: Fuzzed, status: number, code: string): void {
  const answer = code === "" ? String(status) : `${status} ${code}`;
  const counts = (byKind[kind] ??= {});
  counts[answer] = (counts[answer] ?? 0) + 1;
  const place = `${operation} ${status}`;
  seen.set(place, (seen.get(place) ?? 0) + 1);
}
