import { afterAll, beforeAll, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { connect, type Database } from "../../db/connect.ts";
import { lockOf, takeLocks } from "../../db/locks.ts";
import { statement } from "../../db/prepared.ts";
import { clients } from "../../db/schema.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
let other: Database;
beforeAll(async () => {
  database = await freshDatabase();
  other = connect(database.address, { max: 4 });
}, 20_000);
afterAll(async () => {
  await other.$client.end();
  await database.close();
});

const namesBuilt = statement((db) =>
  db
    .select({ name: clients.name })
    .from(clients)
    .where(sql`${clients.id} > ${sql.placeholder("after")}`)
    .prepare("names"),
);

test("what is asked for right after the locks waits for them, and sees what their holder did", async () => {
  for (let round = 0; round < 20; round++) {
    const name = `round ${round}`;
    const held = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const holder = database.db.transaction(async (tx) => {
      await takeLocks(tx, lockOf("the same"));
      held.resolve();
      await mayEnd.promise;
      await tx.insert(clients).values({ name });
    });
    await held.promise;
    const waiting = other.transaction(async (tx) => {
      const [, driven, built, whole] = await Promise.all([
        takeLocks(tx, lockOf("another"), lockOf("the same")),
        tx.execute<{ name: string }>(sql`select name from clients`),
        namesBuilt(tx, { after: 0 }),
        tx.select().from(clients).where(eq(clients.name, name)),
      ]);
      return [[...driven], built, whole].map((rows) => rows.some((row) => row.name === name));
    });
    await Bun.sleep(round);
    mayEnd.resolve();
    await holder;
    expect(await waiting).toEqual([true, true, true]);
  }
});
