import { afterEach, beforeEach, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect, type Database } from "../../db/connect.ts";
import { migrate } from "../../db/migrate.ts";
import { openDatabase } from "../../db/open.ts";
import { startCluster } from "../faults/harness/cluster.ts";
import { emptyDatabase, freshDatabase } from "../support/database.ts";
import { aFolder } from "../support/embedded.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { urlOf } from "../support/svc-process.ts";

const document = await Bun.file("docs/backup.md").text();
/** What it says to type: the lines of its blocks, and the commands that stand in its sentences. */
const lines = [
  ...[...document.matchAll(/^```\n([\s\S]*?)^```$/gm)].flatMap(([, block]) => block!.trim().split("\n")),
  ...[...document.matchAll(/`((?:bun server\/main\.ts|create database)\s[^`]+)`/g)].map(([, line]) =>
    line!.replaceAll(/\s+/g, " "),
  ),
];

const windows = process.platform === "win32";
let folder: ReturnType<typeof aFolder>;
const undo: (() => unknown)[] = [];
beforeEach(() => void (folder = aFolder()));
afterEach(async () => {
  for (const each of undo.splice(0).toReversed()) await each();
  await folder.remove();
});

/** The line of the document that begins so, with our places for its examples, run by a shell where svc is. */
function run(start: string, settings: Record<string, string>, target = "") {
  const line = lines.find((each) => each.startsWith(start) && !each.endsWith(" FILE"));
  if (!line) throw new Error(`docs/backup.md has no line that begins with: ${start}`);
  const command = line
    .replaceAll("/backups/", `${folder.path}/`)
    .replaceAll("/tmp/drill", `${folder.path}/drill`)
    .replaceAll("postgres://svc:password@db.example.com/svc", `'${target}'`)
    .replaceAll("svc.dump", `${folder.path}/svc.dump`);
  const ran = Bun.spawnSync(["bash", "-c", command], {
    env: {
      ...settings,
      PATH: [settings["PATH"], dirname(process.execPath), process.env["PATH"]].filter(Boolean).join(":"),
    },
  });
  return { code: ran.exitCode, told: `${ran.stdout.toString()}${ran.stderr.toString()}` };
}

async function fill(db: Database): Promise<void> {
  await aClient(db, "Globex", "client:globex");
  for (let count = 0; count < 5; count++) await anEntry(db, { note: `☕ ${count}` });
}

const rowsOf = async (db: Database) => ({
  entries: [...(await db.execute(sql`select * from entries order by id`))],
  clients: [...(await db.execute(sql`select * from clients order by id`))],
  mappings: [...(await db.execute(sql`select * from label_mappings order by id`))],
  people: [...(await db.execute(sql`select * from users order by id`))],
});

test.skipIf(windows)(
  "backup, restore and the drill do what docs/backup.md says, by its own lines",
  async () => {
    const source = await freshDatabase();
    const target = await emptyDatabase();
    undo.push(source.close, target.close);
    await fill(source.db);
    const whole = await rowsOf(source.db);

    const backup = run("bun server/main.ts backup", { DATABASE_URL: urlOf(source.address) });
    expect(backup).toMatchObject({ code: 0, told: expect.stringContaining("Written to") });
    const restore = run("bun server/main.ts restore", { DATABASE_URL: urlOf(target.address) });
    expect(restore).toMatchObject({ code: 0, told: expect.stringContaining("Restored and verified") });
    expect(await rowsOf(target.db)).toEqual(whole);

    const drill = run("DATA_DIR=/tmp/drill", {});
    expect(drill).toMatchObject({ code: 0, told: expect.stringContaining("5 entries") });
    expect(existsSync(join(folder.path, "drill"))).toBe(true);
    expect(run("rm -r /tmp/drill", {})).toEqual({ code: 0, told: "" });
    expect(existsSync(join(folder.path, "drill"))).toBe(false);
  },
  120_000,
);

test.skipIf(windows)(
  "move-to does so too",
  async () => {
    const target = await emptyDatabase();
    undo.push(target.close);
    const dataDir = join(folder.path, "data");
    const log = { info() {}, error() {} };
    const own = await openDatabase({ databaseUrl: undefined, dataDir, dataDirIsDefault: false, log });
    await fill(own.db);
    const whole = await rowsOf(own.db);
    await own.close();
    const moved = run("bun server/main.ts move-to", { DATA_DIR: dataDir }, urlOf(target.address));
    expect(moved).toMatchObject({ code: 0, told: expect.stringContaining("DATABASE_URL") });
    expect(await rowsOf(target.db)).toEqual(whole);
  },
  120_000,
);

const root = "/usr/lib/postgresql";
const installed = (existsSync(root) ? readdirSync(root) : [])
  .filter((version) => existsSync(`${root}/${version}/bin/pg_dump`))
  .toSorted((one, other) => Number(other) - Number(one))[0];

// Debian's PostgreSQL of its own, since pg_dump refuses a server that is newer than itself.
test.skipIf(installed === undefined)(
  "pg_dump and pg_restore do so as well, into a database made by its line",
  async () => {
    const programs = join(root, installed!);
    const cluster = await startCluster({ programs });
    undo.push(() => cluster.remove());
    await migrate(cluster.address);
    const db = connect(cluster.address);
    await fill(db);
    const whole = await rowsOf(db);
    const settings = { DATABASE_URL: urlOf(cluster.address), PATH: join(programs, "bin") };
    expect(run("pg_dump", settings)).toEqual({ code: 0, told: "" });

    const admin = connect({ ...cluster.address, user: "postgres", database: "postgres" }, { max: 1 });
    undo.push(() => admin.$client.end());
    await db.$client.end();
    await admin.execute("alter database svc rename to svc_before");
    const line = lines.find((each) => each.startsWith("create database"))!;
    await admin.execute(line);
    expect(run("pg_restore", settings)).toEqual({ code: 0, told: "" });
    const restored = connect(cluster.address);
    undo.push(() => restored.$client.end());
    expect(await rowsOf(restored)).toEqual(whole);
  },
  120_000,
);
