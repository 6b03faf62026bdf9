import { expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect } from "../../db/connect.ts";
import { isOutage } from "../../db/outage.ts";
import { freshDatabase } from "../support/database.ts";
import { placeOf, startFaultProxy, through } from "../support/fault-proxy.ts";

// The driver asks for them by itself on each new connection: a failure that nobody waits for would end the process.
test("a connection that breaks while the driver asks for the types of arrays ends nothing, and the next one is made", async () => {
  const database = await freshDatabase();
  const proxy = await startFaultProxy(placeOf(database.address));
  const db = connect(through(proxy, database.address), { max: 1 });
  proxy.cutAfter("typcategory");
  // What waited for that connection may have failed with it.
  await db.execute(sql`select 1`).catch((error: unknown) => expect(isOutage(error)).toBe(true));
  expect([...(await db.execute(sql`select array[1, 2] as numbers`))]).toEqual([{ numbers: [1, 2] }]);
  await db.$client.end({ timeout: 1 });
  await proxy.close();
  await database.close();
}, 30_000);
