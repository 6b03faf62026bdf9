import { expect, test } from "bun:test";
import { perform } from "./harness/performing.ts";
import { scenarios } from "./scenarios.ts";

// The few that take a second or two each; `bun run faults` tries all of them.
test.each(scenarios.filter(({ smoke }) => smoke).map((scenario) => [scenario.number, scenario] as const))(
  "fault %i is withstood",
  async (number, scenario) => {
    const { result, seen } = await perform(scenario, 1);
    expect(`${number} ${result}: ${seen}`).toStartWith(`${number} held`);
  },
  60_000,
);

test("there is a scenario for each of the 44 faults and the two proxies, and one only", () => {
  const numbers = Array.from({ length: 46 }, (_, place) => place + 1);
  expect(scenarios.map(({ number }) => number)).toEqual(numbers);
});
