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

const codes = [
  "40001", // could not serialize
  "40P01", // deadlock
];

/** Drizzle hides the error of the driver in `cause`. */
function isForOthers(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && codes.includes(String(error.code))) || isForOthers(error.cause);
}
