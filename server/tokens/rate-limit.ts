import { recentMap } from "../recent-map.ts";

export type RateLimit = {
  /** Counts one request of the key, if there is room for it. */
  take(key: number): Share;
};

/** What a token has left. */
export type Share = {
  /** Milliseconds until the request is let through; 0 where it is now. */
  wait: number;
  /** Requests that may follow at once. */
  left: number;
  /** Milliseconds until all of it is there again. */
  fullIn: number;
};

const fillTime = 60_000;

/**
 * A bucket for each key that holds what it may send in a minute and fills up evenly: a script may send all of it at once
 * and goes on at an even pace. It spares the machine for the others; each instance counts for itself (D32).
 * @param clock monotonic milliseconds.
 */
export function createRateLimit({
  perMinute,
  clock,
  keys = 10_000,
}: {
  perMinute: number;
  clock: () => number;
  keys?: number;
}): RateLimit {
  const pause = fillTime / perMinute;
  // When each bucket is full again. Whoever falls out has a full one.
  const fullAt = recentMap<number, number>(keys);
  return {
    take(key) {
      const now = clock();
      const before = Math.max(now, fullAt.get(key) ?? now);
      const after = before + pause;
      // Sums of fractions are not exact: a hair too much is not too much.
      const wait = Math.max(0, after - now - fillTime - hair);
      const full = wait > 0 ? before : after;
      if (wait === 0) fullAt.set(key, full);
      return {
        wait,
        left: Math.floor((fillTime - (full - now) + hair) / pause),
        fullIn: toMicroseconds(full - now),
      };
    },
  };
}

const hair = 1e-4;

/** As the clock itself counts; what is told in whole seconds would else be one too many now and then. */
const toMicroseconds = (ms: number) => Math.round(ms * 1000) / 1000;
