import { join } from "node:path";
import { median, rounded } from "./figures.ts";
import { ran, timed } from "./measure.ts";
import type { Stage } from "./stage.ts";
import { build } from "./whole-lists.ts";

const rounds = 101;

/**
 * Builds the program of this machine, and prints how soon it starts beside Bun itself, and what it takes in time and memory to
 * write a tenth and all of the list.
 */
export async function benchCli(stage: Stage): Promise<void> {
  const { folder } = stage;
  const svc = await build(folder);
  starts({
    "`bun -e 0`": [process.execPath, "-e", "0"],
    "`svc --help`": [svc, "--help"],
    "`svc entries --help`": [svc, "entries", "--help"],
  });
  const server = await stage.startSvc();
  await exports(svc, { SVC_HOST: server.url, SVC_TOKEN: await stage.token(), HOME: folder }, folder);
  server.kill("SIGKILL");
  await server.exited;
}

/** One after the other in each round, so that whatever else the machine does meets all of them. */
function starts(commands: Record<string, string[]>): void {
  const times = new Map(Object.keys(commands).map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of Object.entries(commands)) {
      const started = performance.now();
      Bun.spawnSync(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
      times.get(name)!.push(performance.now() - started);
    }
  }
  console.log("\n| command | median, ms | of `bun -e 0` |\n| --- | --- | --- |");
  let first: number | undefined;
  for (const [name, all] of times) {
    const took = median(all);
    first ??= took;
    console.log(`| ${name} | ${took.toFixed(1)} | ${(took / first).toFixed(2)} |`);
  }
}

async function exports(svc: string, env: Record<string, string>, folder: string): Promise<void> {
  console.log("\n| command | entries | s | MB | peak memory of svc, MB |\n| --- | --- | --- | --- | --- |");
  const named = "date,user,issue,hours,client,wbso:,strippenkaart:";
  const lists: [name: string, argv: string[]][] = [
    ["`--csv`, half a year", ["--csv", "--from", "2026-05-01"]],
    ["`--csv`, all", ["--csv"]],
    [
      "`--csv date,…,wbso:,strippenkaart: --csv-dialect excel-nl`, all",
      ["--csv", named, "--csv-dialect", "excel-nl"],
    ],
    ["`--json`, half a year", ["--json", "--from", "2026-05-01"]],
    ["`--json`, all", ["--json"]],
    ["`--group-by client --group-by month`, all", ["--group-by", "client", "--group-by", "month", "--csv"]],
  ];
  for (const [name, argv] of lists) {
    const file = join(folder, "list");
    let peak = 0;
    let told = "";
    const ms = await timed(async () => {
      ({ told, peakMb: peak } = await ran([svc, "entries", ...argv, "-o", file, "-f"], env));
    });
    const count = /([\d,]+) entr/.exec(told)?.[1] ?? "?";
    const figures = [
      name,
      count,
      rounded(ms / 1000),
      (Bun.file(file).size / 1e6).toFixed(1),
      peak.toFixed(0),
    ];
    console.log(`| ${figures.join(" | ")} |`);
  }
}
