import { afterEach, beforeEach, expect, test } from "bun:test";
import { join } from "node:path";
import { connect } from "../../db/connect.ts";
import { name, passwordOf } from "../../db/embedded/cluster.ts";
import { entries } from "../../db/schema.ts";
import { aFolder, kill, serverPid } from "../support/embedded.ts";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";
import { startSvc } from "../support/svc-process.ts";

let folder: ReturnType<typeof aFolder>;
beforeEach(() => {
  folder = aFolder();
});
afterEach(() => folder.remove());

test("while its own database is dead svc answers 503, and it starts it again each time, losing nothing", async () => {
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  const issue = github.issue("acme/web");
  const dataDir = join(folder.path, "data");
  const svc = await startSvc({ github }, { DATA_DIR: dataDir });
  github.webhookTo(svc.receive);
  const taken: number[] = [];
  try {
    for (let round = 0; round < 3; round++) {
      kill(serverPid(dataDir));
      const statuses = new Set<number>();
      const start = performance.now();
      for (let good = 0; good < 5; await Bun.sleep(50)) {
        const { status, comment } = await github.comment(issue, "ada", "/log 1h");
        statuses.add(status);
        if (status === 200) good += 1;
        if (status === 200 || status === 202) taken.push(comment.id);
        if (status === 503) {
          const answer = await fetch(`${svc.url}/readyz`);
          if (answer.status === 503) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        }
        if (performance.now() - start > 20_000) throw new Error(`still ${[...statuses].join()}`);
      }
      expect([200, 202, 503]).toEqual(expect.arrayContaining([...statuses]));
      expect((await fetch(`${svc.url}/healthz`)).status).toBe(200);
    }
    const told = svc.lines.filter((line) => line.includes("stopped by itself and is started again"));
    expect(told).toHaveLength(3);
    const password = passwordOf(join(dataDir, "postgres"));
    const who = { user: name, database: name, ...(password && { password }) };
    const db = connect({ host: join(dataDir, "socket"), port: 5432, ...who });
    const recorded = async () =>
      (await db.select({ id: entries.commentId }).from(entries)).map(({ id }) => id);
    for (const end = performance.now() + 20_000; ; await Bun.sleep(200)) {
      const ids = await recorded();
      if (taken.every((id) => ids.includes(id))) break;
      expect(performance.now()).toBeLessThan(end);
    }
    await db.$client.end();
  } finally {
    svc.kill("SIGINT");
    expect(await svc.exited).toBe(0);
    await github.stop();
  }
  expect(taken.length).toBeGreaterThanOrEqual(15);
}, 120_000);
