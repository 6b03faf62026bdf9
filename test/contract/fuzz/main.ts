import { parseArgs } from "node:util";
import { campaign } from "./campaign.ts";
import { startWorld } from "./world.ts";

// `bun run fuzz [--requests N] [--seed N]`: random requests against svc, each answer held against the OpenAPI document.
const { values } = parseArgs({
  options: { requests: { type: "string", default: "20000" }, seed: { type: "string" } },
});
const requests = Number(values.requests);
const seed = values.seed === undefined ? Date.now() % 2_147_483_647 : Number(values.seed);
console.log(`${requests} requests with --seed ${seed}`);

const world = await startWorld();
const started = performance.now();
try {
  const { byKind, seen } = await campaign(world, { requests, seed });
  const seconds = (performance.now() - started) / 1000;
  for (const [kind, answers] of Object.entries(byKind)) {
    const sum = Object.values(answers).reduce((all, some) => all + some, 0);
    console.log(`\n${kind}: ${sum}`);
    const often = Object.entries(answers).toSorted(([, one], [, other]) => other - one);
    for (const [answer, times] of often) console.log(`  ${String(times).padStart(6)}  ${answer}`);
  }
  console.log(
    `\n${seen.size} pairs of operation and status were seen, none of them 5xx or otherwise than documented.`,
  );
  console.log(`${Math.round(requests / seconds)} requests/s, ${seconds.toFixed(1)} s`);
} catch (error) {
  console.error(String(error));
  // What was wrong with it, where fast-check tells only which request it was.
  if (error instanceof Error && error.cause instanceof Error) console.error(error.cause.message);
  console.error(`\nAgain: bun run fuzz --requests ${requests} --seed ${seed}`);
  process.exitCode = 1;
} finally {
  await world.stop().catch(() => undefined);
}
process.exit();
