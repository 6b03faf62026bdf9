import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Address } from "../../db/connect.ts";
import { localToken, startServer } from "./server.ts";

const rounds = 101;

/**
 * Builds the program of this machine, and prints how soon it starts beside Bun itself, and what it takes in time and memory to
 * write a tenth and all of the list as CSV, from a server of its own process.
 */
export async function benchCli(address: Address): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "svc-bench-cli-"));
  const server = await startServer(address);
  try {
    await ran([process.execPath, "cli/release.ts", "--out", folder, "host"], {});
    const svc = join(
      folder,
      readdirSync(folder).find((name) => name.startsWith("svc-"))!,
    );
    const env = { SVC_HOST: server.url, SVC_TOKEN: await localToken(address), HOME: folder };
    starts({
      "`bun -e 0`": [process.execPath, "-e", "0"],
      "`svc --help`": [svc, "--help"],
      "`svc entries --help`": [svc, "entries", "--help"],
    });
    await exports(svc, env, folder);
  } finally {
    server.stop();
    rmSync(folder, { recursive: true });
  }
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
    const median = all.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
    first ??= median;
    console.log(`| ${name} | ${median.toFixed(1)} | ${(median / first).toFixed(2)} |`);
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
    const started = performance.now();
    const { told, peak } = await ran([svc, "entries", ...argv, "-o", file, "-f"], env);
    const seconds = (performance.now() - started) / 1000;
    const count = /([\d,]+) entr/.exec(told)?.[1] ?? "?";
    const figures = [
      name,
      count,
      seconds.toFixed(1),
      (Bun.file(file).size / 1e6).toFixed(1),
      (peak / 1e6).toFixed(0),
    ];
    console.log(`| ${figures.join(" | ")} |`);
  }
}

async function ran(command: string[], env: Record<string, string>) {
  const child = Bun.spawn(command, {
    env: { PATH: process.env.PATH, ...env },
    stdout: "ignore",
    stderr: "pipe",
  });
  const [told, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(" ")} ended with ${code}: ${told}`);
  return { told, peak: child.resourceUsage()!.maxRSS };
}
