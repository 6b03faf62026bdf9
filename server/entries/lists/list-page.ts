import { cursorProblem } from "../../cursor.ts";
import { type QueryReading, queryProblem, strangeParameters } from "../../query.ts";
import { type Place, readCursor } from "../cursor.ts";
import type { EntryFilter, EntryKind } from "../entry-filter.ts";
import { filterParameters } from "../filter-query.ts";
import { listName, parseListQuery } from "../list-query.ts";
import { listPage } from "../page-address.ts";

/** What an address of the page says: a filter of the API, and which part of its list. */
export type ListPage = {
  filter: EntryFilter;
  /** The filter with the names of the API: what the address of the page, of its CSV and of the API have in common. */
  query: URLSearchParams;
  /** Older than this place, or newer than it; without either the page is the first. */
  after?: Place;
  newerThan?: Place;
};

/** Without `limit`: a page of 50 is as much as is read on one. */
const parameters = [...filterParameters, "client", "cursor", "newer", "format"];
/** Where space around what was typed means nothing; in a label it does. */
const trimmed = ["from", "to", "client", "user", "repository", "issue", "as_of"];

/** The fields as they are read: a form sends its empty ones too, and people write `@ada`. */
export function fieldsOf(search: URLSearchParams): URLSearchParams {
  const fields = [...search].filter(([, value]) => value !== "");
  return new URLSearchParams(
    fields.map(([name, value]): [string, string] => {
      const text = trimmed.includes(name) ? value.trim() : value;
      return [name, name === "user" ? text.replace(/^@+/, "") : text];
    }),
  );
}

/**
 * Reads the page's address by the parser of the API (spec 4.1, 4.2): whatever it does not understand is a problem here
 * too, never a wider list (D25).
 * @param fields as fieldsOf gives them, with `client_id` in place of a `client` by name.
 */
export function readListPage(fields: URLSearchParams, kind: EntryKind, now: Date): QueryReading<ListPage> {
  // In one order, so that the same filter has the same address however it was put together.
  const query = new URLSearchParams(
    filterParameters.flatMap((name) => fields.getAll(name).map((value): [string, string] => [name, value])),
  );
  const strange = strangeParameters(fields, parameters, ["label"]);
  const [cursor, newer] = [fields.get("cursor"), fields.get("newer")];
  const read = parseListQuery(cursor === null ? query : withValues(query, { cursor }), kind, now);
  const newerThan = newer === null ? undefined : readCursor(newer, listName(query, kind));
  const problems = [
    ...strange,
    ...(read.ok ? [] : read.problems.filter(({ name, code }) => !(code === "repeated" && isTold(name)))),
    ...(typeof newerThan === "string" ? [{ ...cursorProblem(newerThan), name: "newer" }] : []),
    ...(cursor !== null && newer !== null
      ? [queryProblem("newer", "repeated", "Give cursor or newer, not both.")]
      : []),
  ];
  if (problems.length > 0 || !read.ok) return { ok: false, problems };
  const { filter, after } = read.value;
  return {
    ok: true,
    value: {
      filter,
      query,
      ...(after && { after }),
      ...(typeof newerThan === "object" && { newerThan }),
    },
  };

  function isTold(name: string): boolean {
    return strange.some((problem) => problem.name === name);
  }
}

/** The address of the page of a filter, or of a part of its list. */
export function listHref(
  kind: EntryKind,
  query: URLSearchParams,
  more: { cursor?: string; newer?: string; format?: "csv" } = {},
): `/admin/${string}` {
  const search = new URLSearchParams([...query, ...Object.entries(more)]);
  return search.size === 0 ? listPage(kind) : `${listPage(kind)}?${search}`;
}

export type Condition = {
  name: string;
  value: string;
  /** The filter but for it. */ without: URLSearchParams;
};

/** The conditions of a filter, one by one. */
export function conditionsOf(query: URLSearchParams): Condition[] {
  const all = [...query];
  return all.map(([name, value], place) => ({
    name,
    value,
    without: new URLSearchParams(all.filter((_, other) => other !== place)),
  }));
}

/** The filter with other values for some of its names. */
export function withValues(query: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(values)) changed.set(name, value);
  return changed;
}
