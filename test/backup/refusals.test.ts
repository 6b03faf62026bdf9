import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { readArchive, verifyArchive, writeArchive } from "../../db/backup/archive.ts";
import { dump } from "../../db/backup/dump.ts";
import type { Frame } from "../../db/backup/frame.ts";
import { restore } from "../../db/backup/restore.ts";
import { someTable } from "../../db/backup/tables.ts";
import { migrateWithin } from "../../db/migrate.ts";
import journal from "../../db/migrations/meta/_journal.json";
import { correctEntry, runCommand } from "../support/backup.ts";
import { emptyDatabase, freshDatabase, type TestDatabase } from "../support/database.ts";
import { aFolder, openIn } from "../support/embedded.ts";
import { anEntry } from "../support/factories.ts";
import { refusalOf } from "../support/refusal.ts";
import { urlOf } from "../support/svc-process.ts";

let folder: ReturnType<typeof aFolder>;
let source: TestDatabase;
let target: TestDatabase;
let file: string;
beforeAll(async () => {
  folder = aFolder();
  source = await freshDatabase();
  await correctEntry(source.db, await anEntry(source.db, { labels: ["a", "b:c"] }));
  for (let place = 0; place < 50; place++) await anEntry(source.db, { note: `entry ${place}` });
  file = join(folder.path, "svc.backup");
  await writeArchive(file, dump(source.db, new Date()));
});
afterAll(async () => {
  await source.close();
  await folder.remove();
});
beforeEach(async () => {
  target = await emptyDatabase();
});
afterEach(async () => target.close());

const nothing = async () => {};
const isEmpty = async () => (await target.db.transaction(someTable)) === undefined;

test("a backup that is cut off anywhere, or changed anywhere, is refused before anything is done", async () => {
  const whole = readFileSync(file);
  const damaged = join(folder.path, "damaged");
  const cuts = Array.from({ length: 20 }, (_, place) =>
    whole.subarray(0, Math.floor((whole.length * place) / 20)),
  );
  const flips = Array.from({ length: 20 }, (_, place) => {
    const flipped = Buffer.from(whole);
    flipped[12 + Math.floor(((whole.length - 13) * place) / 20)]! ^= 0x10;
    return flipped;
  });
  // Whole as gzip, and yet not what it was.
  const text = gunzipSync(whole).toString("latin1");
  const edited = gzipSync(Buffer.from(text.replace("entry 17", "entry 71"), "latin1"));
  const shortened = gzipSync(Buffer.from(text.slice(0, text.lastIndexOf('{"manifest"')), "latin1"));
  const longer = Buffer.concat([whole, gzipSync("more")]);
  for (const bytes of [
    ...cuts,
    ...flips,
    edited,
    shortened,
    longer,
    Buffer.from("hello"),
    gzipSync("{}\n"),
  ]) {
    writeFileSync(damaged, bytes);
    expect((await refusalOf(verifyArchive(damaged))).message).toContain(
      "no backup of svc, or is cut off or damaged",
    );
  }
  writeFileSync(damaged, edited);
  const ran = await runCommand({ DATABASE_URL: urlOf(target.address) }, "restore", damaged);
  expect(ran.code).toBe(1);
  expect(ran.problems).toHaveLength(1);
  expect(await isEmpty()).toBe(true);
}, 60_000);

test("a backup of a newer svc, and one in a form of later, are refused with what to do", async () => {
  const later = join(folder.path, "later");
  await writeArchive(
    later,
    changed((frame) => {
      if (frame.kind === "header") frame.header.migrations.push({ when: 9e12, hash: "later" });
      return frame;
    }),
  );
  const ran = await runCommand({ DATABASE_URL: urlOf(target.address) }, "restore", later);
  expect(ran.code).toBe(1);
  expect(ran.problems.join()).toContain("made by a newer svc");
  expect(await isEmpty()).toBe(true);
  const text = gunzipSync(readFileSync(file)).toString("latin1").replace('"version":1', '"version":2');
  writeFileSync(later, gzipSync(Buffer.from(text, "latin1")));
  expect((await refusalOf(verifyArchive(later))).message).toContain("a form that this svc does not know");
}, 60_000);

test("a backup of an older schema is restored as it was, and brought up to date", async () => {
  const older = await emptyDatabase();
  await older.db.transaction((tx) => migrateWithin(tx, { upTo: migrations[2]!.when }));
  await older.db.execute(sql`insert into users (github_id, login) values (1, 'ada')`);
  await older.db
    .execute(sql`insert into entries (kind, minutes, worked_on, labels, user_id, repository, repository_id, issue_number,
    issue_title, comment_id, command_no, commented_at) values ('time', 5, '2026-01-01', '{x}', 1, 'a/b', 1, 1, 't', 1, 1, now())`);
  const from = join(folder.path, "older");
  await writeArchive(from, dump(older.db, new Date()));
  await older.close();
  const ran = await runCommand({ DATABASE_URL: urlOf(target.address) }, "restore", from);
  expect(ran).toMatchObject({ code: 0, problems: [] });
  expect(await target.db.query.entries.findMany()).toMatchObject([
    { minutes: 5, labels: ["x"], backfilledAt: null },
  ]);
}, 60_000);

test("a database that holds anything is left as it is", async () => {
  await target.db.execute(sql`create table notes (text text)`);
  const ran = await runCommand({ DATABASE_URL: urlOf(target.address) }, "restore", file);
  expect(ran.code).toBe(1);
  expect(ran.problems.join()).toContain("not empty: it holds the table public.notes");
  const schemas = await target.db.execute(
    sql`select 1 from pg_namespace where nspname in ('pgboss', 'drizzle')`,
  );
  expect([...schemas]).toEqual([]);
}, 60_000);

test.each([
  ["a row twice", (rows: string) => rows + rows.slice(0, rows.indexOf("\n") + 1)],
  ["a row short", (rows: string) => rows.slice(rows.indexOf("\n") + 1)],
  ["another number", (rows: string) => rows.replace("entry 3\t", "entry 4\t")],
  ["a user who is not there", (rows: string) => rows.replace("\t1\tacme/web", "\t99\tacme/web")],
  ["no rows at all", () => "nothing\n"],
])(
  "rows of entries that came with %s end the restore, and nothing is left of it",
  async (_, change) => {
    const frames = changed((frame) => {
      if (frame.kind === "rows" && frame.table === "entries")
        frame.bytes = Buffer.from(change(frame.bytes.toString()));
      return frame;
    });
    expect((await refusalOf(restore(target.address, frames, nothing))).message).not.toBe("");
    expect(await isEmpty()).toBe(true);
    expect((await restore(target.address, readArchive(file), nothing)).tables["entries"]?.rows).toBe(52);
  },
  60_000,
);

test("a file that is there is kept unless --force is given, and one that fails to be written leaves nothing", async () => {
  const kept = join(folder.path, "kept");
  writeFileSync(kept, "something else");
  const settings = { DATABASE_URL: urlOf(source.address) };
  const refused = await runCommand(settings, "backup", kept);
  expect(refused.code).toBe(1);
  expect(refused.problems.join()).toContain("exists and is kept");
  expect(readFileSync(kept, "utf8")).toBe("something else");
  expect((await runCommand(settings, "backup", kept, "--force")).code).toBe(0);
  expect((await verifyArchive(kept)).manifest.tables["entries"]?.rows).toBe(52);

  const failing = changed((frame) => {
    if (frame.kind === "manifest") throw new Error("the connection broke");
    return frame;
  });
  const broken = join(folder.path, "broken");
  expect((await refusalOf(writeArchive(broken, failing))).message).toBe("the connection broke");
  expect(
    (await refusalOf(writeArchive(join(folder.path, "no/such/file"), dump(source.db, new Date())))).message,
  ).toContain("There is no folder");
  expect(existsSync(broken)).toBe(false);
  expect(readdirSync(folder.path).filter((name) => name.includes("unfinished"))).toEqual([]);
}, 60_000);

test("whoever stops in the middle of a copy, on either side, is done at once", async () => {
  const large = await freshDatabase();
  await large.db.execute(sql`insert into deliveries (guid, event, payload)
    select n::text, 'issue_comment', convert_to(repeat(md5(n::text), 100), 'UTF8') from generate_series(1, 3000) n`);
  const full = (async function* () {
    for await (const frame of dump(large.db, new Date())) {
      yield frame;
      if (frame.kind === "rows" && frame.table === "deliveries") throw new Error("enough");
    }
  })();
  expect((await refusalOf(restore(target.address, full, nothing))).message).toBe("enough");
  expect(await isEmpty()).toBe(true);
  for await (const frame of dump(large.db, new Date()))
    if (frame.kind === "rows" && frame.table === "deliveries") break;
  expect(await large.db.query.clients.findMany()).toEqual([]);
  await large.close();
}, 20_000);

test("a disk that is full is named, and nothing is left on it", async () => {
  const full = (async function* () {
    yield* readArchive(file);
    throw Object.assign(new Error("write"), { code: "ENOSPC" });
  })();
  expect((await refusalOf(writeArchive(join(folder.path, "full"), full))).message).toContain(
    "is full, and nothing was left",
  );
  expect(existsSync(join(folder.path, "full"))).toBe(false);
});

test("move-to waits for nobody: while svc runs it says so and does nothing, and it never repeats a password", async () => {
  const dataDir = join(folder.path, "data");
  const svc = openIn(dataDir);
  await svc.outcome();
  const ran = await runCommand({ DATA_DIR: dataDir }, "move-to", urlOf(target.address));
  expect(ran.code).toBe(1);
  expect(ran.problems.join()).toContain("Stop it first");
  expect(await isEmpty()).toBe(true);
  const backup = await runCommand({ DATA_DIR: dataDir }, "backup", join(folder.path, "while-it-runs"));
  expect(backup).toMatchObject({ code: 0, problems: [] });
  await svc.interrupted();
  for (const url of ["postgres://svc:geheim@127.0.0.1:1/svc", "postgres:/svc:geheim@h/d", "geheim"]) {
    const { code, told, problems } = await runCommand({ DATA_DIR: dataDir }, "move-to", url);
    expect(code).toBe(1);
    expect(told + problems.join()).not.toContain("geheim");
  }
}, 60_000);

const migrations = journal.entries;

async function* changed(change: (frame: Frame) => Frame): AsyncGenerator<Frame> {
  for await (const frame of readArchive(file)) yield change(frame);
}
