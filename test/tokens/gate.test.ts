import { expect, test } from "bun:test";
import fc from "fast-check";
import { createGate } from "../../server/tokens/gate.ts";

const limits = { atOnce: 2, waitingPerKey: 2, waitingInAll: 3, patience: 10_000 };

function gateAt(changes: Partial<typeof limits> = {}) {
  const time = { now: 0 };
  return { time, gate: createGate({ ...limits, ...changes, clock: () => time.now }) };
}

/** What each arrival was told so far; undefined while it waits. */
function watch(gate: ReturnType<typeof createGate>) {
  const told: (string | undefined)[] = [];
  return {
    told,
    arrive(key: string) {
      const place = told.push(undefined) - 1;
      void gate.enter(key).then((admission) => (told[place] = admission));
      return Bun.sleep(0);
    },
  };
}

test("so many go in at once, and only one of each key", async () => {
  const { gate } = gateAt();
  const { told, arrive } = watch(gate);
  for (const key of ["a", "a", "b", "c"]) await arrive(key);
  expect(told).toEqual(["admitted", undefined, "admitted", undefined]);
  gate.leave("b");
  await Bun.sleep(0);
  expect(told).toEqual(["admitted", undefined, "admitted", "admitted"]);
});

test("a crowd behind one key holds up the others by one turn only", async () => {
  const { gate } = gateAt({ atOnce: 1, waitingPerKey: 3, waitingInAll: 10 });
  const { told, arrive } = watch(gate);
  for (const key of ["a", "a", "a", "a", "b"]) await arrive(key);
  gate.leave("a");
  gate.leave("a");
  await Bun.sleep(0);
  expect(told).toEqual(["admitted", "admitted", undefined, undefined, "admitted"]);
});

test("too many behind one key are crowded, too many in all find it full", async () => {
  const { gate } = gateAt({ atOnce: 1 });
  const { told, arrive } = watch(gate);
  for (const key of ["a", "a", "a", "a", "b", "c"]) await arrive(key);
  expect(told).toEqual(["admitted", undefined, undefined, "crowded", undefined, "full"]);
  expect(gate.waiting).toBe(3);
});

test("who waited too long is sent away, and frees the place", async () => {
  const { gate, time } = gateAt({ atOnce: 1, waitingPerKey: 1 });
  const { told, arrive } = watch(gate);
  await arrive("a");
  await arrive("a");
  time.now = 10_001;
  await arrive("a");
  expect(told).toEqual(["admitted", "late", undefined]);
  gate.leave("a");
  await Bun.sleep(0);
  expect(told).toEqual(["admitted", "late", "admitted"]);
});

test("whatever comes and goes, no limit is passed and nobody waits while there is room", async () => {
  const step = fc.oneof(
    fc.record({ enter: fc.constantFrom("a", "b", "c", "d") }),
    fc.record({ leave: fc.nat(3) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { gate } = gateAt();
      const inside: string[] = [];
      const waiting: string[] = [];
      for (const step of steps) {
        if ("enter" in step) {
          waiting.push(step.enter);
          void gate.enter(step.enter).then((admission) => {
            waiting.splice(waiting.indexOf(step.enter), 1);
            if (admission === "admitted") inside.push(step.enter);
          });
        } else if (inside.length > 0) {
          gate.leave(inside.splice(step.leave % inside.length, 1)[0]!);
        }
        for (let i = 0; i < 5; i++) await Promise.resolve();
        expect(inside.length).toBeLessThanOrEqual(limits.atOnce);
        expect(new Set(inside).size).toBe(inside.length);
        expect(waiting.length).toBe(gate.waiting);
        expect(gate.waiting).toBeLessThanOrEqual(limits.waitingInAll);
        if (inside.length < limits.atOnce) expect(waiting.filter((key) => !inside.includes(key))).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
