import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../package.json" with { type: "json" };
import { exits } from "../../cli/errors.ts";
import { overview } from "../../cli/overview.ts";
import { csvHeader } from "../../server/entries/csv/csv.ts";
import { anEntry } from "../support/factories.ts";
import { startListening } from "../support/listening.ts";

/** The program that `bun run binaries` makes for this machine, against a svc that listens. */
const windows = process.platform === "win32";
let svc: Awaited<ReturnType<typeof startListening>>;
let folder: string;
let binary: string;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-dist-"));
  const [started, built] = await Promise.all([
    startListening(),
    release(["--out", join(folder, "dist"), "host"]),
  ]);
  svc = started;
  expect(built).toMatchObject({ code: 0, stderr: "" });
  binary = join(
    folder,
    "dist",
    (await readdir(join(folder, "dist"))).find((name) => name.startsWith("svc-"))!,
  );
  token = await svc.tokenFor("ada");
  await anEntry(svc.db, { labels: ["wbso:dev", "a, b"], note: "日本" });
  // A folder that somebody else has laid ready.
  await mkdir(join(folder, "evil"));
  await Bun.write(join(folder, "evil/.env"), "SVC_HOST=http://127.0.0.1:1\nSVC_DEBUG=api\n");
  await Bun.write(join(folder, "evil/bunfig.toml"), 'preload = ["./preload.ts"]\n');
  await Bun.write(join(folder, "evil/preload.ts"), 'console.log("run by the folder");\n');
}, 60_000);

afterAll(async () => {
  await svc.stop();
  await rm(folder, { recursive: true });
});

describe("the program made for this machine", () => {
  test("says its version and its help, as the source does", async () => {
    expect(await run(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
    expect(await run(["--help"])).toEqual({ code: 0, stdout: overview(), stderr: "" });
    expect((await run(["version"])).stdout).toStartWith(`svc ${version} (${process.platform} `);
  });

  test("prints its help about as soon as Bun starts at all", () => {
    const least = { help: Infinity, bun: Infinity };
    // The least of many, side by side: what else the machine does only adds.
    for (let round = 0; round < 20; round++) {
      least.bun = Math.min(least.bun, timed([process.execPath, "-e", "0"]));
      least.help = Math.min(least.help, timed([binary, "--help"]));
    }
    expect(least.help / least.bun).toBeLessThan(1.5);
  });

  test("logs in with a piped token, and asks with it from then on", async () => {
    const env = { XDG_CONFIG_HOME: folder, APPDATA: folder };
    const login = await run(["auth", "login", "--host", svc.url, "--with-token"], env, `${token}\n`);
    expect(login).toMatchObject({ code: 0, stdout: "" });
    expect(login.stderr).toContain(`Logged in to ${svc.url} as ada`);
    const listed = await run(["entries", "--label-prefix", "wbso:", "--csv"], env);
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toStartWith(csvHeader);
    expect(listed.stdout).toContain('"[""wbso:dev"",""a, b""]",日本,');
    expect(await run(["entries", "--csv", "-o", join(folder, "hours.csv")], env)).toMatchObject({
      code: 0,
      stdout: "",
    });
    expect(await Bun.file(join(folder, "hours.csv")).text()).toBe(listed.stdout);
    expect(await run(["entries", "--csv", "-o", join(folder, "hours.csv")], env)).toMatchObject({ code: 2 });
  });

  test("has every command and every topic in it", async () => {
    const manual = await run(["help", "manual"]);
    expect(manual).toMatchObject({ code: 0, stderr: "" });
    expect(await Bun.file(join(folder, "dist/svc.1")).text()).toBe(manual.stdout);
    expect((await run(["completion", "bash"])).stdout).toContain("complete ");
  });

  test("ends with the code that the table of exit codes has for what happened", async () => {
    const broken = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: () => new Response("", { status: 500 }),
    });
    const env = { SVC_HOST: svc.url, SVC_TOKEN: token };
    const codes = {
      ok: await run(["whoami"], env),
      failed: await run(["whoami"], { ...env, SVC_HOST: `http://127.0.0.1:${broken.port}` }),
      usage: await run(["entries", "--lable", "x"], env),
      incomplete: await run(["check", "--from", "2026-10-01", "--to", "2026-10-31"], env),
      auth: await run(["whoami"], { ...env, SVC_TOKEN: `svc_${"x".repeat(43)}` }),
      notFound: await run(["entries", "view", "999"], env),
      unavailable: await run(["whoami"], { ...env, SVC_HOST: "http://127.0.0.1:1" }),
    };
    await broken.stop(true);
    for (const [exit, { code, stderr }] of Object.entries(codes)) {
      expect([exit, code, stderr]).toEqual([
        exit,
        exits[exit as keyof typeof exits].code,
        expect.any(String),
      ]);
    }
  });

  test("takes no settings from the folder it is started in", async () => {
    const ran = await run(["whoami"], { SVC_HOST: svc.url, SVC_TOKEN: token }, "", "evil");
    expect(ran).toEqual({ code: 0, stdout: "ada\n", stderr: "" });
    expect((await run(["whoami"], {}, "", "evil")).stderr).toStartWith(
      "error: no token for http://localhost:3000",
    );
  });
});

test("the checksums are those of what was made", async () => {
  const sums = (await Bun.file(join(folder, "dist/SHA256SUMS")).text()).trim().split("\n");
  expect(sums.map((line) => line.slice(66))).toEqual(
    (await readdir(join(folder, "dist"))).filter((name) => name !== "SHA256SUMS").toSorted(),
  );
  for (const line of sums) {
    const bytes = await Bun.file(join(folder, "dist", line.slice(66))).bytes();
    expect(line.slice(0, 64)).toBe(new Bun.CryptoHasher("sha256").update(bytes).digest("hex"));
  }
});

test("what cannot be built is told, and leaves what was there as it is", async () => {
  const before = await readdir(join(folder, "dist"));
  const nowhere = "http://127.0.0.1:1";
  const env = {
    HTTPS_PROXY: nowhere,
    HTTP_PROXY: nowhere,
    https_proxy: nowhere,
    http_proxy: nowhere,
    NO_PROXY: "",
  };
  const other = process.arch === "x64" ? "linux-arm64" : "linux-x64";
  const cache = { BUN_INSTALL_CACHE_DIR: join(folder, "cache") };
  const ran = await release(["--out", join(folder, "dist"), "host", other], { ...env, ...cache });
  expect(ran).toMatchObject({ code: 1, stdout: "" });
  expect(ran.stderr).toContain(
    `error: svc-${version}-${other} could not be built, and nothing is changed: Failed to download`,
  );
  expect(ran.stderr).toContain("bun run binaries host\n");
  expect(await readdir(join(folder, "dist"))).toEqual(before);
  expect(await release(["beos-x64"])).toMatchObject({ code: 2, stdout: "" });
});

test.skipIf(windows)(
  "as npm links it, it takes no settings from the folder it is started in either",
  async () => {
    await symlink(resolve("cli/main.ts"), join(folder, "evil/svc"));
    const PATH = `${resolve("node_modules/.bin")}:${process.env.PATH}`;
    const env = { PATH, SVC_HOST: svc.url, SVC_TOKEN: token };
    const ran = await spawned(["./svc", "whoami"], env, "", "evil");
    expect(ran).toEqual({ code: 0, stdout: "ada\n", stderr: "" });
  },
);

function timed(command: string[]): number {
  const started = performance.now();
  Bun.spawnSync(command, { stdin: "ignore", stdout: "ignore", stderr: "ignore" });
  return performance.now() - started;
}

const run = (argv: string[], env: Record<string, string> = {}, input = "", cwd = ".") =>
  spawned([binary, ...argv], { XDG_CONFIG_HOME: join(folder, "none"), HOME: folder, ...env }, input, cwd);

async function spawned(command: string[], env: Record<string, string>, input: string, cwd: string) {
  const child = Bun.spawn(command, {
    cwd: join(folder, cwd),
    env,
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

async function release(argv: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, "cli/release.ts", ...argv], {
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}
