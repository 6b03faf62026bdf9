import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

type Name = "killed" | "PostgreSQL restarted" | "GitHub fails";

/**
 * For so many minutes: a second instance comes and is killed (3, 23), PostgreSQL is restarted under both (18), GitHub's comment API
 * fails in its ways (5). What happened, in order.
 */
export async function randomFaults(world: World, { chance, minutes }: { chance: Chance; minutes: number }) {
  const happened: Name[] = [];
  const end = performance.now() + minutes * 60_000;
  const pause = async (least: number, most: number) =>
    Bun.sleep(Math.min(chance.whole(least, most), Math.max(0, end - performance.now())));
  let second = await world.start();
  while (performance.now() < end) {
    await pause(3_000, 12_000);
    if (performance.now() >= end) break;
    const name = chance.oneOf<Name>(["killed", "PostgreSQL restarted", "GitHub fails"]);
    happened.push(name);
    if (name === "killed") {
      await world.kill(second);
      await pause(0, 2_000);
      second = await world.start();
    } else if (name === "PostgreSQL restarted") {
      await world.cluster.stop("immediate");
      await pause(0, 2_000);
      await world.cluster.start();
    } else {
      const respond = chance.oneOf([
        { status: 500 },
        { status: 502 },
        "reset",
        "reset_after",
        "cut_answer",
      ] as const);
      world.github.fail({ method: "POST", path: /\/comments$/, times: chance.whole(1, 3), respond });
    }
  }
  world.github.heal();
  await world.stop(second, "SIGTERM");
  return happened;
}
