import { expect, test } from "bun:test";
import { resolve } from "node:path";
import { sql } from "drizzle-orm";
import { freshDatabase } from "./support/database.ts";
import { startFakeGitHub } from "../server/github/simulated/github.ts";
import { startSvc } from "./support/svc-process.ts";

/** A process that stops on signals and takes so long for it; resolves with the code it ends with. */
async function endOf(stopMs: number, signalsAtMs: number[], limitMs = 20_000): Promise<number> {
  const module = resolve(import.meta.dir, "../server/stopping.ts");
  const script = `
    import { stopOnSignals } from ${JSON.stringify(module)};
    stopOnSignals(() => Bun.sleep(${stopMs}), () => {}, ${limitMs});
    setInterval(() => {}, 1000);
    console.log("ready");`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "ignore" });
  await child.stdout.getReader().read();
  for (const at of signalsAtMs) setTimeout(() => child.kill("SIGTERM"), at);
  return child.exited;
}

test("a signal that comes twice, as bun run passes it on, lets what is under way finish", async () => {
  expect(await endOf(600, [0, 20, 200])).toBe(0);
});

test("a second signal, a second later, ends it at once", async () => {
  const started = performance.now();
  expect(await endOf(20_000, [0, 1_200])).toBe(1);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("what does not end in time is left for the next start", async () => {
  const started = performance.now();
  expect(await endOf(20_000, [0], 1_000)).toBe(0);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("under load it says that it is stopping, answers all that it accepted, loses nothing, and ends with 0", async () => {
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  const issue = github.issue("acme/web");
  const database = await freshDatabase();
  const svc = await startSvc({ address: database.address, github });
  github.webhookTo(svc.receive);

  const taken: number[] = [];
  const troubles: string[] = [];
  const ready: number[] = [];
  const stopped = new AbortController();
  const worker = async (ask: () => Promise<void>) => {
    while (!stopped.signal.aborted) {
      await ask().catch((error: unknown) => {
        const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
        troubles.push(code);
      });
      await Bun.sleep(5);
    }
  };
  const log = async () => {
    const { status, comment, answer } = await github.comment(issue, "ada", "/log 1h");
    if (status === 0) throw new Error(answer);
    if (status === 200 || status === 202) taken.push(comment.id);
    else troubles.push(`webhook ${status}`);
  };
  const look = async () => {
    const { status } = await fetch(`${svc.url}/readyz`);
    ready.push(status);
    // As a load balancer, which goes elsewhere with what comes after.
    if (status === 503) setTimeout(() => stopped.abort(), 1_000);
  };
  const work = [log, log, log, look, look].map(worker);
  await Bun.sleep(1_500);
  const start = performance.now();
  svc.kill("SIGTERM");
  expect(await svc.exited).toBe(0);
  expect(performance.now() - start).toBeLessThan(25_000);
  stopped.abort();
  await Promise.all(work);

  expect(troubles).toEqual([]);
  expect(ready).toContain(503);
  // Ready, then not, and never ready again.
  expect(ready.lastIndexOf(200)).toBeLessThan(ready.lastIndexOf(503));
  expect(taken.length).toBeGreaterThan(5);
  const active = await database.db.execute(sql`select name from pgboss.job where state = 'active'`);
  expect([...active]).toEqual([]);

  const next = await startSvc({ address: database.address, github });
  for (const end = performance.now() + 40_000; ; await Bun.sleep(200)) {
    const [left] = await database.db.execute<{ deliveries: number; confirmations: number }>(sql`
      select (select count(*)::int from deliveries where state = 'pending') as deliveries,
        (select count(*)::int from confirmations where state = 'pending') as confirmations`);
    if (left?.deliveries === 0 && left.confirmations === 0) break;
    if (performance.now() > end) throw new Error(`not all was done: ${JSON.stringify(left)}`);
  }
  next.kill("SIGINT");
  expect(await next.exited).toBe(0);
  const entries = await database.db.execute<{ comment_id: string }>(sql`select comment_id from entries`);
  const ids = entries.map((row) => Number(row.comment_id));
  expect(ids.toSorted((a, b) => a - b)).toEqual(taken.toSorted((a, b) => a - b));
  const answers = issue.comments
    .filter((comment) => comment.byOurApp)
    .flatMap(({ body }) => [...body.matchAll(/svc:v1:/g)]);
  expect(answers).toHaveLength(taken.length);
  await database.close();
  await github.stop();
}, 120_000);
