import { breaches } from "./invariants.ts";
import { chanceOf } from "./chance.ts";
import { NotRun, type Scenario } from "./scenario.ts";
import { makeWorld, type World } from "./world.ts";

export type Performed = {
  number: number;
  fault: string;
  result: "held" | "FAILED" | "not run";
  /** What was seen, or what went wrong. */
  seen: string;
  seconds: number;
};

const open = new Set<World>();

/** Ends every process that is still there, for when a run is broken off. */
export async function breakOff(): Promise<void> {
  await Promise.all([...open].map((world) => world.close().catch(complain)));
}

/** Carries out one scenario, then holds the invariants against each world that it made. */
export async function perform(scenario: Scenario, seed: number): Promise<Performed> {
  const { number, fault, limitSeconds = 300 } = scenario;
  const chance = chanceOf(seed + number * 7919);
  const worlds: World[] = [];
  const undoing: (() => unknown)[] = [];
  const start = performance.now();
  const told = (result: Performed["result"], seen: string): Performed => ({
    number,
    fault,
    result,
    seen,
    seconds: (performance.now() - start) / 1000,
  });
  try {
    const stage = {
      chance,
      afterwards: (undo: () => unknown) => void undoing.unshift(undo),
      async world(options = {}) {
        const world = await makeWorld(chance, options);
        worlds.push(world);
        open.add(world);
        return world;
      },
    };
    const seen = await within(limitSeconds, scenario.run(stage));
    const wrong = (await Promise.all(worlds.map(breaches))).flat();
    if (wrong.length === 0) return told("held", seen);
    const more = wrong.length > 5 ? ` and ${wrong.length - 5} more` : "";
    return told("FAILED", `${wrong.slice(0, 5).join("; ")}${more}`);
  } catch (error) {
    if (error instanceof NotRun) return told("not run", error.message);
    return told("FAILED", `${String(error)}${hintOf(worlds)}`);
  } finally {
    for (const undo of undoing) await Promise.resolve(undo()).catch(complain);
    for (const world of worlds) {
      open.delete(world);
      await world.close().catch(complain);
    }
  }
}

async function within<T>(seconds: number, work: Promise<T>): Promise<T> {
  let timer: Timer | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`It took longer than ${seconds} s.`)), seconds * 1000);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** The last of what svc said by itself, where something may be read from it. */
function hintOf(worlds: World[]): string {
  const lines = worlds.flatMap((world) => world.lines()).filter((line) => /"level":[56]0/.test(line));
  return lines.length === 0 ? "" : `\n      the log ends: ${lines.slice(-3).join("\n        ")}`;
}

function complain(error: unknown): void {
  console.error(`Tidying up: ${String(error)}`);
}
