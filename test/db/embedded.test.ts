import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { users } from "../../db/schema/people.ts";
import { aFolder, kill, openIn, serverPid } from "../support/embedded.ts";
import { layDataDir } from "../support/made-cluster.ts";

setDefaultTimeout(60_000);

let folder: ReturnType<typeof aFolder>;
let dataDir: string;
beforeEach(async () => {
  folder = aFolder();
  dataDir = join(folder.path, "data");
  await layDataDir(dataDir);
});
afterEach(() => folder.remove());

test("after Ctrl-C svc still has its database to finish with, and all that was recorded is there again", async () => {
  const svc = openIn(dataDir, { write: true });
  await until(() => svc.recorded().length > 20);
  const found = await svc.interrupted();
  expect(found).toBeGreaterThanOrEqual(svc.recorded().length);
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  expect(await numbersIn(dataDir)).toHaveLength(found ?? 0);
});

test("a server that a killed svc left running is taken over", async () => {
  const svc = openIn(dataDir, { write: true });
  await until(() => svc.recorded().length > 20);
  await svc.killed();
  const server = serverPid(dataDir);
  const next = openIn(dataDir);
  expect((await next.outcome()).ready).toBeDefined();
  expect(serverPid(dataDir)).toBe(server);
  expect(await next.interrupted()).toBeGreaterThanOrEqual(svc.recorded().length);
  expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
});

test("killed with its server at any moment of its writing, svc has every row that it acknowledged", async () => {
  const acknowledged: number[] = [];
  for (let round = 0; round < 6; round++) {
    const svc = openIn(dataDir, { write: true });
    expect((await svc.outcome()).problem).toBeUndefined();
    await Bun.sleep(Math.random() * 300);
    if (round % 3 === 0) kill(serverPid(dataDir));
    await svc.killed();
    if (round % 3 === 1) kill(serverPid(dataDir));
    acknowledged.push(...svc.recorded());
  }
  const present = new Set(await numbersIn(dataDir));
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(acknowledged.filter((number) => !present.has(number))).toEqual([]);
});

test("a second svc is refused within a second, told whom to stop, and does no harm", async () => {
  const svc = openIn(dataDir, { write: true });
  await until(() => svc.recorded().length > 0);
  const began = performance.now();
  const second = await openIn(dataDir).outcome();
  expect(performance.now() - began).toBeLessThan(1000);
  expect(second.problem).toStartWith(`DatabaseProblem: Another svc (process ${svc.pid} on `);
  expect(second.problem).toContain(`uses the data in ${dataDir}. Stop it first`);
  const before = svc.recorded().length;
  await until(() => svc.recorded().length > before + 20);
  await svc.interrupted();
});

test("a server that dies is started again, and connections come back by themselves", async () => {
  const told: string[] = [];
  const { address, stop } = await start({ log: { info() {}, error: (line) => told.push(line) } });
  const db = connect(address);
  await db.$client`select 1`;
  kill(serverPid(dataDir));
  await until(() => told.length > 0);
  await until(() => db.$client`select 1`.then(Boolean, () => false));
  expect(told).toEqual(["The database stopped by itself and is started again."]);
  await db.$client.end();
  await stop();
});

test("lock files that name a process of another kind are not believed", async () => {
  await (await start()).stop();
  const { uid, gid } = statSync(join(dataDir, "postgres"));
  const stranger = Bun.spawn(["sleep", "60"], process.getuid?.() === 0 ? { uid, gid } : {});
  const lines = [
    stranger.pid,
    join(dataDir, "postgres"),
    1,
    5432,
    join(dataDir, "socket"),
    "",
    "1 1",
    "ready",
    "",
  ];
  writeFileSync(join(dataDir, "postgres/postmaster.pid"), lines.join("\n"));
  writeFileSync(join(dataDir, "socket/.s.PGSQL.5432.lock"), lines.join("\n"));
  const { address, stop } = await start();
  const db = connect(address);
  expect(await db.$client`select 1 as one`).toHaveLength(1);
  await db.$client.end();
  await stop();
  stranger.kill();
});

test("its log is emptied at ten megabytes, and what was in it is kept once", async () => {
  const { stop } = await start();
  const file = join(dataDir, "postgres.log");
  truncateSync(file, 10_000_001);
  await until(() => statSync(file).size < 10_000);
  expect(statSync(`${file}.1`).size).toBe(10_000_001);
  await stop();
});

test("it runs with the settings svc gives, for a role that is no superuser, and knows no secret of svc", async () => {
  const svc = openIn(dataDir, { env: { GITHUB_WEBHOOK_SECRET: "do-not-tell" } });
  const { ready } = await svc.outcome();
  const admin = connect(
    { host: ready?.host ?? "", port: 5432, user: "postgres", database: "svc" },
    { max: 1 },
  ).$client;
  const settings = await admin`
    select name || '=' || setting as given from pg_settings
    where name in ('data_checksums', 'fsync', 'jit', 'listen_addresses', 'max_connections', 'server_encoding') order by name`;
  expect(settings.map(({ given }) => given)).toEqual([
    "data_checksums=on",
    "fsync=on",
    "jit=off",
    "listen_addresses=",
    "max_connections=50",
    "server_encoding=UTF8",
  ]);
  expect(await admin`select rolsuper from pg_roles where rolname = 'svc'`).toMatchObject([
    { rolsuper: false },
  ]);
  expect(await admin`select lower('ÉÜ') as small`).toMatchObject([{ small: "éü" }]);
  await admin`create temp table surroundings (line text)`;
  await admin`copy surroundings from program 'env'`;
  const env = (await admin`select line from surroundings`).map(({ line }) => String(line));
  expect(env.find((line) => line.startsWith("PATH="))).toBeDefined();
  expect(env.filter((line) => line.includes("do-not-tell"))).toEqual([]);
  await admin.end();
  await svc.interrupted();
});

type Options = Parameters<typeof startEmbedded>[0];

function start(more: Partial<Options> = {}) {
  return startEmbedded({ dataDir, dataDirIsDefault: false, log: { info() {}, error() {} }, ...more });
}

async function numbersIn(place: string): Promise<number[]> {
  const { address, stop } = await start({ dataDir: place });
  const db = connect(address);
  const rows = await db.select({ number: users.githubId }).from(users);
  await db.$client.end();
  await stop();
  return rows.map(({ number }) => number!);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(10);
}
