import { readFileSync } from "node:fs";
import type { Address } from "../../db/connect.ts";
import { localToken, startServer } from "./server.ts";

/**
 * Downloads the whole list as CSV from a server of its own process, as curl would, and prints how soon the first byte came, how
 * long it all took and how much the server's memory grew meanwhile. Three times: the first warms it up.
 */
export async function benchCsv(address: Address, entries: number): Promise<void> {
  const token = await localToken(address);
  const server = await startServer(address);
  try {
    await download(server.url, token, "?label=none", server.pid);
    console.log(
      "\n| round | first byte, ms | whole list, s | MB | rows/s | memory before, MB | growth at most, MB |",
    );
    console.log("| --- | --- | --- | --- | --- | --- | --- |");
    for (let round = 1; round <= 3; round++) {
      const { firstByte, took, bytes, before, most } = await download(server.url, token, "", server.pid);
      const figures = [
        round,
        firstByte.toFixed(0),
        (took / 1000).toFixed(2),
        (bytes / 1e6).toFixed(1),
        Math.round(entries / (took / 1000)),
        (before / 1024).toFixed(0),
        ((most - before) / 1024).toFixed(1),
      ];
      console.log(`| ${figures.join(" | ")} |`);
    }
  } finally {
    server.stop();
  }
}

async function download(url: string, token: string, query: string, pid: number) {
  const before = memoryOf(pid);
  let [most, bytes, firstByte] = [before, 0, 0];
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20);
  const started = performance.now();
  const headers = { authorization: `Bearer ${token}`, accept: "text/csv" };
  const answer = await fetch(`${url}/api/v1/time-entries${query}`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - started;
    bytes += chunk.byteLength;
  }
  clearInterval(watch);
  return { firstByte, took: performance.now() - started, bytes, before, most };
}

/** Resident memory in kB, as Linux counts it. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}
