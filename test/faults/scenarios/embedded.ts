import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { knownMappings } from "../harness/mappings.ts";
import { tally } from "../harness/load.ts";
import { holds, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";

export const killedWithItsDatabase: Scenario = {
  number: 26,
  fault: "svc and its PostgreSQL both killed -9, during initdb and during writes, 100 times",
  limitSeconds: 1_800,
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), "svc-faults-"));
    stage.afterwards(() => rmSync(folder, { recursive: true, force: true }));
    const world = await stage.world({ embedded: true, folder });
    let unmade = 0;
    // A folder is made at the first start, which takes a second or two.
    for (let round = 0; round < 20; round++) {
      const svc = await world.launch();
      await Bun.sleep(stage.chance.whole(200, 1_800));
      world.cluster.kill();
      await world.kill(svc);
      const made = readdirSync(folder).includes("postgres");
      if (made) break;
      unmade += 1;
    }
    const first = await world.start();
    world.mappings.push(...(await knownMappings(world.db)));
    const seen: Record<number, number> = {};
    let svc = first;
    for (let round = unmade; round < 100; round++) {
      const under = Array.from({ length: stage.chance.whole(1, 8) }, () =>
        world.say().then((status) => (seen[status] = (seen[status] ?? 0) + 1)),
      );
      await Bun.sleep(stage.chance.whole(0, 900));
      // Whichever of the two dies first.
      if (stage.chance.next() < 0.5) {
        world.cluster.kill();
        await world.kill(svc);
      } else {
        await world.kill(svc);
        world.cluster.kill();
      }
      await Promise.all(under);
      svc = await world.start();
    }
    const taken = world.taken().length;
    await settled(world, { withinSeconds: 300 });
    holds(
      readdirSync(folder).every((name) => !name.startsWith("postgres.new-")),
      "half a database was left",
    );
    await world.stop(svc);
    await world.start();
    return `killed ${unmade} times while the database was made and ${100 - unmade} times in its writes: ${tally(seen)}, all ${taken} that were answered stand`;
  },
};
