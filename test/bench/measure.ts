import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadPlan, LoadResult } from "./load.ts";

/** Sends what the plan says, from a process of its own. Rejects where an answer was no success. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "load.ts")], {
    stdin: new Blob([JSON.stringify(plan)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const [text, code] = await Promise.all([child.stdout.text(), child.exited]);
  if (code !== 0) throw new Error(`The load ended with ${code}.`);
  const result = JSON.parse(text) as LoadResult;
  if (Object.keys(result.failed).length > 0) {
    throw new Error(`Answers that were no success: ${JSON.stringify(result.failed)}`);
  }
  return result;
}

/** Does both in turn, so many times: whatever else the machine does meets both. The order changes each time. */
export async function inTurn<A, B>(
  rounds: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[A[], B[]]> {
  const [as, bs]: [A[], B[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 1) bs.push(await second());
    as.push(await first());
    if (round % 2 === 0) bs.push(await second());
  }
  return [as, bs];
}

/** Milliseconds that the work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Asks and reads all of the answer. Rejects where it is no success. */
export async function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

/** Memory of a process, in MB, as Linux counts it: what is resident, or its own share of that. */
export function memoryOf(pid: number, what: "Rss" | "Pss" = "Rss"): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, "m").exec(text)?.[1] ?? 0) / 1024;
}

/** Runs a command to its end. Rejects where that is no good one. */
export async function ran(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    env: { PATH: process.env["PATH"] ?? "", ...env },
    stdin: "ignore",
    stdout: "ignore",
    stderr: "pipe",
  });
  const [told, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(" ")} ended with ${code}: ${told}`);
  return { told, peakMb: child.resourceUsage()!.maxRSS / 1e6 };
}
