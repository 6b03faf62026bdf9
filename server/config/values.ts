import { type Network, readNetworks } from "../metrics/networks.ts";
import { nearest } from "../nearest.ts";

/** A value, or what is wrong with the text: the rest of a sentence that begins with the setting's name. */
export type Parsed<T> = { value: T } | { problem: string };

export function host(text: string): Parsed<string> {
  const bare = text.replace(/^\[(.*)\]$/, "$1");
  if (/^[A-Za-z0-9.-]+$/.test(bare) || /^[0-9A-Fa-f]*:[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*$/.test(bare))
    return { value: bare };
  return {
    problem: `must be an address alone, like 127.0.0.1 or 0.0.0.0, not ${quoted(text)}. The port goes into PORT.`,
  };
}

/** Whether a host's name or address is this machine itself. */
export function isLoopback(name: string): boolean {
  return /^(localhost|.+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1|\[::1\])$/.test(name.toLowerCase());
}

export function port(text: string): Parsed<number> {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 65535) return { value: number };
  return { problem: `must be a whole number from 1 to 65535, not ${quoted(text)}.` };
}

/** An http address without path: https, or http on this machine. */
export function origin(text: string): Parsed<string> {
  const url = httpUrl(text);
  if ("problem" in url) return url;
  if (url.value.pathname === "/" && !url.value.search && !url.value.hash) return { value: url.value.origin };
  return { problem: `must end after the host. Write ${url.value.origin}` };
}

/** As `origin`, but a path may follow. Comes without a trailing slash. */
export function apiUrl(text: string): Parsed<string> {
  const url = httpUrl(text);
  if ("problem" in url) return url;
  const address = (url.value.origin + url.value.pathname).replace(/\/+$/, "");
  return url.value.search || url.value.hash
    ? { problem: `must have nothing after its path. Write ${address}` }
    : { value: address };
}

function httpUrl(text: string): Parsed<URL> {
  const url = URL.parse(text);
  // With an @ there may be a password before it, so the text is not repeated.
  if (text.includes("@"))
    return { problem: "must not hold a user name or password. Leave out everything up to the @." };
  if (!url || !/^https?:$/.test(url.protocol))
    return { problem: `must be a whole address like https://svc.example.com, not ${quoted(text)}.` };
  if (url.protocol === "http:" && !isLoopback(url.hostname))
    return {
      problem: `must begin with https:// (http:// is for this machine only). Write https://${url.host}`,
    };
  return { value: url };
}

export function databaseUrl(text: string): Parsed<string> {
  if (/^postgres(ql)?:\/\/\S+$/.test(text)) return { value: text };
  return {
    problem:
      "must be an address like postgres://user:password@host:5432/database, without spaces. Leave it out to use svc's own PostgreSQL.",
  };
}

/** A pooler of sessions needs nothing of us: to svc it is a server. */
export function pooler(text: string): Parsed<"none" | "transaction"> {
  const kind = text.toLowerCase();
  if (kind === "none" || kind === "transaction") return { value: kind };
  return { problem: `must be none or transaction, not ${quoted(text)}. For pool_mode = session it is none.` };
}

export function directory(text: string): Parsed<string> {
  if (!text.includes("\0") && !/^[a-z]+:\/\//i.test(text)) return { value: text };
  return { problem: `must be a directory's path, like /var/lib/svc, not ${quoted(text)}.` };
}

/** Comma-separated logins of people or organisations, in lower case, each once. */
export function logins(text: string): Parsed<string[]> {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
  // 39 characters and a _shortcode: accounts managed by an enterprise carry one.
  const odd = names.find((name) => !/^[a-z\d](?:-?[a-z\d])*(?:_[a-z\d]+)?$/i.test(name) || name.length > 48);
  if (odd === undefined) return { value: [...new Set(names.map((name) => name.toLowerCase()))] };
  return {
    problem: `must be logins separated by commas, like acme,acme-labs; ${quoted(odd)} is not one. Leave out addresses, @ and spaces.`,
  };
}

/** A time zone by its IANA name. Offsets are refused: they know no summer time. */
export function timeZone(text: string): Parsed<string> {
  if (/^[A-Za-z]/.test(text)) {
    try {
      return { value: new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone };
    } catch {
      // Not one that Intl knows: told below.
    }
  }
  const known = Intl.supportedValuesOf("timeZone");
  const city = text.replaceAll(" ", "_").toLowerCase();
  const meant = known.find((zone) => zone.toLowerCase().endsWith(`/${city}`)) ?? nearest(text, known);
  return {
    problem: `must be a time zone's name, like Europe/Amsterdam or UTC, not ${quoted(text)}.${meant ? ` Did you mean ${meant}?` : ""}`,
  };
}

export function hoursPerDay(text: string): Parsed<number> {
  const hours = /^\d{1,2}(\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  if (hours > 0 && hours <= 24) return { value: hours };
  return { problem: `must be a number above 0 and up to 24, like 8 or 7.5, not ${quoted(text)}.` };
}

export function requestsPerMinute(text: string): Parsed<number> {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= 1_000_000) return { value: number };
  return { problem: `must be a whole number from 1 to 1000000, not ${quoted(text)}.` };
}

export function appId(text: string): Parsed<string> {
  if (/^[1-9]\d{0,15}$/.test(text)) return { value: text };
  return {
    problem: `must be the number under "App ID" in the app's settings, not ${quoted(text)}. The client ID goes into GITHUB_CLIENT_ID.`,
  };
}

/** A private key in PEM form, with real line ends and one at its end. */
export function privateKey(text: string): Parsed<string> {
  const pem = text
    .replaceAll("\\n", "\n")
    .replace(/[ \t\r]+$/gm, "")
    .trim();
  const [, began, ended] =
    /^-----BEGIN ([A-Z ]+)-----\n[A-Za-z0-9+/=\n]+\n-----END ([A-Z ]+)-----$/.exec(pem) ?? [];
  if (began === ended && (began === "RSA PRIVATE KEY" || began === "PRIVATE KEY"))
    return { value: `${pem}\n` };
  if (/^[^\s-]*([/\\][^\s]*|\.pem)$/.test(text))
    return { problem: "looks like a file's path. Set GITHUB_PRIVATE_KEY_FILE to it instead." };
  return {
    problem:
      "must be the whole text of the .pem file, from -----BEGIN … PRIVATE KEY----- to -----END … PRIVATE KEY-----. Download a new one in the app's settings if in doubt.",
  };
}

export function webhookSecret(text: string): Parsed<string> {
  if (text.length >= 32) return { value: text };
  return {
    problem:
      "must have at least 32 characters. Make one with: openssl rand -hex 32 and enter it in the app's settings too.",
  };
}

export function secretKey(text: string): Parsed<string> {
  if (/^[0-9a-f]{64}$/i.test(text.trim())) return { value: text.trim().toLowerCase() };
  return { problem: "must be 64 hexadecimal digits. Make one with: openssl rand -hex 32" };
}

export function word(text: string): Parsed<string> {
  if (/^\S+$/.test(text)) return { value: text };
  return { problem: `must be one word without spaces, not ${quoted(text)}.` };
}

export function secretWord(text: string): Parsed<string> {
  if (/^\S+$/.test(text)) return { value: text };
  return { problem: "must be one word without spaces. Copy it again from the app's settings." };
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

export function logLevel(text: string): Parsed<(typeof logLevels)[number]> {
  const level = logLevels.find((known) => known === text.toLowerCase());
  if (level) return { value: level };
  return { problem: `must be one of ${logLevels.join(", ")}, not ${quoted(text)}.` };
}

export function logFormat(text: string): Parsed<"auto" | "json" | "pretty"> {
  const format = (["auto", "json", "pretty"] as const).find((known) => known === text.toLowerCase());
  if (format) return { value: format };
  return { problem: `must be json, pretty or auto, not ${quoted(text)}.` };
}

export function metricsToken(text: string): Parsed<string> {
  if (/^\S{16,}$/.test(text)) return { value: text };
  return { problem: "must be one word of at least 16 characters. Make one with: openssl rand -hex 32" };
}

export function networks(text: string): Parsed<Network[]> {
  const read = readNetworks(text);
  if ("networks" in read) return { value: read.networks };
  return {
    problem: `must be networks or addresses separated by commas, like 10.0.0.0/8,192.168.1.5; ${quoted(read.odd)} is neither.`,
  };
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
