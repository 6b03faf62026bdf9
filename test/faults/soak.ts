import { parseArgs } from "node:util";
import { chanceOf } from "./harness/chance.ts";
import { breaches } from "./harness/invariants.ts";
import { tally } from "./harness/load.ts";
import { mixedLoad } from "./harness/mixed-load.ts";
import { openFilesOf, rssOf } from "./harness/process.ts";
import { randomFaults } from "./harness/random-faults.ts";
import { settled } from "./harness/settling.ts";
import { slopeOf } from "./harness/slope.ts";
import { makeWorld } from "./harness/world.ts";

/**
 * `bun run soak --minutes N [--seed N]`: two instances under mixed load, while one of them is killed, PostgreSQL is restarted and GitHub
 * fails, at random (faults 3, 5, 18 and 23). Every minute all comes to rest and the invariants are held against it. Ends with 1
 * where one is broken, or where the instance that is never killed grows.
 */
const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes ?? 20);
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const warmUpMinutes = 2;
const mostGrowth = 1;
const mostMoreFiles = 20;

console.log(`seed ${seed}, ${minutes} minutes`);
const chance = chanceOf(seed);
const world = await makeWorld(chance);
const survivor = await world.start();
const token = await world.tokenFor("ada");
const seen: Record<number, number> = {};
const samples: { at: number; value: number; files: number }[] = [];
const wrong: string[] = [];
const start = performance.now();
const elapsed = () => (performance.now() - start) / 60_000;
const sampling = setInterval(() => {
  if (!world.alive.has(survivor)) return;
  samples.push({ at: elapsed(), value: rssOf(survivor.pid), files: openFilesOf(survivor.pid) });
}, 2_000);

try {
  for (let minute = 1; minute <= minutes; minute++) {
    const load = mixedLoad(world, { svc: survivor, token, seen });
    const faults = await randomFaults(world, { chance, minutes: Math.max(0, minute - 0.2 - elapsed()) });
    await load.end();
    await settled(world, { withinSeconds: 300 });
    const found = await breaches(world);
    wrong.push(...found);
    const last = samples.at(-1);
    console.log(
      `${String(minute).padStart(3)} min  ${world.said.length} comments, ${tally(seen)}; faults: ${faults.join(", ")}; ${Math.round(last?.value ?? 0)} MB, ${last?.files ?? 0} files; ${found.length === 0 ? "I1–I7 hold" : found.slice(0, 3).join("; ")}`,
    );
    if (found.length > 0) break;
  }
} catch (error) {
  wrong.push(String(error));
} finally {
  clearInterval(sampling);
}

const warm = samples.filter(({ at }) => at >= Math.min(warmUpMinutes, minutes / 2));
const growth = slopeOf(leastOfEachMinute(warm));
const moreFiles = (warm.at(-1)?.files ?? 0) - (warm[0]?.files ?? 0);
if (!world.alive.has(survivor)) wrong.push("the instance that nobody killed has ended");
if (growth >= mostGrowth) wrong.push(`memory grows by ${growth.toFixed(2)} MB a minute`);
if (moreFiles > mostMoreFiles) wrong.push(`${moreFiles} more files are open than at first`);
await world.close();
console.log(
  `\nmemory ${growth >= 0 ? "+" : ""}${growth.toFixed(2)} MB a minute, ${moreFiles >= 0 ? "+" : ""}${moreFiles} open files (from minute ${Math.min(warmUpMinutes, minutes / 2)} on); ${wrong.length === 0 ? "all invariants held" : wrong.slice(0, 10).join("\n")}; seed ${seed}`,
);
process.exit(wrong.length === 0 ? 0 : 1);

/** What it needs, without what is only about to be given back. */
function leastOfEachMinute(points: { at: number; value: number }[]): { at: number; value: number }[] {
  const byMinute = Map.groupBy(points, ({ at }) => Math.floor(at));
  return [...byMinute].map(([at, all]) => ({ at, value: Math.min(...all.map(({ value }) => value)) }));
}
