import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/connect.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { anEntry } from "../support/factories.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
let old: number;
let other: number;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  old = await anEntry(database.db);
  other = await anEntry(database.db);
});

test("an entry and its correction that name each other are kept", async () => {
  await database.db.transaction(async (tx) => {
    await mark(tx, old, await correct(tx, old));
  });
});

test.each<[string, (tx: Transaction) => Promise<void>]>([
  ["a correction of an entry that goes on to count", async (tx) => void (await correct(tx, old))],
  ["an entry superseded by itself", (tx) => mark(tx, old, old)],
  ["an entry superseded by one that does not correct it", (tx) => mark(tx, old, other)],
  ["an entry superseded by the correction of another", async (tx) => mark(tx, old, await correct(tx, other))],
  ["a correction of another kind", async (tx) => mark(tx, old, await correct(tx, old, "plan"))],
  ["an entry superseded from the start", async (tx) => void (await correct(tx, old, "time", other))],
])("%s is refused", async (_, change) => {
  const { cause, message } = await refusalOf(database.db.transaction(change));
  expect(`${message} ${String(cause)}`).toContain("an entry and its correction must name each other");
});

async function correct(
  tx: Transaction,
  id: number,
  kind = "time",
  supersededBy: number | null = null,
): Promise<number> {
  const [row] = await tx.execute<{ id: number }>(sql`
    insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
      comment_id, command_no, commented_at, supersedes_id, corrected_by_id, correction_reason, superseded_by_id, superseded_at)
    select ${kind}, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
      comment_id, command_no, commented_at, id, user_id, 'wrong label', ${supersededBy}::bigint, case when ${supersededBy}::bigint is null then null else now() end
    from entries where id = ${id} returning id`);
  return Number(row?.id);
}

async function mark(tx: Transaction, id: number, by: number): Promise<void> {
  await tx.execute(sql`update entries set superseded_by_id = ${by}, superseded_at = now() where id = ${id}`);
}
