import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Address, connect, type Database } from "../../db/connect.ts";
import { migrate } from "../../db/migrate.ts";

export type TestDatabase = { address: Address; db: Database; close(): Promise<void> };

/**
 * A migrated, empty database of its own: a test may commit, race and break things in it. It is cloned from a template
 * on one server for the whole test process, or on the one that TEST_DATABASE_URL names, as a user who may create databases.
 */
export async function freshDatabase(): Promise<TestDatabase> {
  const { template } = await theServer();
  return databaseFrom(template);
}

/** One without any table of ours, as it is before the first start; in UTF8 unless told. */
export async function emptyDatabase(encoding = "UTF8"): Promise<TestDatabase> {
  return databaseFrom(`template0 encoding '${encoding}' locale 'C' locale_provider libc`);
}

async function databaseFrom(template: string): Promise<TestDatabase> {
  const { admin, addressOf } = await theServer();
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

function theServer(): Promise<Server> {
  server ??= startOnce();
  server.catch(() => (server = undefined)); // The next test may have more luck.
  return server;
}

async function startOnce(): Promise<Server> {
  const url = process.env.TEST_DATABASE_URL;
  const { owner, addressOf } = url ? named(url) : await embedded();
  const admin = connect(owner, { max: 1, deadlineMs: 120_000 }).$client;
  try {
    await admin`set statement_timeout = 0`;
    await admin`set lock_timeout = 0`;
    await dropLeftovers(admin);
    return { admin, addressOf, template: await migratedTemplate(admin, addressOf) };
  } catch (error) {
    await admin.end({ timeout: 1 });
    throw error;
  }
}

function named(url: string) {
  const addressOf = (database: string) => ({
    url: Object.assign(new URL(url), { pathname: `/${database}` }).href,
  });
  return { owner: { url }, addressOf };
}

/** By way of a shell that ends at once: when a test times out, Bun kills every process that is a child of its own. */
async function embedded() {
  const command = [process.execPath, join(import.meta.dir, "database-server.ts"), String(process.pid)];
  const stdio: ["ignore", "pipe", "inherit"] = ["ignore", "pipe", "inherit"];
  const shell = spawn("/bin/sh", ["-c", '"$@" &', "sh", ...command], { stdio, detached: true });
  const [line] = (await once(shell.stdout, "data", { signal: AbortSignal.timeout(60_000) })) as [Buffer];
  const address = JSON.parse(line.toString()) as Extract<Address, { host: string }>;
  const addressOf = (database: string) => ({ ...address, database });
  return { owner: { ...address, user: "postgres", database: "postgres" }, addressOf };
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
