/**
 * PostgreSQL hangs (SIGSTOP) for a minute under load: each request is answered within six seconds, the process keeps its size, and
 * ten seconds after the end of it all works. Run it: `bun test/faults/hung-database.ts [SECONDS]`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { aFolder, serverPid } from "../support/embedded.ts";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";
import { startSvc } from "../support/svc-process.ts";

/** @returns what it saw in a line. Throws where it is not as it has to be. */
export async function hungDatabase(seconds = 60): Promise<string> {
  const folder = aFolder();
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  const issue = github.issue("acme/web");
  const dataDir = join(folder.path, "data");
  const svc = await startSvc({ github }, { DATA_DIR: dataDir });
  github.webhookTo(svc.receive);
  try {
    const answered: { status: number; at: number; ms: number }[] = [];
    const over = new AbortController();
    const token = `svc_${"A".repeat(43)}`;
    const look = (path: string) => async () => (await fetch(svc.url + path)).status;
    const list = async () =>
      (await fetch(`${svc.url}/api/v1/time-entries`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    const log = async () => (await github.comment(issue, "ada", "/log 1h")).status;
    const worker = async (ask: () => Promise<number>) => {
      while (!over.signal.aborted) {
        const at = performance.now();
        const status = await ask();
        answered.push({ status, at, ms: performance.now() - at });
        await Bun.sleep(20);
      }
    };
    const kinds = [look("/readyz"), list, log, look("/healthz")];
    const work = Array.from({ length: 100 }, (_, place) => worker(kinds[place % kinds.length]!));
    await Bun.sleep(2_000);
    const before = residentMb(svc.pid);
    const servers = familyOf(serverPid(dataDir));
    const hung = performance.now();
    for (const pid of servers) process.kill(pid, "SIGSTOP");
    await Bun.sleep(seconds * 1000);
    const after = residentMb(svc.pid);
    const back = performance.now();
    for (const pid of servers) process.kill(pid, "SIGCONT");
    await Bun.sleep(12_000);
    over.abort();
    await Promise.all(work);

    const slowest = Math.max(...answered.map(({ ms }) => ms));
    const during = answered.filter(({ at }) => at > hung && at < back - 6_000);
    const bad = during.filter(({ status }) => ![200, 503].includes(status));
    const late = answered.filter(({ at, status }) => at > back + 10_000 && status >= 500);
    const recovered =
      Math.max(...answered.filter(({ status }) => status === 503).map(({ at, ms }) => at + ms)) - back;
    const line = `slowest ${Math.round(slowest)} ms, ${during.length} answers meanwhile, ${Math.round(before)} to ${Math.round(after)} MB, last 503 ${Math.round(recovered)} ms after its return`;
    if (slowest > 6_000) throw new Error(`too slow: ${line}`);
    if (bad.length > 0)
      throw new Error(`answers with ${[...new Set(bad.map(({ status }) => status))].join()}: ${line}`);
    if (late.length > 0 || recovered > 10_000) throw new Error(`not back in time: ${line}`);
    if (after - before > 100) throw new Error(`it grew: ${line}`);
    return line;
  } finally {
    svc.kill("SIGINT");
    await svc.exited;
    await github.stop();
    await folder.remove();
  }
}

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === pid)
    .map(Number);
  return [pid, ...children];
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
  } catch {
    return undefined;
  }
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

if (import.meta.main) {
  console.log(await hungDatabase(Number(process.argv[2] ?? 60)));
  process.exit(0);
}
