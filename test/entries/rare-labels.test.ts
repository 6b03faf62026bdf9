import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { EntryFilter } from "../../server/entries/entry-filter.ts";
import { upsertUser } from "../../server/members/store.ts";
import { statementsOf } from "../bench/requests.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const { id } = await upsertUser(database.db, { githubId: 4_200_000, login: "ada" });
  await database.db.execute(sql`
    insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number, issue_title,
      comment_id, command_no, commented_at)
    select 'time', 15, date '2026-01-01' + (n % 200)::int, case n % 500 when 0 then '{type:bug,rare:one}' else '{type:bug}' end::text[],
      ${id}, 'acme/web', 1, 1, 'An issue', n, 1, now()
    from generate_series(1, 2000) n`);
}, 30_000);
afterAll(() => database.close());

async function planOf(filter: Partial<EntryFilter>): Promise<string> {
  const { statements } = await statementsOf(database.address, { kind: "time", labels: [], ...filter });
  const page = statements.find(({ text }) => text.includes("limit"))!;
  const rows = await database.db.$client.unsafe(`explain ${page.text}`, page.values);
  return rows.map((row) => String(row["QUERY PLAN"])).join("\n");
}

test.each<Partial<EntryFilter>>([
  { labels: ["rare:one"] },
  { prefix: "rare:" },
  { prefix: "rare:o" },
  { labels: ["type:bug", "rare:one"], from: "2026-02-01" },
])("of %j, which few entries have, the entries are put in order after they were found", async (filter) => {
  const plan = await planOf(filter);
  expect(plan).toContain("Sort Key: ((entries.worked_on + 0)) DESC");
  expect(plan).not.toContain("worked_on >=");
});

test.each<Partial<EntryFilter>>([
  { labels: ["type:bug"] },
  { prefix: "type:" },
  { prefix: "ty", from: "2026-02-01" },
  {},
])("of %j, which many have, they may be read in the order of an index", async (filter) => {
  expect(await planOf(filter)).not.toContain("worked_on + 0");
});

test("entries are in the index of labels at once, so that no search has to read through what waits for it", async () => {
  const [row] = await database.db.$client`select gin_clean_pending_list('entries_labels')::int as pages`;
  expect(row!["pages"]).toBe(0);
});
