/** The error that a promise ends with; a promise that is kept is the failure here. */
export async function refusalOf(promise: PromiseLike<unknown>): Promise<Error> {
  const outcome = await Promise.resolve(promise).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome && outcome.error instanceof Error) return outcome.error;
  throw new Error(`Expected a refusal, and there was none: ${JSON.stringify(outcome)}`);
}
