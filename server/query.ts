import { AppError, type FieldProblem } from "./errors.ts";
import { nearest } from "./nearest.ts";

export type QueryReading<T> = { ok: true; value: T } | { ok: false; problems: FieldProblem[] };

/** The values of several readings, or all of their problems. */
export function allOf<R extends Record<string, QueryReading<unknown>>>(
  readings: R,
): QueryReading<{ [K in keyof R]: Extract<R[K], { ok: true }>["value"] }> {
  const problems = Object.values(readings).flatMap((reading) => (reading.ok ? [] : reading.problems));
  if (problems.length > 0) return { ok: false, problems };
  const values = Object.entries(readings).map(([name, reading]) => [name, reading.ok && reading.value]);
  return { ok: true, value: Object.fromEntries(values) as never };
}

/**
 * The parameters of an address, decoded. Throws `invalid` where they are not UTF-8: what was meant would be lost, and
 * another label looked for than was asked for (D25).
 */
export function parametersOf(request: { url: string }): URLSearchParams {
  const { search, searchParams } = new URL(request.url, "http://internal");
  try {
    // A percent sign that begins no code stands for itself, in every reader of addresses.
    decodeURIComponent(search.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"));
  } catch {
    throw invalidQuery([
      queryProblem("", "not_utf8", "The query is not UTF-8. Encode its parameters as such."),
    ]);
  }
  return searchParams;
}

/** For an address that takes no parameters. Throws `invalid` where one is given (D25). */
export function refuseParameters(request: { url: string }): void {
  if (!request.url.includes("?")) return;
  const problems = strangeParameters(parametersOf(request), []);
  if (problems.length > 0) throw invalidQuery(problems);
}

/** The refusal of a query, with all that is wrong in it. */
export function invalidQuery(problems: FieldProblem[]): AppError {
  const told = problems.slice(0, mostTold);
  const messages = told.map(({ message }) => message);
  if (problems.length > mostTold) messages.push("And more.");
  return new AppError("invalid", "invalid_query", messages.join(" "), { problems: told });
}

// An address can hold thousands of parameters; nobody reads of that many, and each is compared with those that are known.
const mostTold = 20;

/** A problem with the query parameter of that name. */
export function queryProblem(name: string, code: string, message: string): FieldProblem {
  return { in: "query", name, code, message };
}

/**
 * Parameters that are not known, and those given more than once that may be given once: a typing error must never widen a
 * report (D25). Values are looked at by whoever reads them.
 */
export function strangeParameters(
  query: URLSearchParams,
  accepted: readonly string[],
  repeatable: readonly string[] = [],
): FieldProblem[] {
  const unknown = [...new Set(query.keys())].filter((name) => !accepted.includes(name));
  const repeated = accepted.filter((name) => !repeatable.includes(name) && query.getAll(name).length > 1);
  return [
    ...unknown.slice(0, mostTold + 1).map((name) => unknownParameter(name, accepted)),
    ...repeated.map((name) => queryProblem(name, "repeated", `${name} may be given once.`)),
  ];
}

function unknownParameter(name: string, accepted: readonly string[]): FieldProblem {
  const shown = JSON.stringify(name.slice(0, 60));
  if (accepted.length === 0) {
    return queryProblem(name, "unknown", `${shown} is not a parameter: this address takes none.`);
  }
  const suggestion = nearest(name.slice(0, 60), accepted);
  const hint = suggestion ? `Did you mean ${suggestion}?` : `Accepted are ${accepted.join(", ")}.`;
  const message = `${shown} is not a parameter of this address. ${hint}`;
  return { ...queryProblem(name, "unknown", message), ...(suggestion && { suggestion }) };
}

/** A whole number in plain digits; `fallback` where it is not given. `1e3`, `0x10`, `+1`, `01` and ` 1` are none. */
export function readWhole(
  query: URLSearchParams,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): QueryReading<number> {
  const text = query.get(name);
  if (text === null) return { ok: true, value: fallback };
  const value = wholeNumber(text);
  if (value !== undefined && value >= least && value <= most) return { ok: true, value };
  const message = `${name} must be a whole number from ${least} to ${most}.`;
  return { ok: false, problems: [queryProblem(name, "out_of_range", message)] };
}

const mostRows = 1000;

/** The `limit` of a list: 1 to 1000 rows a page, 100 where it is not given (D23). */
export function readLimit(query: URLSearchParams): QueryReading<number> {
  return readWhole(query, "limit", { least: 1, most: mostRows, fallback: 100 });
}

/** One of a few words; undefined where the parameter is not given. */
export function readWord<W extends string>(
  query: URLSearchParams,
  name: string,
  words: readonly W[],
): QueryReading<W | undefined> {
  const text = query.get(name);
  if (text === null) return { ok: true, value: undefined };
  const word = words.find((one) => one === text);
  if (word !== undefined) return { ok: true, value: word };
  const suggestion = nearest(text.slice(0, 60), words);
  const message = `${name} must be ${words.join(" or ")}.${suggestion ? ` Did you mean ${suggestion}?` : ""}`;
  const problem = { ...queryProblem(name, "unknown_word", message), ...(suggestion && { suggestion }) };
  return { ok: false, problems: [problem] };
}

/** A text that can be stored, of 1 to `longest` characters; undefined where the parameter is not given. */
export function readText(
  query: URLSearchParams,
  name: string,
  { longest, example }: { longest: number; example: string },
): QueryReading<string | undefined> {
  const text = query.get(name);
  if (text === null) return { ok: true, value: undefined };
  const problem =
    text === ""
      ? queryProblem(name, "empty", `${name} is empty. Give e.g. ${example}, or leave it out.`)
      : textProblem(name, text, longest);
  return problem ? { ok: false, problems: [problem] } : { ok: true, value: text };
}

/** Why a text cannot be one that is stored, if it cannot: PostgreSQL keeps no NUL, UTF-8 no half of a surrogate pair. */
export function textProblem(name: string, text: string, longest: number): FieldProblem | undefined {
  if (text.includes("\0") || !text.isWellFormed()) {
    return queryProblem(name, "unreadable", `${name} holds a character that cannot be stored.`);
  }
  if ([...text].length > longest) {
    return queryProblem(name, "too_long", `${name} may have ${longest} characters.`);
  }
  return undefined;
}

/**
 * The id in a path. Throws `invalid_path` for what is no whole number from 1 to `most`.
 * @param most the database's integers by default; ids of entries go on to 2^53 - 1.
 */
export function readPathId(text: string | undefined, what: string, most = 2_147_483_647): number {
  const value = wholeNumber(text ?? "");
  if (value !== undefined && value >= 1 && value <= most) return value;
  throw invalidPath(
    "id",
    `The id of ${what} is a whole number from 1 to ${most}. Take it from the list of them.`,
  );
}

/** The refusal of a part of a path. */
export function invalidPath(name: string, message: string): AppError {
  const problem: FieldProblem = { in: "path", name, code: "invalid", message };
  return new AppError("invalid", "invalid_path", message, { problems: [problem] });
}

/** Plain digits as a number that is exact; undefined for anything else. */
export function wholeNumber(text: string): number | undefined {
  const value = /^(?:0|[1-9]\d{0,15})$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
