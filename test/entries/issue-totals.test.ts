import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { issueTotals } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const { id } = await upsertUser(database.db, { githubId: 4_300_000, login: "ada" });
  // Every tenth on the issue where everybody logs their meetings.
  await database.db.execute(sql`
    insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
      comment_id, command_no, commented_at)
    select case n % 20 when 0 then 'plan' else 'time' end, 15, date '2026-01-01' + (n % 200)::int, '{}', ${id}, 'acme/web', 7,
      case n % 10 when 0 then 1 else 10 + n end, 'An issue', n, 1, now()
    from generate_series(1, 5000) n`);
}, 30_000);
afterAll(() => database.close());

test("what an issue with years of hours adds up to can be read from an index alone", async () => {
  await database.db.transaction(async (tx) => {
    expect(await issueTotals(tx, 7, 1)).toEqual({ planned: 250 * 15, logged: 250 * 15 });
    const [prepared] = await tx.execute<{ statement: string }>(sql`
      select statement from pg_prepared_statements where statement like '%"issue_number" = $2%'`);
    // Of so few rows it would take the whole table, or come to them by some other index.
    await tx.execute(sql`set local enable_seqscan = off`);
    await tx.execute(sql`set local enable_bitmapscan = off`);
    const asked = prepared!.statement.replace("$1", "7").replace("$2", "1");
    const plan = await tx.execute<{ "QUERY PLAN": string }>(sql.raw(`explain ${asked}`));
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
      "Index Only Scan using entries_host_issue",
    );
  });
});
