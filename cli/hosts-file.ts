import { join } from "node:path";
import { CliError } from "./errors.ts";
import type { World } from "./world.ts";

/** The servers a person has logged in to, by origin, and the one that is asked where none is named. */
export type Hosts = { preferred: string | undefined; tokens: Map<string, string> };

type Place = Pick<World, "env" | "files" | "machine">;

/**
 * Where tokens are kept: `hosts.json` in `SVC_CONFIG_DIR`, else in `svc` below `XDG_CONFIG_HOME` (`APPDATA` on Windows),
 * else below `~/.config`.
 */
export function hostsPath({ env, machine }: Pick<World, "env" | "machine">): string {
  return join(env["SVC_CONFIG_DIR"]?.trim() || join(configHome(env, machine), "svc"), "hosts.json");
}

/**
 * Reads the file; one that is not there holds nothing.
 * @throws CliError `auth` where others on this machine may read it, or where it does not hold what it should.
 */
export async function readHosts(place: Place): Promise<Hosts> {
  const { files, machine } = place;
  const path = hostsPath(place);
  const text = await files.read(path).catch((error: unknown) => unread(error, path));
  if (text === undefined) return { preferred: undefined, tokens: new Map() };
  const permissions = machine.platform === "win32" ? undefined : await files.permissions(path);
  if (permissions !== undefined && (permissions & 0o077) !== 0) {
    throw new CliError(
      "auth",
      `${path} holds your tokens, and others on this machine may read or change it`,
      `Close it with: chmod 600 '${path}'`,
    );
  }
  return parsed(text) ?? spoiled(path);
}

/** Puts the file in place whole, for its owner alone. @throws CliError `failed` where it cannot be written. */
export async function writeHosts(place: Place, { preferred, tokens }: Hosts): Promise<void> {
  const path = hostsPath(place);
  const hosts = Object.fromEntries([...tokens].map(([host, token]) => [host, { token }]));
  const text = `${JSON.stringify({ preferred, hosts }, null, 2)}\n`;
  await place.files.writePrivately(path, text).catch((error: unknown) => {
    throw new CliError(
      "failed",
      `${path} could not be written (${codeOf(error)})`,
      "Make the folder writable, or name another with SVC_CONFIG_DIR",
    );
  });
}

function configHome(env: World["env"], { home, platform }: World["machine"]): string {
  const named = env[platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME"];
  // The XDG specification: a path that is not absolute is to be ignored.
  const absolute = named && (platform === "win32" || named.startsWith("/"));
  return absolute ? named : join(home, ".config");
}

function unread(error: unknown, path: string): undefined {
  const code = codeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  throw new CliError("auth", `${path} cannot be read (${code})`, "Make it readable to you, or set SVC_TOKEN");
}

function spoiled(path: string): never {
  throw new CliError(
    "auth",
    `${path} does not hold what svc once wrote there`,
    "Delete it and log in again: svc auth login",
  );
}

function parsed(text: string): Hosts | undefined {
  try {
    const found = JSON.parse(text) as { preferred?: unknown; hosts?: Record<string, { token?: unknown }> };
    const tokens = Object.entries(found.hosts ?? {}).map(([host, { token }]) => [host, token] as const);
    if (!tokens.every((pair): pair is readonly [string, string] => typeof pair[1] === "string")) return;
    const { preferred } = found;
    const known = typeof preferred === "string" && tokens.some(([host]) => host === preferred);
    return { preferred: known ? preferred : undefined, tokens: new Map(tokens) };
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
