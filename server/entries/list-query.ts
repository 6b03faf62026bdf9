import { cursorProblem } from "../cursor.ts";
import { allOf, type QueryReading, queryProblem, readLimit, readWord, strangeParameters } from "../query.ts";
import { type Place, readCursor } from "./cursor.ts";
import type { EntryFilter, EntryKind } from "./entry-filter.ts";
import { filterParameters, parseEntryFilter } from "./filter-query.ts";

export type ListQuery = { filter: EntryFilter; limit: number; after?: Place };

const parameters = [...filterParameters, "limit", "cursor", "format"];

/**
 * The query of one page of a list of entries (spec 4.1, 4.2). What is not known, repeated or impossible is a problem: a
 * typing error must never widen a report (D25).
 */
export function parseListQuery(query: URLSearchParams, kind: EntryKind, now: Date): QueryReading<ListQuery> {
  const read = allOf({
    strange: withoutStrange(query),
    format: parseFormat(query),
    filter: parseEntryFilter(query, kind, now),
    limit: readLimit(query),
    after: readPlace(query, kind),
  });
  if (!read.ok) return read;
  const { filter, limit, after } = read.value;
  return { ok: true, value: { filter, limit, ...(after && { after }) } };
}

/** The query of a whole list, which has no pages (D24). */
export function parseWholeListQuery(
  query: URLSearchParams,
  kind: EntryKind,
  now: Date,
): QueryReading<EntryFilter> {
  const ofPages = ["limit", "cursor"]
    .filter((name) => query.has(name))
    .map((name) =>
      queryProblem(
        name,
        "not_for_csv",
        `${name} is for pages, and CSV is always the whole list. Leave it out.`,
      ),
    );
  const read = allOf({
    strange: withoutStrange(query),
    ofPages: ofPages.length > 0 ? { ok: false, problems: ofPages } : { ok: true, value: undefined },
    format: parseFormat(query),
    filter: parseEntryFilter(query, kind, now),
  });
  return read.ok ? { ok: true, value: read.value.filter } : read;
}

/** The `format` a query asks for, which goes before what the Accept header asks for. */
export function parseFormat(query: URLSearchParams): QueryReading<"json" | "csv" | undefined> {
  return readWord(query, "format", ["json", "csv"]);
}

/** The list that a query is a page of, as one text for each list: a cursor of one is refused by another. */
export function listName(query: URLSearchParams, kind: EntryKind): string {
  const ofPage = ["cursor", "limit", "format"];
  const filters = [...query].filter(([name]) => !ofPage.includes(name));
  const sorted = filters.sort(([a, x], [b, y]) => (a + x < b + y ? -1 : 1));
  return `${kind}?${new URLSearchParams(sorted).toString()}`;
}

function withoutStrange(query: URLSearchParams): QueryReading<undefined> {
  const problems = strangeParameters(query, parameters, ["label"]);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: undefined };
}

function readPlace(query: URLSearchParams, kind: EntryKind): QueryReading<Place | undefined> {
  const cursor = query.get("cursor");
  if (cursor === null) return { ok: true, value: undefined };
  const place = readCursor(cursor, listName(query, kind));
  return typeof place === "string"
    ? { ok: false, problems: [cursorProblem(place)] }
    : { ok: true, value: place };
}
