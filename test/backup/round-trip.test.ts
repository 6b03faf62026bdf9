import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { statSync } from "node:fs";
import { join } from "node:path";
import { notCopied } from "../../db/backup/frame.ts";
import { copiedTables } from "../../db/backup/tables.ts";
import type { Database } from "../../db/connect.ts";
import { openDatabase } from "../../db/open.ts";
import { confirmations, deliveries, entries } from "../../db/schema.ts";
import { sessions, users } from "../../db/schema/people.ts";
import { correctEntry, type Ran, runCommand } from "../support/backup.ts";
import { emptyDatabase, freshDatabase, type TestDatabase } from "../support/database.ts";
import { aFolder } from "../support/embedded.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { hostileTexts } from "../support/hostile.ts";
import { urlOf } from "../support/svc-process.ts";

let folder: ReturnType<typeof aFolder>;
let server: TestDatabase;
beforeEach(async () => {
  folder = aFolder();
  server = await emptyDatabase();
});
afterEach(async () => {
  await server.close();
  await folder.remove();
});

const quiet = { info() {}, error() {} };

test("svc's own database, saved and restored to a server, is the same row for row", async () => {
  const dataDir = join(folder.path, "data");
  const file = join(folder.path, "svc.backup");
  const before = await filledOwn(dataDir);
  const saved = await runCommand({ DATA_DIR: dataDir }, "backup", file);
  expect(saved.problems).toEqual([]);
  expect(saved.code).toBe(0);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  told(await runCommand({ DATABASE_URL: urlOf(server.address) }, "restore", file), "Restored and verified");
  expect(await rowsOf(server.db)).toEqual(asSupposed(before));
  expect(await server.db.select().from(sessions)).toEqual([]);
  await holdsAsBefore(server.db);
}, 120_000);

test("the way back, from a server to a database of svc's own, is the same row for row, too", async () => {
  const source = await freshDatabase();
  await fill(source.db);
  const before = await rowsOf(source.db);
  const file = join(folder.path, "svc.backup");
  const dataDir = join(folder.path, "data");
  told(await runCommand({ DATABASE_URL: urlOf(source.address) }, "backup", file), "Written to");
  await source.close();
  told(await runCommand({ DATA_DIR: dataDir }, "restore", file), "Restored and verified");
  const own = await openDatabase({ databaseUrl: undefined, dataDir, dataDirIsDefault: false, log: quiet });
  expect(await rowsOf(own.db)).toEqual(asSupposed(before));
  await holdsAsBefore(own.db);
  await own.close();
}, 120_000);

test("move-to copies svc's own database to a server as it is, and prints the one setting to change", async () => {
  const dataDir = join(folder.path, "data");
  const before = await filledOwn(dataDir);
  const address = urlOf(server.address);
  const moved = await runCommand({ DATA_DIR: dataDir }, "move-to", address);
  told(moved, "Set DATABASE_URL to the address you gave");
  expect(await rowsOf(server.db)).toEqual(before);
  await holdsAsBefore(server.db);
  const again = await runCommand({ DATA_DIR: dataDir }, "move-to", address);
  expect(again.code).toBe(1);
  expect(again.problems.join("\n")).toContain("This database is not empty");
}, 120_000);

async function filledOwn(dataDir: string) {
  const own = await openDatabase({ databaseUrl: undefined, dataDir, dataDirIsDefault: false, log: quiet });
  await fill(own.db);
  const rows = await rowsOf(own.db);
  await own.close();
  return rows;
}

/** Something in every table that is copied, and all that could trip over the format of the copy. */
async function fill(db: Database): Promise<void> {
  const texts = [
    ...hostileTexts.filter((text) => text.trim()),
    "\\.",
    "\\N",
    "a\tb\\n\r\nc",
    "'; drop table entries; --",
  ];
  const client = await aClient(db, "Globex", "client:globex");
  for (const [place, text] of texts.entries()) {
    await anEntry(db, {
      labels: [text, `client:${text}`, "client:globex", "{a,b}", ""],
      note: [...text].slice(0, 200).join(""),
      issueTitle: text,
      clientId: client.id,
      attribution: {
        winner: { mappingId: 1, label: text, clientId: client.id },
        runnersUp: [],
        deactivated: [],
      },
      workedOn: `2026-0${1 + (place % 9)}-15`,
    });
  }
  const first = await anEntry(db, { kind: "plan", minutes: 480 });
  await correctEntry(db, first);
  const [user] = await db.select().from(users);
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const [place, text] of texts.entries()) {
    await db
      .insert(deliveries)
      .values({ guid: `guid ${place}`, event: "issue_comment", payload: every, detail: text });
    await db.insert(confirmations).values({
      commentId: 100 + place,
      repository: "acme/web",
      issueNumber: 1,
      kind: "refusal",
      body: text,
      ...(place % 2 === 0 ? {} : { state: "posted", postedAt: new Date() }),
    });
  }
  await db.insert(sessions).values({ userId: user!.id, secretHash: new Uint8Array(32), via: "link" });
  const hash = `$2b$12$${"a".repeat(53)}`;
  await db.execute(
    sql`insert into tokens (user_id, label, prefix, hash) values (${user!.id}, ${texts[0]}, 'abcdefgh', ${hash})`,
  );
  await db.execute(sql`insert into audit_log (action, target_type, target_id, detail, request_id)
    values ('token.created', 'token', '1', ${JSON.stringify({ text: texts[3] })}::jsonb, 'r')`);
  await db.execute(sql`insert into posting_turns values ('acme', now())`);
  await db.execute(sql`insert into delivery_listing (watermark, gap_read) values (now(), '{1,2}')`);
  await db.execute(
    sql`insert into missing_deliveries (guid, delivery_id, delivered_at, status_code) values ('Ä', '1', now(), 500), ('z', '2', now(), 500), ('a', '3', now(), 500)`,
  );
  await db.execute(sql`
    insert into github_connection (revision, app_id, slug, html_url, client_id, site_url, api_url, organisations, hears, sealed, connected_at)
    values (gen_random_uuid(), 7, 'svc', 'https://github.com/apps/svc', 'Iv1', 'https://github.com', 'https://api.github.com',
      '{acme}', 'webhook', ${Buffer.from(every)}, now())`);
  await db.execute(sql`insert into polled_owners (owner, begun_at) values ('acme', now())`);
  await db.execute(
    sql`insert into polled_repositories (repository_id, owner, name, since, new_from) values (1, 'acme', 'acme/web', now(), now())`,
  );
  await db.execute(sql`update entry_changes set seq = entry_id where entry_id < 5`);
}

/** Every row of every table, as text. */
async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const tables = await db.transaction(copiedTables);
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await db.execute<{ row: string }>(
      sql`select row_to_json(copied)::text as row from ${sql.identifier(name)} copied order by 1`,
    );
    found[name] = rows.map(({ row }) => row);
    expect([name, rows.length > 0]).toEqual([name, true]);
  }
  expect(Object.keys(found).filter((name) => notCopied.includes(name))).toEqual([]);
  return found;
}

/** A backup may be older than what was posted: those that wait are looked for first. */
function asSupposed(rows: Record<string, string[]>) {
  const confirmations = rows["confirmations"]!.map((row) =>
    row.includes('"state":"pending"') ? row.replace('"attempts":0', '"attempts":1') : row,
  );
  return { ...rows, confirmations: confirmations.sort() };
}

/** The rules of the database hold on, and new rows get new numbers. */
async function holdsAsBefore(db: Database): Promise<void> {
  const [last] = await db.execute<{ id: string }>(sql`select max(id) as id from entries`);
  const next = await anEntry(db);
  expect(next).toBe(Number(last!.id) + 1);
  const [wrong] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from
      (select kind, sum(entries) as entries, sum(minutes) as minutes from entry_totals where key = '*' group by 1) kept
      full join (select kind, count(*) as entries, sum(minutes) as minutes from entries where superseded_by_id is null group by 1) counted
      using (kind) where kept.entries is distinct from counted.entries or kept.minutes is distinct from counted.minutes`);
  expect(wrong!.count).toBe(0);
  for (const change of [
    sql`delete from entries`,
    sql`update entries set minutes = 1`,
    sql`truncate tokens cascade`,
    sql`delete from audit_log`,
  ]) {
    expect(
      await db.execute(change).then(
        () => "done",
        (error: Error) => String(error.cause),
      ),
    ).toMatch(/frozen|never deleted|append-only/);
  }
  const [session] = await db.execute<{ id: string }>(sql`select nextval('sessions_id_seq') as id`);
  expect(Number(session!.id)).toBeGreaterThan(1);
  const [job] = await db.execute<{ waiting: number; posting: number }>(sql`
    select (select count(*)::int from pgboss.job where name = 'process-delivery') - (select count(*)::int from deliveries where state = 'pending') as waiting,
      (select count(*)::int from pgboss.job where name = 'post-confirmation') - (select count(*)::int from confirmations where state = 'pending') as posting`);
  expect(job).toEqual({ waiting: 0, posting: 0 });
  expect((await db.select().from(entries)).length).toBeGreaterThan(20);
}

function told(ran: Ran, text: string): void {
  expect(ran.problems).toEqual([]);
  expect(ran.told).toContain(text);
}
