import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { connect } from "../../../db/connect.ts";
import { startEmbedded } from "../../../db/embedded.ts";
import { socketReach } from "../../../db/embedded/reach.ts";
import { aFolder } from "../../support/embedded.ts";
import { layDataDir } from "../../support/made-cluster.ts";

setDefaultTimeout(60_000);

let folder: ReturnType<typeof aFolder>;
beforeEach(() => (folder = aFolder()));
afterEach(() => folder.remove());

// What the path of a socket may measure, less what comes after the data directory in it.
const longest = (process.platform === "linux" ? 107 : 103) - "/socket/.s.PGSQL.5432".length;

test.each([
  [`with a path of ${longest} bytes`, () => pathOf(longest), true],
  [`with a path of ${longest + 1} bytes`, () => pathOf(longest + 1), false],
  ["with a path of 240 bytes", () => pathOf(240), false],
  ["with a space and an umlaut", () => join(folder.path, "für svc"), true],
  ["with what parts a list", () => join(folder.path, 'a,b:c"d'), false],
])("a data directory %s has a socket that answers", async (_, path, beside) => {
  const dataDir = path();
  mkdirSync(dirname(dataDir), { recursive: true });
  await layDataDir(dataDir);
  const { address, stop } = await startEmbedded({
    dataDir,
    dataDirIsDefault: false,
    log: { info() {}, error() {} },
  });
  const { host } = address as { host: string };
  expect(host === join(dataDir, "socket")).toBe(beside);
  expect(statSync(host).mode & 0o777).toBe(0o700);
  const db = connect(address);
  expect(await db.$client`select 1 as one`).toHaveLength(1);
  await db.$client.end();
  await stop();
  if (!beside) rmSync(host, { recursive: true });
});

test("the same data directory has the same socket folder each time", () => {
  const place = { dataDir: pathOf(200), account: undefined };
  expect(socketReach(place, folder.path)).toEqual(socketReach(place, folder.path));
});

test.each([
  ["open to others", (path: string) => chmodSync(path, 0o755)],
  ["a symbolic link", (path: string) => (rmSync(path, { recursive: true }), symlinkSync("/tmp", path))],
])("a socket folder that somebody made before, %s, is refused", (_, spoil) => {
  const place = { dataDir: pathOf(200), account: undefined };
  socketReach(place, folder.path);
  spoil(join(folder.path, readdirSync(folder.path)[0] ?? ""));
  expect(() => socketReach(place, folder.path)).toThrow(
    "should be a folder that only the user of PostgreSQL can enter",
  );
});

function pathOf(length: number): string {
  let path = join(folder.path, "deep");
  while (path.length < length - 60) path = join(path, "d".repeat(50));
  return join(path, "d".repeat(length - path.length - 1));
}
