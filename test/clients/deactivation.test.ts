import { afterAll, beforeAll, expect, test } from "bun:test";
import { count, eq } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { deactivateClient } from "../../server/clients/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());

test("once a deactivation has returned nothing more is attributed to the client, whatever was under way", async () => {
  const client = await aClient(svc.db, "Globex", "client:globex");
  const attributed = async () =>
    (await svc.db.select({ n: count() }).from(entries).where(eq(entries.clientId, client.id)))[0]!.n;
  const issues = Array.from({ length: 40 }, () =>
    svc.github.issue("acme/web", { labels: ["client:globex"] }),
  );
  const logging = issues.map(async (issue, place) => {
    await Bun.sleep(place * 30);
    return svc.github.comment(issue, "ada", "/log 1h");
  });
  while ((await attributed()) < 5) await Bun.sleep(2);
  await deactivateClient(svc.db, client.id, new Date());
  const then = await attributed();
  await Promise.all(logging);
  expect(await attributed()).toBe(then);
  // Those that came later are recorded all the same, without a client; those before keep theirs (spec 3.2).
  const [all] = await svc.db.select({ n: count() }).from(entries);
  expect(all!.n).toBe(40);
  expect(then).toBeLessThan(40);
});
