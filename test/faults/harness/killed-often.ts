import { sql } from "drizzle-orm";
import type { Chance } from "./chance.ts";
import { tally } from "./load.ts";
import { holds } from "./scenario.ts";
import { settled } from "./settling.ts";
import type { World } from "./world.ts";

/**
 * Comments go on all the while svc is started and killed again at moments of chance, some of them before it is ready. What it
 * did not take it has to ask GitHub for.
 */
export async function killedOften(
  world: World,
  chance: Chance,
  { kills, comments }: { kills: number; comments: number },
): Promise<string> {
  const under: Promise<unknown>[] = [];
  const seen: Record<number, number> = {};
  const say = () => {
    under.push(world.say().then((status) => (seen[status] = (seen[status] ?? 0) + 1)));
  };
  let said = 0;
  for (let round = 1; round <= kills; round++) {
    const svc = await world.launch();
    const early = chance.next() < 0.15;
    if (early) await Bun.sleep(chance.whole(0, 800));
    else await svc.ready();
    const due = Math.round((comments * round) / kills);
    const life = chance.whole(0, 700);
    const until = performance.now() + life;
    for (; said < due; said++) {
      say();
      await Bun.sleep(chance.whole(0, Math.max(1, life / 5)));
    }
    await Bun.sleep(Math.max(0, until - performance.now()));
    await world.kill(svc);
  }
  await Promise.all(under);
  await world.start();
  await settled(world, { withinSeconds: 1_200, lost: "asked for by svc" });

  const [rows] = await world.db.execute<{ comments: number; entries: number; posted: number }>(sql`
    select (select count(distinct comment_id)::int from entries) as comments, (select count(*)::int from entries) as entries,
      (select count(*)::int from confirmations where state = 'posted') as posted`);
  const commands = world.said.reduce((sum, one) => sum + one.commands.length, 0);
  holds(rows!.comments === comments && rows!.entries === commands, `${rows!.entries} entries of ${commands}`);
  holds(rows!.posted === comments, `${rows!.posted} confirmations of ${comments}`);
  return `${kills} kills, ${comments} comments (${tally(seen)} at first): all ${rows!.entries} entries, ${rows!.posted} confirmations, none double`;
}
