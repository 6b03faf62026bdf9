import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tally } from "../harness/load.ts";
import { holds, NotRun, type Scenario } from "../harness/scenario.ts";
import { settled } from "../harness/settling.ts";
import { runTests } from "../harness/shown-by.ts";

const library = ["x86_64", "aarch64"]
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));

export const clockWrong: Scenario = {
  number: 27,
  fault: "the clock an hour ahead and behind, jumping while jobs run; summer time, the end of the year",
  async run(stage) {
    if (!library) throw new NotRun("libfaketime is not installed: apt-get install faketime");
    const folder = mkdtempSync(join(tmpdir(), "svc-faults-"));
    stage.afterwards(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "clock");
    const set = (offset: string) => writeFileSync(file, `${offset}\n`);
    set("+0");
    const world = await stage.world();
    const svc = await world.start({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: "1",
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    const token = await world.tokenFor("ada");
    const all: Record<number, number> = {};
    const lists: number[] = [];
    for (const offset of ["+0", "+50s", "-50s", "+1h", "-1h", "+1h", "+0"]) {
      set(offset);
      const seen = await world.storm(10, { width: 4 });
      for (const [status, times] of Object.entries(seen))
        all[Number(status)] = (all[Number(status)] ?? 0) + times;
      lists.push((await world.api(svc, "/time-entries?limit=1", token)).status);
      await Bun.sleep(1_500);
    }
    await settled(world, { withinSeconds: 240 });
    const off = await world.db.execute<{ table_name: string }>(`
      select 'entries' as table_name from entries where created_at not between now() - interval '10 minutes' and now()
      union all select 'deliveries' from deliveries where received_at not between now() - interval '10 minutes' and now()
      union all select 'tokens' from tokens where last_used_at not between now() - interval '10 minutes' and now()`);
    holds(
      off.length === 0,
      `times of svc's own clock stand in ${[...off].map((row) => row.table_name).join()}`,
    );
    await world.stop(svc);
    // A clock that is an hour off from the start: nothing that GitHub signs for can be had.
    set("+1h");
    const ahead = await world.start({
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      DONT_FAKE_MONOTONIC: "1",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    const waiting = await world.say();
    holds(waiting === 202, `with a clock an hour ahead a comment was answered ${waiting}`);
    holds(
      ahead.lines.some((line) => /clock/i.test(line)),
      "nothing in the log speaks of the clock",
    );
    await world.stop(ahead);
    await world.start();
    await settled(world, { withinSeconds: 120 });
    const more = await runTests(
      { file: "contract/clock.test.ts" },
      { file: "entries/command.test.ts", name: "the day of an entry" },
    );
    return `${tally(all)} through seven jumps (the API: ${lists.join(" ")}), every stored time is the database's; an hour off from the start: kept, and the log names the clock; ${more}`;
  },
};
