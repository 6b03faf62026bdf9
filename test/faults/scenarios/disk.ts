import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tally } from "../harness/load.ts";
import { holds, NotRun, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { seconds, worksWithin } from "../harness/under-load.ts";

export const diskFull: Scenario = {
  number: 21,
  fault: "the disk is full (tmpfs)",
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), "svc-faults-"));
    const mounted = Bun.spawnSync([
      "mount",
      "-t",
      "tmpfs",
      "-o",
      "size=160m,mode=0711",
      "svc-faults",
      folder,
    ]);
    stage.afterwards(() => {
      Bun.spawnSync(["umount", "-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    });
    if (!mounted.success)
      throw new NotRun("a tmpfs cannot be mounted here: run it as root, outside of a container");
    // The journal has its room; what is full is the rest.
    const world = await stage.world({ folder, settings: { min_wal_size: "64MB", max_wal_size: "64MB" } });
    const svc = await world.start();
    const token = await world.tokenFor("ada");
    await world.storm(10);
    const filler = join(folder, "filler");
    Bun.spawnSync(["sh", "-c", `dd if=/dev/zero of=${filler} bs=64k 2>/dev/null`]);
    const seen: Record<number, number> = {};
    for (let round = 0; round < 40 && !((seen[503] ?? 0) > 10); round++) {
      for (const [status, times] of Object.entries(await world.storm(10, { width: 4 })))
        seen[Number(status)] = (seen[Number(status)] ?? 0) + times;
    }
    holds((seen[503] ?? 0) > 0, `the disk was never full: ${tally(seen)}`);
    const list = await world.api(svc, "/time-entries?limit=5", token);
    holds(list.status === 200, `a list was answered ${list.status}`);
    holds((await fetch(`${svc.url}/healthz`)).status === 200, "the process should stay up");
    rmSync(filler);
    const back = await worksWithin(world, svc, 10_000);
    holds(world.alive.has(svc), "the process should stay up");
    await settled(world, { withinSeconds: 180 });
    return `comments ${tally(seen)}, lists 200; with room again in work after ${seconds(back)}, and all of them are in`;
  },
};
