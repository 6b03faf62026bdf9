import { CliError } from "./errors.ts";
import type { World } from "./world.ts";

/** Which server to ask, and as whom. */
export type Settings = {
  /** Origin of the server, without a trailing slash. */
  host: string;
  token: string;
  /** Where the token came from, for messages. */
  tokenFrom: string;
};

/**
 * Reads the settings of one run: a flag beats the environment, `SVC_TOKEN` beats `SVC_TOKEN_FILE`.
 * @throws CliError `usage` for an address that cannot be one, `auth` where there is no token that can be one.
 */
export async function readSettings(
  world: Pick<World, "env" | "readFile">,
  hostFlag: string | undefined,
): Promise<Settings> {
  const host = readHost(world.env, hostFlag);
  const { text, from } = await readToken(world, host);
  const token = text.trim();
  if (!/^svc_[A-Za-z0-9_-]{43}$/.test(token)) {
    const length = [...token].length;
    const why = token.startsWith("svc_") && length !== 47 ? `, and this one ${length}` : "";
    throw new CliError(
      "auth",
      `${from} does not hold a token: one begins with svc_ and has 47 characters${why}`,
      `Copy the whole of it, or make another at ${host}/admin/tokens`,
    );
  }
  return { host, token, tokenFrom: from };
}

/** What to do for want of a token that works. */
export function makeToken(host: string, which: "one" | "another"): string {
  return `Make ${which} at ${host}/admin/tokens, then: export SVC_TOKEN=svc_…`;
}

function readHost(env: World["env"], flag: string | undefined): string {
  if (flag !== undefined) return hostFrom("--host", flag.trim());
  const named = env["SVC_HOST"]?.trim();
  return named ? hostFrom("SVC_HOST", named) : "http://localhost:3000";
}

function hostFrom(from: string, text: string): string {
  const url = asUrl(text);
  if (!url) {
    throw new CliError(
      "usage",
      `${from} is ${JSON.stringify(text)}, which is not the address of a server`,
      "Write it like https://hours.example.com",
    );
  }
  if (url.username || url.password || url.pathname !== "/" || url.search || url.hash) {
    const bare = `${url.protocol}//${url.host}`;
    throw new CliError("usage", `${from} has more in it than the address of a server`, `Leave it at ${bare}`);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new CliError(
      "usage",
      `${from} is ${url.origin}, where your token would travel readable to everyone on the way`,
      `Use https://${url.host}; http:// is for servers on this machine only`,
    );
  }
  return url.origin;
}

/** An address without a scheme gets the one that its place asks for. */
function asUrl(text: string): URL | undefined {
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  if (whole !== text && isLoopback(url.hostname)) return new URL(`http://${text}`);
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined;
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

async function readToken(
  { env, readFile }: Pick<World, "env" | "readFile">,
  host: string,
): Promise<{ text: string; from: string }> {
  const text = env["SVC_TOKEN"]?.trim();
  if (text) return { text, from: "SVC_TOKEN" };
  const file = env["SVC_TOKEN_FILE"]?.trim();
  if (!file) throw new CliError("auth", `no token for ${host}`, makeToken(host, "one"));
  try {
    return { text: await readFile(file), from: file };
  } catch (error) {
    const why = error instanceof Error && "code" in error ? ` (${error.code as string})` : "";
    throw new CliError(
      "auth",
      `the token file ${file} cannot be read${why}`,
      "Set SVC_TOKEN_FILE to a file that holds a token, or SVC_TOKEN to the token itself",
    );
  }
}
