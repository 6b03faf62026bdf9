import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { startApp } from "../support/app.ts";
import { freshDatabase } from "../support/database.ts";

test("a database that forgot its answers, as one restored from a backup has, finds them and gives none twice", async () => {
  const before = await startApp();
  const { github } = before;
  const issue = github.issue("acme/web");
  const anHourAgo = new Date(Date.now() - 3_600_000);
  const [good, bad] = [
    await github.comment(issue, "ada", "/log 1h", { at: anHourAgo }),
    await github.comment(issue, "ada", "/log 1d", { at: anHourAgo }),
  ];
  await github.whenCommented(issue, 2);

  const database = await freshDatabase();
  const after = await startApp({ shared: { github, database } });
  github.webhookTo(after.send);
  for (const { guid } of [good, bad]) expect((await github.redeliver(guid)).status).toBe(200);
  const states = async () => {
    const rows = await database.db.execute<{ state: string }>(sql`select state from confirmations`);
    return [...rows].map(({ state }) => state);
  };
  for (let tries = 0; tries < 200 && (await states()).includes("pending"); tries++) await Bun.sleep(50);
  expect(await states()).toEqual(["posted", "posted"]);
  expect(issue.comments.filter((comment) => comment.byOurApp)).toHaveLength(2);
  await after.stop();
  await database.close();
  await before.stop();
}, 30_000);
