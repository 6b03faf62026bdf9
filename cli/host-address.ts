import { CliError } from "./errors.ts";

/**
 * The origin of a server from what a person wrote, without a trailing slash.
 * @param from what holds it, for messages: `--host` or `SVC_HOST`.
 * @throws CliError `usage` for an address that cannot be one, or that would show a token to everyone on the way.
 */
export function hostFrom(from: string, text: string): string {
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
