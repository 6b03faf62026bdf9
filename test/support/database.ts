import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Address, connect, type Database } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { migrate } from "../../db/migrate.ts";

export type TestDatabase = { address: Address; db: Database; close(): Promise<void> };

/**
 * A migrated, empty database of its own: a test may commit, race and break things in it. It is cloned from a template
 * on one server for the whole test process, or on the one that TEST_DATABASE_URL names, as a user who may create databases.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const { admin, addressOf, template } = await (server ??= startOnce());
  const name = `${prefix}${Date.now()}_${randomBytes(4).toString("hex")}`;
  const address = addressOf(name);
  await admin.unsafe(`create database ${name} template ${template} ${ownerOf(address)}`);
  const db = connect(address);
  return {
    address,
    db,
    async close() {
      await db.$client.end({ timeout: 1 });
      await admin.unsafe(`drop database if exists ${name} with (force)`);
    },
  };
}

type Sql = Database["$client"];
type Server = { admin: Sql; addressOf: (database: string) => Address; template: string };

const prefix = "svc_test_";
let server: Promise<Server> | undefined;

async function startOnce(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL;
  const { owner, addressOf } = url ? named(url) : await embedded();
  const admin = connect(owner, { max: 1 }).$client;
  await admin`set statement_timeout = 0`;
  await dropLeftovers(admin);
  return { admin, addressOf, template: await migratedTemplate(admin, addressOf) };
}

function named(url: string) {
  const addressOf = (database: string) => ({
    url: Object.assign(new URL(url), { pathname: `/${database}` }).href,
  });
  return { owner: { url }, addressOf };
}

/** Durable against nothing, which is what makes it quick. */
async function embedded() {
  const dir = mkdtempSync(join(tmpdir(), "svc-test-"));
  chmodSync(dir, 0o711); // As root PostgreSQL runs as another user, who has to pass through here.
  const settings = {
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    max_connections: "300",
  };
  const log = { info() {}, error: console.error };
  const { address, dataDir } = await startEmbedded({
    dataDir: dir,
    dataDirIsDefault: false,
    systemDir: "/var/lib/svc",
    log,
    settings,
  });
  removeAfterUs(dir, join(dataDir, "postgres", "postmaster.pid"));
  const addressOf = (database: string): Address => ({ ...address, database });
  return { owner: { ...address, user: "postgres", database: "postgres" }, addressOf };
}

/** However this process ends, the pipe to the shell then closes, and the shell goes on to the second command. */
function removeAfterUs(dir: string, pidFile: string): void {
  const script =
    'cat >/dev/null; kill -QUIT "$(head -1 "$2")"; while [ -e "$2" ]; do sleep 0.05; done; rm -rf "$1"';
  const stdio: ["pipe", "ignore", "ignore"] = ["pipe", "ignore", "ignore"];
  spawn("/bin/sh", ["-c", script, "sh", dir, pidFile], { stdio, detached: true, cwd: "/" }).unref();
}

/** Named after the migrations and kept: on a server of the developer's the next run finds it there. */
async function migratedTemplate(admin: Sql, addressOf: Server["addressOf"]): Promise<string> {
  const template = `svc_template_${digestOfMigrations()}`;
  await admin`select pg_advisory_lock(hashtext(${template}))`;
  const [made] = await admin`select datistemplate as whole from pg_database where datname = ${template}`;
  if (!made?.whole) {
    await admin.unsafe(`drop database if exists ${template} with (force)`);
    await admin.unsafe(
      `create database ${template} encoding 'UTF8' template template0 ${ownerOf(addressOf(template))}`,
    );
    await migrate(addressOf(template));
    await admin.unsafe(`alter database ${template} is_template true`);
  }
  await admin`select pg_advisory_unlock(hashtext(${template}))`;
  return template;
}

function digestOfMigrations(): string {
  const folder = join(import.meta.dir, "../../db/migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const digest = createHash("sha256");
  for (const name of files.sort()) digest.update(name).update(readFileSync(join(folder, name)));
  return digest.digest("hex").slice(0, 12);
}

/** What killed runs left on a server that outlives them. */
async function dropLeftovers(admin: Sql): Promise<void> {
  const anHourAgo = Date.now() - 3_600_000;
  const names = await admin<{ datname: string }[]>`
    select datname from pg_database where starts_with(datname, ${prefix})`;
  for (const { datname } of names) {
    if (Number(datname.split("_")[2]) < anHourAgo)
      await admin.unsafe(`drop database if exists ${datname} with (force)`);
  }
}

function ownerOf(address: Address): string {
  return "user" in address ? `owner ${address.user}` : "";
}
