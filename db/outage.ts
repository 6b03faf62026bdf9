const classes = [
  "08", // connection exception
  "53", // insufficient resources: disk full, too many connections
  "57P", // shutting down, starting up, terminated
];
const codes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT", // the socket of a server that does not run
  "ENOTFOUND",
  "EPIPE",
  "55P03", // lock_timeout
  "57014", // statement_timeout
]);

/** Whether an error says that the database cannot be had just now, rather than that a statement is wrong: trying again makes sense. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return codes.has(code) || classes.some((start) => code.startsWith(start)) || isOutage(error.cause);
}
