const classes = [
  "08", // connection exception; PgBouncer has no other code for its own
  "53", // insufficient resources: disk full, too many connections
  "57P", // shutting down, starting up, terminated
  "58", // the system below PostgreSQL failed
];
const codes = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "DEADLINE_EXCEEDED",
  "TOO_MANY_WAITING",
  "EAGAIN", // the socket of a server that hangs, once its queue is full
  "EAI_AGAIN",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT", // the socket of a server that does not run
  "ENOTFOUND",
  "EPIPE",
  "ETIMEDOUT",
  "25006", // read-only: a replica, or a primary that was set so
  "25P03", // idle_in_transaction_session_timeout
  "55P03", // lock_timeout
  "57014", // statement_timeout
]);

// What pg, which the job queue asks with, has no codes for.
const messages = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error says that the database cannot be had just now, rather than that a statement is wrong: trying again makes sense. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  if (codes.has(code) || classes.some((start) => code.startsWith(start))) return true;
  return messages.test(error.message) || isOutage(error.cause);
}

/** Whether the server is there and says itself that it has no connection to spare, or is still starting: that is over soon. */
export function isCrowded(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && ["53300", "57P03"].includes(String(error.code))) || isCrowded(error.cause);
}
