import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { insertClient } from "../../server/clients/store.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
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
  await anEntry(database.db);
  await Promise.all(Array.from({ length: 150 }, addOne));
  expect(await kept()).toEqual(await counted());
  expect((await kept()).length).toBeGreaterThan(50);
});

async function addOne(): Promise<void> {
  const { db } = database;
  const id = await anEntry(db, anyEntry());
  const whatNext = Math.random();
  if (whatNext < 0.3) await correct(id);
  if (whatNext > 0.8) await refusalOf(correct(id, true));
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
async function correct(id: number, undo = false): Promise<void> {
  const { minutes, workedOn, labels, clientId } = anyEntry();
  await database.db.transaction(async (tx) => {
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

type Total = { kind: string; key: string; month: string; entries: number; minutes: number };

async function kept(): Promise<Total[]> {
  return sorted(sql`
    select kind, key, month::text, sum(entries)::int as entries, sum(minutes)::int as minutes
    from entry_totals group by 1, 2, 3 having sum(entries) <> 0`);
}

async function counted(): Promise<Total[]> {
  return sorted(sql`
    select kind, key, date_trunc('month', worked_on::timestamp)::date::text as month,
      count(*)::int as entries, sum(minutes)::int as minutes
    from entries, lateral (
      select '*' as key
      union all select 'c:' || coalesce(client_id::text, '')
      union all select distinct 'l:' || label from unnest(labels) as label
      union all select distinct 'd:' || split_part(label, ':', 1) || ':' from unnest(labels) as label where label ~ '^[^:]+:.'
    ) as counted
    where superseded_by_id is null group by 1, 2, 3`);
}

async function sorted(query: ReturnType<typeof sql>): Promise<Total[]> {
  const place = ({ kind, key, month }: Total) => `${kind} ${key} ${month}`;
  const totals = await database.db.execute<Total>(query);
  return [...totals].sort((a, b) => (place(a) < place(b) ? -1 : 1));
}
