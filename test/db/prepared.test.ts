import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { connect, type Database, plannedForItsValues, type Queries } from "../../db/connect.ts";
import { insertion, statement } from "../../db/prepared.ts";
import { clients, deliveries, entries } from "../../db/schema.ts";
import { together } from "../../db/together.ts";
import { anEntry } from "../support/factories.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
/** One connection, so that it can be asked what is prepared on it. */
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = connect(database.address, { max: 1 });
}, 20_000);
afterAll(async () => {
  await db.$client.end();
  await database.close();
});

/** How often statements with these words were executed of those that are prepared, each by its own count. */
async function prepared(words: string): Promise<number[]> {
  const rows = await db.$client<{ executed: number }[]>`
    select (generic_plans + custom_plans)::int as executed from pg_prepared_statements where strpos(statement, ${words}) > 0`;
  return rows.map(({ executed }) => executed).filter((executed) => executed > 0);
}

describe("a statement with values", () => {
  test("is prepared once on its connection, in transactions and outside", async () => {
    const ofId = (on: Queries, id: number) => on.select().from(clients).where(eq(clients.id, id));
    for (let id = 1; id <= 3; id++) {
      await ofId(db, id);
      await db.transaction((tx) => ofId(tx, id));
    }
    expect(await prepared(`from "clients" where "clients"."id" = $1`)).toEqual([6]);
  });

  test("is planned anew for its values where that is asked for", async () => {
    for (const name of ["a", "b"]) {
      await db
        .select()
        .from(clients)
        .where(sql`${clients.name} = ${name} and ${plannedForItsValues}`);
    }
    expect(await prepared("planned for its values")).toEqual([]);
  });
});

describe("a statement that is built once", () => {
  const named = statement((on) =>
    on
      .select({ name: clients.name })
      .from(clients)
      .where(eq(clients.name, sql.placeholder("name")))
      .prepare("named"),
  );
  const add = insertion((on, row: typeof clients.$inferInsert) =>
    on.insert(clients).values(row).returning({ id: clients.id }).prepare("add"),
  );

  test("is sent over the transaction that it is called with, and goes back with it", async () => {
    const undone = db.transaction(async (tx) => {
      await add(tx, { name: "Undone" });
      expect(await named(tx, { name: "Undone" })).toEqual([{ name: "Undone" }]);
      throw new Error("back");
    });
    expect(undone).rejects.toThrow("back");
    await undone.catch(() => {});
    expect(await named(db, { name: "Undone" })).toEqual([]);
  });

  test("serves one database after another", async () => {
    const other = await freshDatabase();
    await add(other.db, { name: "There alone" });
    expect(await named(db, { name: "There alone" })).toEqual([]);
    expect(await named(other.db, { name: "There alone" })).toEqual([{ name: "There alone" }]);
    await other.close();
  });

  test("writes a null as none, whatever the column's type would make of it, and leaves out what is not given", async () => {
    const id = await anEntry(db, { attribution: null, clientId: null, note: null, backfilledAt: null });
    const [row] = await db.$client`
      select attribution is null and client_id is null and note is null and backfilled_at is null as none from entries where id = ${id}`;
    expect(row!["none"]).toBe(true);
    const other = await anEntry(db, { note: "kept", backfilledAt: new Date(0) });
    const [found] = await db.select().from(entries).where(eq(entries.id, other));
    expect([found!.note, found!.backfilledAt, found!.supersedesId]).toEqual(["kept", new Date(0), null]);
  });

  test("writes bytes as they are", async () => {
    const keep = insertion((on, row: typeof deliveries.$inferInsert) =>
      on.insert(deliveries).values(row).returning({ id: deliveries.id }).prepare("keep"),
    );
    const payload = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const [{ id } = { id: 0 }] = await keep(db, { guid: "bytes", event: "x", payload });
    const [kept] = await db.select().from(deliveries).where(eq(deliveries.id, id));
    expect(new Uint8Array(kept!.payload)).toEqual(payload);
  });
});

describe("what is asked for together", () => {
  test("is read by one statement, and what is asked for after it was sent by another", async () => {
    const sent: number[][] = [];
    const read = together(async (keys: number[]) => {
      sent.push(keys);
      await Bun.sleep(5);
      return new Map(keys.filter((key) => key < 10).map((key) => [key, `row ${key}`]));
    });
    const first = Promise.all([read(1), read(2), read(1), read(11)]);
    await Bun.sleep(1);
    expect(await Promise.all([first, read(2)])).toEqual([["row 1", "row 2", "row 1", undefined], "row 2"]);
    expect(sent).toEqual([[1, 2, 11], [2]]);
  });

  test("fails for all that asked together, and for nobody after them", async () => {
    let fails = true;
    const read = together(async (keys: number[]) => {
      if (fails) throw new Error("away");
      return new Map(keys.map((key) => [key, key]));
    });
    const both = await Promise.allSettled([read(1), read(2)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    fails = false;
    expect(await read(1)).toBe(1);
  });
});
