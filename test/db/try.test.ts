import { expect, test } from "bun:test";
import { freshDatabase } from "../support/database.ts";
test("a", async () => {
  const t0 = performance.now();
  const a = await freshDatabase();
  const t1 = performance.now();
  const b = await freshDatabase();
  const t2 = performance.now();
  console.log(await a.db.$client`select version(), count(*) from entries`, t1 - t0, t2 - t1);
  await a.close();
  await b.close();
  console.log(performance.now() - t2);
});
