export type Chance = ReturnType<typeof chanceOf>;

/** The same luck for the same seed (mulberry32). */
export function chanceOf(seed: number) {
  let state = seed >>> 0;

  /** From 0 up to, and without, 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const oneOf = <T>(choices: readonly T[]): T => choices[whole(0, choices.length - 1)]!;
  const some = <T>(choices: readonly T[], most: number): T[] => [
    ...new Set(Array.from({ length: whole(0, most) }, () => oneOf(choices))),
  ];
  return { next, whole, oneOf, some };
}
