import { expect, test } from "bun:test";
import fc from "fast-check";
import { createRateLimit } from "../../server/tokens/rate-limit.ts";

const minute = 60_000;

function start(perMinute: number, keys?: number) {
  const time = { now: 5_000 };
  const limit = createRateLimit({ perMinute, clock: () => time.now, ...(keys && { keys }) });
  /** How many of so many requests at once are let through. */
  const send = (count: number, key = 1) =>
    Array.from({ length: count }, () => limit.take(key)).filter(({ wait }) => wait === 0).length;
  return { time, limit, send };
}

test("a minute's worth may come at once, and not one more", () => {
  const { send } = start(1200);
  expect(send(2000)).toBe(1200);
});

test("then it goes on at an even pace, and a minute of rest fills the bucket again", () => {
  const { time, send } = start(1200);
  send(1200);
  time.now += 50;
  expect(send(10)).toBe(1);
  time.now += 1_000;
  expect(send(100)).toBe(20);
  time.now += minute;
  expect(send(2000)).toBe(1200);
  time.now += 100 * minute;
  expect(send(2000)).toBe(1200);
});

test("who is refused hears how long to wait: then it works, and a moment earlier it does not", () => {
  const { time, limit, send } = start(7);
  send(7);
  const { wait } = limit.take(1);
  expect(wait).toBeCloseTo(minute / 7, 0);
  time.now += wait - 1;
  expect(limit.take(1).wait).toBeGreaterThan(0);
  time.now += 1;
  expect(limit.take(1).wait).toBe(0);
});

test("being refused costs nothing: who keeps trying is let through no later", () => {
  const { time, limit, send } = start(60);
  send(60);
  for (let n = 0; n < 99; n++) {
    time.now += 10;
    expect(limit.take(1).wait).toBeGreaterThan(0);
  }
  time.now += 10;
  expect(limit.take(1).wait).toBe(0);
});

test("it tells what is left, and when all of it is there again", () => {
  const { time, limit } = start(60);
  expect(limit.take(1)).toEqual({ wait: 0, left: 59, fullIn: 1_000 });
  expect(limit.take(1)).toEqual({ wait: 0, left: 58, fullIn: 2_000 });
  time.now += 1_500;
  expect(limit.take(1)).toEqual({ wait: 0, left: 58, fullIn: 1_500 });
});

test("each token has a bucket of its own", () => {
  const { send } = start(3);
  expect([send(5, 1), send(5, 2), send(5, 1)]).toEqual([3, 3, 0]);
});

test("of more tokens than are kept, those used last are", () => {
  const { send } = start(1, 2);
  expect([send(1, 1), send(1, 2), send(1, 1), send(1, 3)]).toEqual([1, 1, 0, 1]);
  expect([send(1, 1), send(1, 2)]).toEqual([0, 1]);
});

test("whatever the pauses, it lets through what a bucket that is filled drop by drop does", () => {
  const pauses = fc.array(fc.integer({ min: 0, max: 4_000 }), { maxLength: 300 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), pauses, (perMinute, given) => {
      const { time, limit } = start(perMinute);
      // In 60,000ths of a request, so that the model counts in whole numbers.
      let level = perMinute * minute;
      for (const pause of given) {
        time.now += pause;
        level = Math.min(perMinute * minute, level + pause * perMinute);
        const through = level >= minute;
        if (through) level -= minute;
        expect(limit.take(1)).toEqual({
          wait: through ? 0 : expect.any(Number),
          left: Math.floor(level / minute),
          fullIn: expect.closeTo(minute - level / perMinute, 3) as number,
        });
      }
    }),
  );
});

test("when it is full again is exact, wherever the clock stands", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e9, noNaN: true }), (now) => {
      const limit = createRateLimit({ perMinute: 3, clock: () => now });
      expect([limit.take(1).fullIn, limit.take(1).fullIn, limit.take(1).fullIn]).toEqual([
        20_000, 40_000, 60_000,
      ]);
    }),
  );
});
