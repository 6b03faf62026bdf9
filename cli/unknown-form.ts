import { CliError } from "./errors.ts";

/**
 * An answer as what it should be.
 * @param isKnown whether what is read of it is there; the rest is passed on as it came.
 * @throws CliError `failed`
 */
export function known<Answer>(
  answer: unknown,
  host: string,
  isKnown: (answer: Partial<Answer>) => boolean,
): Answer {
  if (isKnown((answer ?? {}) as Partial<Answer>)) return answer as Answer;
  throw unknownForm(host);
}

/** A server answered in JSON, but not as svc does. */
export function unknownForm(host: string): CliError {
  return new CliError(
    "failed",
    `${host} answered in a form that this svc does not know`,
    "Check the address (--host or SVC_HOST); if it is right, install the svc that belongs to that server",
  );
}
