import type { SvcProcess } from "../../support/svc-process.ts";
import type { World } from "./world.ts";

const lists = [
  "/time-entries",
  "/time-entries?limit=1000",
  "/time-entries?label_prefix=wbso:",
  "/time-entries?label=a,b&from=2026-01-01",
  "/time-entries?format=csv",
  "/plans",
  "/labels",
  "/clients",
  "/label-mappings",
  "/changes?after=0&limit=100",
  "/me",
];

type Load = { svc: SvcProcess; token: string; seen: Record<number, number> };

/** Comments, a few at a time, and every kind of list, until `end`. */
export function mixedLoad(world: World, { svc, token, seen }: Load) {
  const { chance } = world;
  const state = { over: false };
  const worker = async (ask: () => Promise<number>, longestPauseMs: number) => {
    while (!state.over) {
      const status = await ask();
      seen[status] = (seen[status] ?? 0) + 1;
      await Bun.sleep(chance.whole(0, longestPauseMs));
    }
  };
  const list = () =>
    world.api(svc, chance.oneOf(lists), token).then(
      ({ status }) => status,
      () => 0,
    );
  const work = [
    worker(() => world.say(), 800),
    worker(() => world.say(), 800),
    worker(() => world.say(), 800),
    worker(list, 250),
    worker(list, 250),
  ];
  return {
    async end() {
      state.over = true;
      await Promise.all(work);
    },
  };
}
