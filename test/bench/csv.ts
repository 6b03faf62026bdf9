import { readFileSync } from "node:fs";
import { type Address, connect } from "../../db/connect.ts";
import { upsertLocalAdmin } from "../../server/members/store.ts";
import { issueToken } from "../../server/tokens/actions.ts";

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

async function localToken(address: Address): Promise<string> {
  const db = connect(address, { max: 1 });
  const { id } = await upsertLocalAdmin(db);
  const { plaintext } = await issueToken(
    { db },
    { userId: id, label: "bench", actor: null, requestId: "bench" },
  );
  await db.$client.end();
  return plaintext;
}

async function startServer(address: Address) {
  const port = 20_000 + (process.pid % 20_000);
  const child = Bun.spawn([process.execPath, "server/main.ts"], {
    env: { PATH: process.env.PATH, DATABASE_URL: urlOf(address), PORT: String(port), LOG_LEVEL: "warn" },
    stdout: "ignore",
    stderr: "inherit",
  });
  const url = `http://localhost:${port}`;
  while (
    !(await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    await Bun.sleep(50);
  }
  return { url, pid: child.pid, stop: () => child.kill() };
}

function urlOf(address: Address): string {
  if ("url" in address) return address.url;
  const { user, port, database, host } = address;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
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
