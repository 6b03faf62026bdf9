/**
 * Two svc on one PostgreSQL by way of PgBouncer in transaction mode, which is restarted under load: nothing is lost, nothing
 * doubled. Run it: `bun test/faults/pgbouncer.ts`.
 */
import { sql } from "drizzle-orm";
import { freshDatabase } from "../support/database.ts";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";
import { startPgBouncer } from "../support/pgbouncer.ts";
import { startSvc } from "../support/svc-process.ts";

/** @returns what it saw in a line. Throws where it is not as it has to be. */
export async function throughPgBouncer(comments = 300): Promise<string> {
  const database = await freshDatabase();
  const pooler = await startPgBouncer(database.address, { poolSize: 5 });
  if (!pooler) return "passed over: PgBouncer is not installed (apt-get install pgbouncer)";
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  const issue = github.issue("acme/web", { labels: ["client:globex"] });
  const settings = { DATABASE_POOLER: "transaction" };
  const both = await Promise.all([1, 2].map(() => startSvc({ address: pooler.address, github }, settings)));
  const seen = new Map<number, number>();
  let seenThen = "";
  let codes: number[] = [];
  const count = (status: number) => seen.set(status, (seen.get(status) ?? 0) + 1);
  try {
    let turn = 0;
    github.webhookTo((request) => both[turn++ % 2]!.receive(request));
    const sent: { guid: string; status: number; id: number }[] = [];
    const send = async () => {
      while (sent.length < comments) {
        const { guid, status, comment } = await github.comment(issue, "ada", "/log 1h");
        sent.push({ guid, status, id: comment.id });
        count(status);
      }
    };
    const sending = [1, 2, 3, 4, 5, 6, 7, 8].map(send);
    for (const downMs of [0, 500, 2_000]) {
      await Bun.sleep(1_000);
      await pooler.restart(downMs);
    }
    await Promise.all(sending);
    // As GitHub is asked to: those that were not taken come once more.
    let failed = sent.filter(({ status }) => status >= 500);
    for (let tries = 0; failed.length > 0 && tries < 20; tries++) {
      const again = await Promise.all(
        failed.map(async (one) => ({ ...one, status: (await github.redeliver(one.guid)).status })),
      );
      failed = again.filter(({ status }) => status >= 500);
      await Bun.sleep(200);
    }
    if (failed.length > 0) throw new Error(`${failed.length} deliveries are refused for good`);
    await until(async () => {
      const [left] = await database.db.execute<{ left: number }>(sql`
        select (select count(*)::int from deliveries where state = 'pending')
          + (select count(*)::int from confirmations where state <> 'posted') as left`);
      return left!.left === 0;
    }, 120_000);

    const entries = await database.db.execute<{ comment_id: string; labels: string[] }>(
      sql`select comment_id, labels from entries`,
    );
    same(
      "entries",
      entries.map((row) => Number(row.comment_id)),
      sent.map(({ id }) => id),
    );
    for (const { labels } of entries) if (labels.join() !== "client:globex") throw new Error("other labels");
    const answers = issue.comments
      .filter((comment) => comment.byOurApp)
      .flatMap(({ body }) => [...body.matchAll(/svc:v1:([0-9a-f-]{36})/g)].map(([, marker]) => marker!));
    const rows = await database.db.execute<{ marker: string }>(sql`select marker from confirmations`);
    same(
      "confirmations",
      answers,
      rows.map(({ marker }) => marker),
    );
    const tally = [...seen].map(([status, times]) => `${times} × ${status}`).join(", ");
    seenThen = `${sent.length} comments (${tally} at first), ${entries.length} entries, ${answers.length} confirmations`;
  } finally {
    for (const svc of both) svc.kill("SIGTERM");
    codes = await Promise.all(both.map((svc) => svc.exited));
    await pooler.stop();
    await github.stop();
    await database.close();
  }
  if (codes.some((code) => code !== 0)) throw new Error(`svc ended with ${codes.join(" and ")}`);
  return seenThen;
}

function same(what: string, found: (string | number)[], expected: (string | number)[]): void {
  if (found.map(String).toSorted().join() === expected.map(String).toSorted().join()) return;
  throw new Error(
    `${what}: ${found.length} found, ${expected.length} expected, ${new Set(found).size} different`,
  );
}

async function until(holds: () => Promise<boolean>, withinMs: number): Promise<void> {
  for (const end = performance.now() + withinMs; !(await holds()); await Bun.sleep(200))
    if (performance.now() > end) throw new Error("it takes too long");
}

if (import.meta.main) {
  console.log(await throughPgBouncer());
  process.exit(0);
}
