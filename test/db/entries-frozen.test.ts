import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { labelIndex } from "../../db/schema.ts";
import { freshDatabase, type TestDatabase } from "../support/database.ts";
import { anEntry } from "../support/factories.ts";
import { refusalOf } from "../support/refusal.ts";

let database: TestDatabase;
let old: number;
beforeAll(async () => void (database = await freshDatabase()));
afterAll(() => database.close());
beforeEach(async () => {
  old = await anEntry(database.db, {
    note: "as logged",
    labels: ["wbso:dev"],
    backfilledAt: new Date("2026-10-09T07:00:00Z"),
  });
});

const mark = (by = old) => sql`superseded_by_id = ${by}, superseded_at = now()`;

test("an entry can be marked as superseded, once", async () => {
  await database.db.transaction(async (tx) => {
    const copied = copyOf(old, {
      supersedes_id: sql`id`,
      corrected_by_id: sql`user_id`,
      correction_reason: sql`'wrong label'`,
    });
    const [correction] = await tx.execute<{ id: number }>(sql`${copied} returning id`);
    await tx.execute(sql`update entries set ${mark(correction?.id)} where id = ${old}`);
  });
  for (const again of [
    mark(),
    sql`superseded_at = now()`,
    sql`superseded_by_id = null, superseded_at = null`,
  ]) {
    expect(await refusedBy(sql`update entries set ${again} where id = ${old}`)).toBe("entries are frozen");
  }
});

test("no column of an entry can be changed, alone or along with the mark", async () => {
  const columns = await database.db.execute<{ name: string; type: string }>(sql`
    select attname as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = 'entries'::regclass and attnum > 0 and attname not in ('superseded_by_id', 'superseded_at')`);
  expect(columns.length).toBeGreaterThan(18);
  for (const { name, type } of columns) {
    const change = sql.join([sql.identifier(name), another(type, name)], sql` = `);
    for (const set of [change, sql`${change}, ${mark()}`]) {
      const refusal = await refusedBy(sql`update entries set ${set} where id = ${old}`);
      expect([name, refusal]).toEqual([
        name,
        expect.stringMatching(/^entries are frozen|can only be updated to DEFAULT/),
      ]);
    }
  }
});

test.each([
  ["an update that changes nothing", () => sql`update entries set note = note where id = ${old}`],
  [
    "an insert that turns into an update",
    () =>
      sql`${copyOf(old)} on conflict (comment_id, command_no) where supersedes_id is null do update set note = 'x'`,
  ],
  ["a delete", () => sql`delete from entries where id = ${old}`],
  ["a delete of all", () => sql`delete from entries`],
  [
    "a merge",
    () => sql`merge into entries using (values (1)) as one on id = ${old} when matched then delete`,
  ],
  ["a truncate", () => sql`truncate entries`],
  ["a truncate of its people and all that refers to them", () => sql`truncate users cascade`],
])("%s is refused", async (_, statement) => {
  expect(await refusedBy(statement())).toBe("entries are frozen");
});

test("people, clients and tokens that something refers to cannot be deleted", async () => {
  expect(await refusedBy(sql`delete from users`)).toContain("violates foreign key constraint");
  expect(await refusedBy(sql`delete from tokens`)).toContain("tokens are never deleted");
  expect(await refusedBy(sql`truncate tokens`)).toContain("tokens are never deleted");
});

test("every label of an entry is in the label index, as soon as and as long as the entry is there", async () => {
  const odd = [
    "",
    "a,b",
    "[P1] bug",
    "%",
    "_",
    '"quoted"',
    "back\\slash",
    "{x}",
    "🧪",
    "é",
    "e\u0301",
    "\u202Ertl",
  ];
  await anEntry(database.db, { labels: [...odd, "a,b"] });
  expect(await indexed()).toEqual(expect.arrayContaining(odd));
  const undone = database.db.transaction(async (tx) => {
    await tx.execute(copyOf(old, { labels: sql`'{undone}'`, comment_id: sql`-1` }));
    expect((await tx.select().from(labelIndex)).map(({ label }) => label)).toContain("undone");
    throw new Error("undo");
  });
  await refusalOf(undone);
  expect(await indexed()).not.toContain("undone");
});

test("many who use the same new labels at once, in any order, all succeed", async () => {
  const labels = Array.from({ length: 40 }, (_, i) => `new:${i}`);
  const shuffled = () => labels.toSorted(() => Math.random() - 0.5);
  await Promise.all(Array.from({ length: 20 }, () => anEntry(database.db, { labels: shuffled() })));
  expect(await indexed()).toEqual(expect.arrayContaining(labels));
});

async function indexed(): Promise<string[]> {
  return (await database.db.select().from(labelIndex)).map(({ label }) => label);
}

/** An insert of the entry once more, different in the columns named. */
function copyOf(id: number, differently: Record<string, ReturnType<typeof sql>> = {}) {
  const same =
    "kind minutes worked_on labels user_id repository repository_id issue_number issue_title comment_id command_no commented_at";
  const columns = {
    ...Object.fromEntries(same.split(" ").map((name) => [name, sql.identifier(name)])),
    ...differently,
  };
  const names = sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  );
  return sql`insert into entries (${names}) select ${sql.join(Object.values(columns), sql`, `)} from entries where id = ${id}`;
}

/** What the database answers, up to the colon where ours go on with what to do. */
async function refusedBy(statement: ReturnType<typeof sql>): Promise<string | undefined> {
  const { cause } = await refusalOf(database.db.execute(statement));
  return cause instanceof Error ? cause.message.split(":")[0] : undefined;
}

function another(type: string, name: string) {
  const column = sql.identifier(name);
  const values: Record<string, ReturnType<typeof sql>> = {
    bigint: sql`coalesce(${column}, 0) + 1`,
    integer: sql`coalesce(${column}, 0) + 1`,
    smallint: sql`${column} + 1`,
    text: name === "kind" ? sql`'plan'` : sql`coalesce(${column}, '') || 'x'`,
    date: sql`${column} + 1`,
    "text[]": sql`${column} || 'x'::text`,
    jsonb: sql`'{"winner": null}'::jsonb`,
    "timestamp with time zone": sql`${column} + interval '1 second'`,
  };
  return values[type]!;
}
