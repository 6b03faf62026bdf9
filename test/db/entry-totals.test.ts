import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { connect, type Database } from "../../db/connect.ts";
import { migrate, migrateWithin } from "../../db/migrate.ts";
import journal from "../../db/migrations/meta/_journal.json";
import { insertClient } from "../../server/clients/store.ts";
import { emptyDatabase, freshDatabase, type TestDatabase } from "../support/database.ts";
import { countedTotals, keptTotals } from "../support/entry-totals.ts";
import { anEntry } from "../support/factories.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  for (const name of ["Acme", "Globex"]) clients.push((await insertClient(database.db, name)).id);
});
afterAll(() => database.close());

const clients: (number | null)[] = [null];
const decided = { winner: null, runnersUp: [], deactivated: [] };
const labels = ["wbso:dev", "wbso:speur", "wbso:", ":x", "bug", "a:b:c", "client:héma", "l:*", "*"];

test("totals are the sums of the entries that stand, after many at once were added, corrected and undone", async () => {
  const { db } = database;
  await anEntry(db);
  await Promise.all(Array.from({ length: 150 }, () => addOne(db)));
  expect(await keptTotals(db)).toEqual(await countedTotals(db));
  expect((await keptTotals(db)).length).toBeGreaterThan(50);
});

test("what is kept since a later version is there for the entries of before as well", async () => {
  const old = await emptyDatabase();
  const { when } = journal.entries.find(({ tag }) => tag === "0009_operators")!;
  const before = connect(old.address, { max: 1 });
  await before.transaction((tx) => migrateWithin(tx, { upTo: when }));
  await before.$client.end();
  for (const name of ["Acme", "Globex"]) await insertClient(old.db, name);
  for (let n = 0; n < 60; n++) await addOne(old.db);
  const others = await keptTotals(old.db);

  await migrate(old.address);
  expect(await keptTotals(old.db)).toEqual(await countedTotals(old.db));
  expect(others.length).toBeLessThan((await keptTotals(old.db)).length);
  for (let n = 0; n < 10; n++) await addOne(old.db);
  expect(await keptTotals(old.db)).toEqual(await countedTotals(old.db));
  await old.close();
});

async function addOne(db: Database): Promise<void> {
  const id = await anEntry(db, anyEntry());
  const whatNext = Math.random();
  if (whatNext < 0.3) await correct(db, id);
  if (whatNext > 0.8) await refusalOf(correct(db, id, true));
}

function anyEntry() {
  const month = String(1 + Math.floor(Math.random() * 3)).padStart(2, "0");
  return {
    kind: Math.random() < 0.3 ? ("plan" as const) : ("time" as const),
    minutes: 1 + Math.floor(Math.random() * 1440),
    workedOn: `2026-${month}-${Math.random() < 0.5 ? "01" : "28"}`,
    labels: labels.filter(() => Math.random() < 0.4),
    clientId: clients[Math.floor(Math.random() * clients.length)]!,
    attribution: decided,
  };
}

/** Counts and discounts in two statements. No two of them ever wait in a circle: a deadlock would fail the test. */
async function correct(db: Database, id: number, undo = false): Promise<void> {
  const { minutes, workedOn, labels, clientId } = anyEntry();
  await db.transaction(async (tx) => {
    const [row] = await tx.execute<{ id: number }>(sql`
      insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at, client_id, attribution, supersedes_id, corrected_by_id, correction_reason)
      select kind, ${minutes}, ${workedOn}, ${sql.param(labels)}, user_id, repository, repository_id, issue_number, issue_title,
        comment_id, command_no, commented_at, ${clientId}, attribution, id, user_id, 'wrong label'
      from entries where id = ${id} returning id`);
    await tx.execute(
      sql`update entries set superseded_by_id = ${row?.id}, superseded_at = now() where id = ${id}`,
    );
    if (undo) throw new Error("undo");
  });
}
