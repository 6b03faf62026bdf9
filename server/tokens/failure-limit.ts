import { recentMap } from "../recent-map.ts";

export type FailureLimit = {
  record(key: string): void;
  /** Milliseconds until the key may try again; 0 when it may now. */
  wait(key: string): number;
};

/**
 * Counts failures by key over a sliding window (D16). It spares the processor, not the secret: 208 bits are not guessed.
 * @param within length of the window in milliseconds.
 */
export function createFailureLimit(limits: {
  most: number;
  within: number;
  clock: () => number;
}): FailureLimit {
  const failures = recentMap<string, number[]>(10_000);

  function recent(key: string): number[] {
    const since = limits.clock() - limits.within;
    return (failures.get(key) ?? []).filter((at) => at > since);
  }

  return {
    record: (key) => failures.set(key, [...recent(key), limits.clock()].slice(-limits.most)),
    wait(key) {
      const times = recent(key);
      return times.length < limits.most ? 0 : times[0]! + limits.within - limits.clock();
    },
  };
}
