import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../db/connect.ts";
import { startEmbedded } from "../../db/embedded.ts";
import { users } from "../../db/schema.ts";
import { aFolder, kill, openIn, serverPid } from "../support/embedded.ts";

const patience = 60_000;
let folder: ReturnType<typeof aFolder>;
let dataDir: string;
beforeEach(() => {
  folder = aFolder();
  dataDir = join(folder.path, "data");
});
afterEach(() => folder.remove(), patience);

const log = { info() {}, error() {} };
const start = (more = {}) => startEmbedded({ dataDir, dataDirIsDefault: false, log, ...more });

test(
  "what was recorded is there after stop and start",
  async () => {
    const svc = openIn(dataDir, { write: true });
    await until(() => svc.recorded().length > 20);
    const found = await svc.interrupted();
    expect(found).toBeGreaterThanOrEqual(svc.recorded().length);
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    expect(await numbersIn(dataDir)).toHaveLength(found ?? 0);
  },
  patience,
);

test(
  "a server that a killed svc left running is taken over",
  async () => {
    const svc = openIn(dataDir, { write: true });
    await until(() => svc.recorded().length > 20);
    await svc.killed();
    const server = serverPid(dataDir);
    const next = openIn(dataDir);
    expect((await next.outcome()).ready).toBeDefined();
    expect(serverPid(dataDir)).toBe(server);
    expect(await next.interrupted()).toBeGreaterThanOrEqual(svc.recorded().length);
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  },
  patience,
);

test(
  "killed with its server at any moment of its writing, svc has every row that it acknowledged",
  async () => {
    const acknowledged: number[] = [];
    for (let round = 0; round < 5; round++) {
      const svc = openIn(dataDir, { write: true });
      expect((await svc.outcome()).problem).toBeUndefined();
      await Bun.sleep(Math.random() * 300);
      if (round % 2) kill(serverPid(dataDir));
      await svc.killed();
      if (round === 4) kill(serverPid(dataDir));
      acknowledged.push(...svc.recorded());
    }
    const present = new Set(await numbersIn(dataDir));
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(acknowledged.filter((number) => !present.has(number))).toEqual([]);
  },
  patience,
);

test(
  "killed at any moment of making the database, svc makes it at the next start",
  async () => {
    for (const delay of [150, 350, 700, 1200, 1700]) {
      const own = join(dataDir, String(delay));
      const svc = openIn(own);
      await Bun.sleep(delay);
      await svc.killed();
      const next = openIn(own);
      expect((await next.outcome()).problem).toBeUndefined();
      await next.interrupted();
      expect(readdirSync(own).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
    }
  },
  patience,
);

test(
  "a second svc is refused within a second, told whom to stop, and does no harm",
  async () => {
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
  },
  patience,
);

test(
  "a server that dies is started again, and connections come back by themselves",
  async () => {
    const told: string[] = [];
    const { address, stop } = await start({
      log: { ...log, error: (message: string) => told.push(message) },
    });
    const db = connect(address);
    await db.$client`select 1`;
    kill(serverPid(dataDir));
    await until(() =>
      db.$client`select 1`.then(
        () => true,
        () => false,
      ),
    );
    expect(told).toEqual(["The database stopped by itself and is started again."]);
    await db.$client.end();
    await stop();
  },
  patience,
);

test(
  "a lock file that names a process of another kind is not believed",
  async () => {
    await (await start()).stop();
    const { uid, gid } = statSync(join(dataDir, "postgres"));
    const stranger = Bun.spawn(["sleep", "60"], process.getuid?.() === 0 ? ({ uid, gid } as object) : {});
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
    const { address, stop } = await start();
    const db = connect(address);
    expect(await db.$client`select 1 as one`).toHaveLength(1);
    await db.$client.end();
    await stop();
    stranger.kill();
  },
  patience,
);

test("a folder that holds something else is refused and left as it is", async () => {
  mkdirSync(join(dataDir, "postgres"), { recursive: true });
  writeFileSync(join(dataDir, "postgres/thesis.txt"), "years of work");
  await expect(start()).rejects.toThrow("is not empty, and holds no database that svc knows");
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["thesis.txt"]);
});

test(
  "data of another PostgreSQL are refused and left as they are",
  async () => {
    await (await start()).stop();
    writeFileSync(join(dataDir, "postgres/PG_VERSION"), "17\n");
    await expect(start()).rejects.toThrow("were made by PostgreSQL 17, and this svc brings 18");
    writeFileSync(join(dataDir, "postgres/PG_VERSION"), "18\n");
    await (await start()).stop();
  },
  patience,
);

test(
  "its log is cut at ten megabytes, and the part before is kept once",
  async () => {
    const { stop } = await start();
    const file = join(dataDir, "postgres.log");
    truncateSync(file, 10_000_001);
    await until(() => statSync(file).size < 10_000);
    expect(statSync(`${file}.1`).size).toBe(10_000_001);
    await stop();
  },
  patience,
);

test(
  "what svc is set to in it is what it runs with, and secrets of svc are not in its surroundings",
  async () => {
    const svc = openIn(dataDir, { env: { GITHUB_WEBHOOK_SECRET: "do-not-tell" } });
    const { ready } = await svc.outcome();
    const address = { host: ready?.host ?? "", port: 5432, user: "postgres", database: "svc" };
    const { $client: admin } = connect(address, { max: 1 });
    const names = [
      "fsync",
      "data_checksums",
      "server_encoding",
      "listen_addresses",
      "jit",
      "max_connections",
    ];
    const settings =
      await admin`select name, setting from pg_settings where name in ${admin(names)} order by name`;
    expect(settings.map(({ name, setting }) => `${name}=${setting}`)).toEqual([
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
    const env = await admin`select line from surroundings`;
    expect(env.map(({ line }) => line as string).filter((line) => line.includes("do-not-tell"))).toEqual([]);
    expect(env.length).toBeGreaterThan(0);
    await admin.end();
    await svc.interrupted();
  },
  patience,
);

test(
  "where there are no sockets it listens on loopback, and asks for a password that lasts",
  async () => {
    const first = await start({ listen: "loopback" });
    await first.stop();
    const { address, stop } = await start({ listen: "loopback" });
    expect(address).toMatchObject({ host: "127.0.0.1" });
    const db = connect(address, { max: 1 });
    expect(await db.$client`select 1 as one`).toHaveLength(1);
    const guess = connect({ ...address, password: "guess" } as typeof address, { max: 1 });
    await expect(guess.$client`select 1`.execute()).rejects.toThrow("password authentication failed");
    await db.$client.end();
    await stop();
  },
  patience,
);

async function numbersIn(place: string): Promise<number[]> {
  const { address, stop } = await startEmbedded({ dataDir: place, dataDirIsDefault: false, log });
  const db = connect(address);
  const rows = await db.select({ number: users.githubId }).from(users);
  await db.$client.end();
  await stop();
  return rows.map(({ number }) => number);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await Bun.sleep(10);
}
