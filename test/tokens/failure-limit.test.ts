import { expect, test } from "bun:test";
import { createFailureLimit } from "../../server/tokens/failure-limit.ts";

function limitAt() {
  const time = { now: 0 };
  return { time, limit: createFailureLimit({ most: 3, within: 60_000, clock: () => time.now }) };
}

test("so many failures are free; then the key waits until the oldest is out of the window", () => {
  const { limit, time } = limitAt();
  for (const at of [0, 10_000, 20_000]) {
    time.now = at;
    expect(limit.wait("a")).toBe(0);
    limit.record("a");
  }
  expect(limit.wait("a")).toBe(40_000);
  time.now = 60_000;
  expect(limit.wait("a")).toBe(0);
  limit.record("a");
  expect(limit.wait("a")).toBe(10_000);
});

test("the failures of one key are not held against another", () => {
  const { limit } = limitAt();
  for (let i = 0; i < 10; i++) limit.record("a");
  expect([limit.wait("a") > 0, limit.wait("b")]).toEqual([true, 0]);
});
