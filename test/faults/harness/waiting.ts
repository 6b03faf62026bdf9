/** Waits until it holds; throws `otherwise` where it takes longer than so many milliseconds. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  otherwise: string | (() => string),
  everyMs = 50,
): Promise<void> {
  for (const end = performance.now() + withinMs; !(await condition()); await Bun.sleep(everyMs)) {
    if (performance.now() > end) {
      const what = typeof otherwise === "string" ? otherwise : otherwise();
      throw new Error(`${what} (after ${Math.round(withinMs / 1000)} s)`);
    }
  }
}

/** Milliseconds that it took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The value below which such a part of them lies, e.g. 0.99. */
export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
