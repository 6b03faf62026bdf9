import { isOutage } from "./outage.ts";

/**
 * Does it again where the database ended it for the sake of others: in a deadlock, or for a conflict of order. What is done
 * must be one transaction, of which nothing is left then.
 */
export async function retrying<Result>(work: () => Promise<Result>, attempts = 5): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isForOthers(error)) throw error;
    }
  }
}

/**
 * Does it again while the database cannot be had just now, e.g. for want of a connection. What is done must come to the same done twice.
 * @param longestMs after which it fails as the last attempt did.
 * @param passes whether a failure is one to wait for the end of.
 */
export async function outlasting<Result>(
  work: () => Promise<Result>,
  longestMs = 30_000,
  passes = isOutage,
): Promise<Result> {
  const end = performance.now() + longestMs;
  for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || performance.now() + pauseMs > end) throw error;
      await Bun.sleep(pauseMs);
    }
  }
}

const codes = [
  "40001", // could not serialize
  "40P01", // deadlock
];

/** Drizzle hides the error of the driver in `cause`. */
function isForOthers(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.includes(String(error.code))) || isForOthers(error.cause);
}
