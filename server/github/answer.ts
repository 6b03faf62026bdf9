/** What GitHub answered, whatever the status. The data is as yet anybody's guess. */
export type Answer = { status: number; headers: Headers; data: unknown };

/** The value at a path of names inside parsed JSON; undefined where the path ends early. */
export function at(data: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined,
    data,
  );
}

/** GitHub's ids: whole numbers above zero. A larger one than JavaScript can hold is not one of ours. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** Owner, repository and user names as GitHub gives them: nothing that could change the path of a URL. */
export function isName(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,100}$/.test(text) && text !== "." && text !== "..";
}

/** What GitHub answered as JSON in UTF-8 again. Octokit reads numbers past 2^53 as bigint; none of ours is one. */
export function toJson(data: unknown): Uint8Array {
  const plain = (_: string, value: unknown) => (typeof value === "bigint" ? Number(value) : value);
  return new TextEncoder().encode(JSON.stringify(data, plain));
}
