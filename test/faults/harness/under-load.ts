import type { SvcProcess } from "../../support/svc-process.ts";
import { until } from "./waiting.ts";
import type { World } from "./world.ts";

type Load = {
  token: string;
  width?: number;
  pauseMs?: number;
} & (
  | { svc: SvcProcess }
  /** GET below /api/v1 by another way. */
  | { ask(path: string, token: string): Promise<Response> }
);

/** Comments and lists, so many of each under way at any time until `end`, which tells the statuses and the slowest answer in ms. */
export function loaded(world: World, { token, width = 3, pauseMs = 30, ...whom }: Load) {
  const seen: Record<number, number> = {};
  const slow: number[] = [];
  const state = { over: false };
  const worker = async (ask: () => Promise<number>) => {
    while (!state.over) {
      const start = performance.now();
      const status = await ask();
      slow.push(performance.now() - start);
      seen[status] = (seen[status] ?? 0) + 1;
      await Bun.sleep(pauseMs);
    }
  };
  const ask = "ask" in whom ? whom.ask : (path: string) => world.api(whom.svc, path, token);
  const list = () =>
    ask("/time-entries?limit=5", token).then(
      ({ status }) => status,
      () => 0,
    );
  const work = Array.from({ length: width }, () => [worker(() => world.say()), worker(list)]).flat();
  return {
    async end() {
      state.over = true;
      await Promise.all(work);
      return { seen, slowest: Math.max(...slow) };
    },
  };
}

/** Milliseconds until svc is ready and takes a comment; fails where they are more than so many. */
export async function worksWithin(world: World, svc: SvcProcess, withinMs: number): Promise<number> {
  const start = performance.now();
  await until(
    async () => (await fetch(`${svc.url}/readyz`)).status === 200 && (await world.say()) === 200,
    withinMs,
    "svc did not come back",
    100,
  );
  return performance.now() - start;
}

/** E.g. `1.5 s`. */
export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;
