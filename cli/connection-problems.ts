import { CliError } from "./errors.ts";

/** No answer came: what that means in words, from what `fetch` threw. @param timeout milliseconds that were waited. */
export function unreached(error: unknown, host: string, timeout: number): CliError {
  if (isTimeout(error)) return tooSlow(host, timeout);
  const code = codeOf(error);
  const known = meanings.find(({ pattern }) => pattern.test(code));
  const check = host.startsWith("http:")
    ? "Is svc running there? Start it, or name another server with --host or SVC_HOST"
    : "Check the address (--host or SVC_HOST) and your network";
  return new CliError("unavailable", `cannot reach ${host}: ${known?.meaning ?? code}`, known?.fix ?? check);
}

/** An answer began and did not end. */
export function brokenOff(error: unknown, host: string, timeout: number): CliError {
  if (isTimeout(error)) return tooSlow(host, timeout);
  return new CliError(
    "incomplete",
    `the answer of ${host} broke off`,
    "Nothing was printed. Run the command again",
  );
}

// Codes as Bun 1.4.5 gives them. The fix stands where the general advice does not help.
const meanings: { pattern: RegExp; meaning: string; fix?: string }[] = [
  { pattern: /^ECONNREFUSED$/, meaning: "nothing listens there" },
  { pattern: /^(ENOTFOUND|EAI_AGAIN)$/, meaning: "no host of that name is known" },
  { pattern: /^(ECONNRESET|EPIPE)$/, meaning: "it closed the connection without an answer" },
  { pattern: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, meaning: "no way leads there" },
  { pattern: /^Malformed_HTTP/, meaning: "what answers there does not speak HTTP" },
  {
    pattern: /^EPROTO$/,
    meaning: "what answers there does not speak TLS",
    fix: "Check the port; for a server on this machine write http://",
  },
  {
    pattern: /CERT|SIGNATURE/,
    meaning: "its certificate is not trusted",
    fix: "Have the certificate renewed, or trust its issuer with NODE_EXTRA_CA_CERTS=FILE",
  },
];

function tooSlow(host: string, timeout: number): CliError {
  return new CliError(
    "unavailable",
    `${host} did not answer within ${timeout / 1000} s`,
    "Try again in a moment",
  );
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "for a reason unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
