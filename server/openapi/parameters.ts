import type { Parameter, Schema } from "./shape.ts";
import { cursorExample } from "./examples.ts";

const noNul = "^[^\\u0000]*$";
const id = "[1-9][0-9]{0,9}";

export const text = (maxLength: number, more: Schema = {}): Schema => ({
  type: "string",
  pattern: noNul,
  minLength: 1,
  maxLength,
  ...more,
});

export const day: Schema = { type: "string", format: "date", maxLength: 10 };

export const repositoryName: Schema = {
  type: "string",
  pattern: "^[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}$",
  maxLength: 201,
};

export const oneOf = (...words: string[]): Schema => ({ type: "string", enum: words });

/** A parameter of the query, which may always be left out. */
export function query(name: string, description: string, schema: Schema, example: unknown): Parameter {
  return { name, in: "query", required: false, description, schema, example };
}

/** A part of the path. */
export function path(name: string, description: string, schema: Schema, example: unknown): Parameter {
  return { name, in: "path", required: true, description, schema, example };
}

/**
 * The id of a thing in the path. Text, since an address is: of a number, `7.0` or `7e0` would be right as well.
 * @param digits at most so many.
 */
export function idOf(what: string, example: number, digits = 10): Parameter {
  const pattern = `^[1-9][0-9]{0,${digits - 1}}$`;
  return path(
    "id",
    `The id of ${what}, in plain digits.`,
    { type: "string", pattern, maxLength: digits },
    String(example),
  );
}

export const limitParameter = query(
  "limit",
  "So many rows a page at most.",
  { type: "integer", format: "int32", minimum: 1, maximum: 1000, default: 100 },
  100,
);

/** What all lists have: pages (D23). */
export const pageParameters: Parameter[] = [
  limitParameter,
  query(
    "cursor",
    "Where the page begins: `next_cursor` of the page before, as it came. It belongs to the filters it was made with.",
    { type: "string", pattern: "^[A-Za-z0-9_-]+$", maxLength: 8192 },
    cursorExample,
  ),
];

const labels: Parameter = {
  ...query(
    "label",
    "Only entries that carry this label, compared exactly. Given several times, those that carry them all. Any text is a label: encode it.",
    { type: "array", maxItems: 100, items: text(1024) },
    ["client:globex"],
  ),
  style: "form",
  explode: true,
};

/** Which entries a list is of (spec 4.1, 4.2). */
export const filterParameters: Parameter[] = [
  labels,
  query(
    "label_prefix",
    "Only entries with a label of the form `dimension:value` that begins so. Taken literally: there are no wildcards.",
    text(1024),
    "wbso:",
  ),
  query("from", "First day of work, inclusive, in the organisation's time zone.", day, "2026-10-01"),
  query("to", "Last day of work, inclusive.", day, "2026-10-31"),
  query(
    "client_id",
    "Only entries of the client with this id; `none` for those without a client.",
    { type: "string", pattern: `^(none|${id})$`, maxLength: 10 },
    "3",
  ),
  query("user", "Only entries of the person with this login, compared without case.", text(100), "ada"),
  query(
    "repository",
    "Only entries on issues of this repository, `owner/repo`, compared without case.",
    repositoryName,
    "acme/web",
  ),
  query(
    "issue",
    "Only entries on this issue or pull request: `owner/repo#number`, where an address has `%23` for `#`.",
    { type: "string", pattern: `^[A-Za-z0-9_.-]{1,100}/[A-Za-z0-9_.-]{1,100}#${id}$`, maxLength: 212 },
    "acme/web#12",
  ),
  query(
    "include",
    "`superseded`: also entries that a correction replaced, which are left out otherwise. The totals then count both.",
    oneOf("superseded"),
    "superseded",
  ),
  query(
    "as_of",
    "The list exactly as it stood at this instant: what was recorded or corrected later does not count. An address has `%2B` for `+`.",
    { type: "string", format: "date-time", maxLength: 40 },
    "2026-11-03T09:00:00Z",
  ),
];
