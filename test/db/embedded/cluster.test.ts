import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { aFolder, openIn } from "../../support/embedded.ts";
import { refusalOf } from "../../support/refusal.ts";

setDefaultTimeout(60_000);

let folder: ReturnType<typeof aFolder>;
let dataDir: string;
beforeEach(() => {
  folder = aFolder();
  dataDir = join(folder.path, "data");
});
afterEach(() => folder.remove());

test("killed at any moment of making the database, svc makes it at the next start", async () => {
  await Promise.all(
    [200, 800, 1600].map(async (delay) => {
      const own = join(dataDir, String(delay));
      const svc = openIn(own);
      await Bun.sleep(delay);
      await svc.killed();
      const next = openIn(own);
      expect((await next.outcome()).problem).toBeUndefined();
      expect(await next.interrupted()).toBe(0);
      expect(readdirSync(own).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
    }),
  );
});

test("a folder that holds something else is refused and left as it is", async () => {
  mkdirSync(join(dataDir, "postgres"), { recursive: true });
  writeFileSync(join(dataDir, "postgres/thesis.txt"), "years of work");
  expect((await refusalOf(start())).message).toContain("is not empty, and holds no database that svc knows");
  expect(readdirSync(join(dataDir, "postgres"))).toEqual(["thesis.txt"]);
});

test("an empty folder in its place is made use of; data of another PostgreSQL are refused and left", async () => {
  mkdirSync(join(dataDir, "postgres"), { recursive: true });
  await (await start()).stop();
  const version = join(dataDir, "postgres/PG_VERSION");
  writeFileSync(version, "17\n");
  expect((await refusalOf(start())).message).toContain("were made by PostgreSQL 17, and this svc brings 18");
  writeFileSync(version, "18\n");
  await (await start()).stop();
});

test("where there are no sockets it listens on loopback, and asks for a password that lasts", async () => {
  const first = await start("loopback");
  await first.stop();
  const { address, stop } = await start("loopback");
  expect(address).toMatchObject({ host: "127.0.0.1" });
  const db = connect(address, { max: 1 });
  expect(await db.$client`select 1 as one`).toHaveLength(1);
  const guess = connect({ ...address, password: "guess" }, { max: 1 });
  expect((await refusalOf(guess.$client`select 1`.execute())).message).toContain(
    "password authentication failed",
  );
  await db.$client.end();
  await stop();
});

function start(listen: "socket" | "loopback" = "socket") {
  return startEmbedded({ dataDir, dataDirIsDefault: false, log: { info() {}, error() {} }, listen });
}
