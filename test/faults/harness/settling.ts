import { sql } from "drizzle-orm";
import { until } from "./waiting.ts";
import type { World } from "./world.ts";

type How = {
  withinSeconds?: number;
  /** Who asks GitHub to send again what was not taken: svc, or the harness in its place, at once. */
  lost?: "asked for by svc" | "sent again";
};

/** Waits until svc has come to rest: everything said is taken, processed and answered. */
export async function settled(world: World, { withinSeconds = 120, lost = "sent again" }: How = {}) {
  const end = performance.now() + withinSeconds * 1000;
  let open = "";
  await until(
    async () => {
      const taken = new Set(world.taken());
      // What was kept and never answered svc has, and so asks nobody for it.
      const kept = await keptBy(world);
      const missing = world.said.filter((said) => !taken.has(said) && !kept.has(said.guid));
      if (lost === "sent again") {
        for (let from = 0; from < missing.length && performance.now() < end; from += 8)
          await Promise.all(missing.slice(from, from + 8).map(({ guid }) => again(world, guid)));
      }
      const [left] = await world.db.execute<{ deliveries: number; confirmations: number }>(sql`
        select (select count(*)::int from deliveries where state = 'pending') as deliveries,
          (select count(*)::int from confirmations where state = 'pending') as confirmations`);
      open = `${missing.length} deliveries were not taken, ${left!.deliveries} are pending, ${left!.confirmations} confirmations wait`;
      return missing.length === 0 && left!.deliveries === 0 && left!.confirmations === 0;
    },
    withinSeconds * 1000,
    () => open,
    250,
  );
}

/** Whether it was answered or not. */
export async function keptBy(world: World): Promise<Set<string>> {
  const rows = await world.db.execute<{ guid: string }>(sql`select guid from deliveries`);
  return new Set([...rows].map(({ guid }) => guid));
}

/** What was said while a scenario broke off may never have been sent. */
async function again(world: World, guid: string): Promise<void> {
  if (world.github.deliveries.some((delivery) => delivery.guid === guid)) await world.github.redeliver(guid);
}
