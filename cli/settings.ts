import { CliError } from "./errors.ts";
import { hostFrom } from "./host-address.ts";
import { type Hosts, hostsPath, readHosts } from "./hosts-file.ts";
import type { World } from "./world.ts";

/** Which server to ask, and as whom. */
export type Settings = {
  /** Origin of the server, without a trailing slash. */
  host: string;
  token: string;
  /** Where the token came from, for messages. */
  tokenFrom: string;
  /** Whether `svc auth login` puts another in its place; one of the environment goes before what it keeps. */
  isKept: boolean;
};

type Sources = Pick<World, "env" | "files" | "machine">;

/**
 * Reads the settings of one run: a flag beats the environment, which beats what `svc auth login` stored. A token goes only
 * to its own host: one of the environment to `SVC_HOST` where that is set, a stored one to the host it was stored for.
 * @throws CliError `usage` for an address that cannot be one, `auth` where there is no token that can be one.
 */
export async function readSettings(world: Sources, hostFlag: string | undefined): Promise<Settings> {
  const host = await readHost(world, hostFlag);
  const { text, from, isKept } = await readToken(world, host);
  return { host, token: tokenIn(text, from, host), tokenFrom: from, isKept };
}

/** The server that is asked: the flag's, that of `SVC_HOST`, the one logged in to last, or this machine's. */
export async function readHost(world: Sources, flag: string | undefined): Promise<string> {
  const named = namedHost(world.env, flag);
  return named ?? (await readHosts(world)).preferred ?? "http://localhost:3000";
}

/** The token that a text is, without the space around it. @throws CliError `auth` where it cannot be one. */
export function tokenIn(text: string, from: string, host: string): string {
  const token = text.trim();
  if (/^svc_[A-Za-z0-9_-]{43}$/.test(token)) return token;
  const length = [...token].length;
  const why = token.startsWith("svc_") && length !== 47 ? `, and this one ${length}` : "";
  throw new CliError(
    "auth",
    `${from} does not hold a token: one begins with svc_ and has 47 characters${why}`,
    `Copy the whole of it, or make another at ${host}/admin/tokens`,
  );
}

/** What to do for want of a token that works. */
export function logIn(host: string): string {
  return `Log in with: svc auth login --host ${host}`;
}

/** What to do where the token that is used does not work. */
export function anotherToken({ host, tokenFrom, isKept }: Settings): string {
  return isKept ? logIn(host) : `Make another at ${host}/admin/tokens, and put it in ${tokenFrom}`;
}

/** A token as it was found. */
export type FoundToken = { text: string; from: string; isKept: boolean };

/** A token of the environment, which is not kept by svc. Undefined where there is none for that host. */
export async function environmentToken(
  { env, files }: Pick<World, "env" | "files">,
  host: string,
): Promise<FoundToken | undefined> {
  const own = env["SVC_HOST"]?.trim();
  if (own && hostFrom("SVC_HOST", own) !== host) return undefined;
  const text = env["SVC_TOKEN"]?.trim();
  if (text) return { text, from: "SVC_TOKEN", isKept: false };
  const file = env["SVC_TOKEN_FILE"]?.trim();
  if (!file) return undefined;
  try {
    return { text: await files.read(file), from: file, isKept: false };
  } catch (error) {
    const why = error instanceof Error && "code" in error ? ` (${error.code as string})` : "";
    throw new CliError(
      "auth",
      `the token file ${file} cannot be read${why}`,
      "Set SVC_TOKEN_FILE to a file that holds a token, or SVC_TOKEN to the token itself",
    );
  }
}

function namedHost(env: World["env"], flag: string | undefined): string | undefined {
  if (flag !== undefined) return hostFrom("--host", flag.trim());
  const named = env["SVC_HOST"]?.trim();
  return named ? hostFrom("SVC_HOST", named) : undefined;
}

async function readToken(world: Sources, host: string): Promise<FoundToken> {
  const found = await environmentToken(world, host);
  if (found) return found;
  const hosts = await readHosts(world);
  const stored = hosts.tokens.get(host);
  if (stored !== undefined) return { text: stored, from: hostsPath(world), isKept: true };
  throw new CliError("auth", `no token for ${host}${others(world.env, hosts)}`, logIn(host));
}

/** Tokens that are there for other servers, which a slip in the address would leave unused. */
function others(env: World["env"], { tokens }: Hosts): string {
  if (env["SVC_HOST"]?.trim() && (env["SVC_TOKEN"]?.trim() || env["SVC_TOKEN_FILE"]?.trim())) {
    return "; the one in the environment is for SVC_HOST";
  }
  return tokens.size > 0 ? `; there is one for ${[...tokens.keys()].join(", ")}` : "";
}
