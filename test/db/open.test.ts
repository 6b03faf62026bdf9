import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../db/open.ts";
import { emptyDatabase, type TestDatabase } from "../support/database.ts";
import { aFolder } from "../support/embedded.ts";
import { refusalOf } from "../support/refusal.ts";

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

const log = { info() {}, error() {} };

test("the server that DATABASE_URL names is brought up to date, and nothing is made beside it", async () => {
  const dataDir = join(folder.path, "data");
  const { db, close } = await openDatabase({
    databaseUrl: urlOf(server),
    dataDir,
    dataDirIsDefault: true,
    log,
  });
  expect(await db.query.entries.findMany()).toEqual([]);
  await close();
  expect(existsSync(dataDir)).toBe(false);
});

test("a database of ours that a newer svc made is refused, and does not stay behind running", async () => {
  const options = {
    databaseUrl: undefined,
    dataDir: join(folder.path, "data"),
    dataDirIsDefault: false,
    log,
  };
  const { db, close } = await openDatabase(options);
  await db.$client`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9e15)`;
  await close();
  expect((await refusalOf(openDatabase(options))).message).toContain("made by a newer svc");
  expect(existsSync(join(folder.path, "data/postgres/postmaster.pid"))).toBe(false);
}, 60_000);

function urlOf({ address }: TestDatabase): string {
  if ("url" in address) return address.url;
  return `postgres://${address.user}@localhost:${address.port}/${address.database}?host=${address.host}`;
}
