import { expect, test } from "bun:test";
import { connect } from "../../db/connect.ts";
import { entries } from "../../db/schema.ts";
import { freshDatabase } from "../support/database.ts";
import { startFakeGitHub } from "../../server/github/simulated/github.ts";
import { startSvc } from "../support/svc-process.ts";

test("svc that was killed has all comments of the meantime soon after it is started again", async () => {
  const database = await freshDatabase();
  const github = await startFakeGitHub();
  github.org("acme");
  github.member("acme", "ada");
  github.repo("acme/web", { private: true });
  const issue = github.issue("acme/web", { labels: ["client:globex"] });
  const first = await startSvc({ address: database.address, github });
  github.webhookTo(first.receive);
  await github.comment(issue, "ada", "/log 1m");
  first.kill("SIGKILL");
  await first.exited;
  // Nobody listens there.
  for (let minutes = 2; minutes <= 10; minutes++) await github.comment(issue, "ada", `/log ${minutes}m`);
  const again = await startSvc({ address: database.address, github }, { PORT: String(first.port) });
  const db = connect(database.address);
  const minutes = async () => (await db.select().from(entries)).map((entry) => entry.minutes);
  const end = performance.now() + 60_000;
  while ((await minutes()).length < 10 && performance.now() < end) await Bun.sleep(200);
  await github.sentAgain();
  expect((await minutes()).sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  await db.$client.end();
  again.kill("SIGKILL");
  await again.exited;
  await github.stop();
  await database.close();
}, 120_000);
