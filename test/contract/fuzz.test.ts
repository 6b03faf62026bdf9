import { afterAll, beforeAll, expect, test } from "bun:test";
import { campaign, type Tally } from "./fuzz/campaign.ts";
import { startWorld } from "./fuzz/world.ts";

let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld();
}, 60_000);
afterAll(() => world.stop());

const sum = (tally: Tally, kind: string, wanted: (answer: string) => boolean) =>
  Object.entries(tally.byKind[kind] ?? {}).reduce(
    (all, [answer, times]) => (wanted(answer) ? all + times : all),
    0,
  );

// `bun run fuzz` sends twenty thousand, other ones each time.
test("whatever is sent, the answer is no 5xx and as documented", async () => {
  const tally = await campaign(world, { requests: 400, seed: 20_261_121 });
  // Or nothing was tried: a good share of what is valid finds something, and what is not is refused.
  expect(sum(tally, "valid", (answer) => answer.startsWith("2"))).toBeGreaterThan(50);
  expect(sum(tally, "nearly valid", (answer) => answer.startsWith("4"))).toBeGreaterThan(50);
  expect(sum(tally, "hostile", (answer) => answer.startsWith("4"))).toBeGreaterThan(30);
  expect(tally.seen.size).toBeGreaterThan(50);
}, 60_000);

test("an address full of unknown parameters is answered in brief", async () => {
  const query = Array.from({ length: 2000 }, (_, place) => `p${place}=`).join("&");
  const response = await world.svc.api(`/time-entries?${query}`);
  const text = await response.text();
  expect([response.status, text.length < 20_000]).toEqual([422, true]);
  expect((JSON.parse(text) as { detail: string }).detail).toEndWith("And more.");
});
