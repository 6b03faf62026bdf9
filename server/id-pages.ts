import { cursorProblem, openCursor, sealCursor } from "./cursor.ts";
import { allOf, type QueryReading, readLimit } from "./query.ts";

/** A page of a list in the order of ids: so many rows, after the one with that id. */
export type IdPage = { limit: number; after?: number };

/**
 * The `limit` and `cursor` of a list in the order of ids (D23).
 * @param list its name and filters: a cursor of another list is refused.
 */
export function readIdPage(query: URLSearchParams, list: string): QueryReading<IdPage> {
  const read = allOf({ limit: readLimit(query), after: readPlace(query, list) });
  if (!read.ok) return read;
  const { limit, after } = read.value;
  return { ok: true, value: { limit, ...(after !== undefined && { after }) } };
}

/**
 * The rows of a page, and the cursor of the next.
 * @param rows one more than the page has, where a page follows.
 */
export function idPage<Row extends { id: number }>(
  rows: Row[],
  { limit }: IdPage,
  list: string,
): { rows: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { rows: page, nextCursor: last ? sealCursor([last.id], list) : null };
}

/** The header that leads to the next page, if there is one (RFC 8288). */
export function nextLink(address: string, query: URLSearchParams, cursor: string | null) {
  const headers: Record<string, string> = {};
  if (cursor !== null) {
    const next = new URLSearchParams(query);
    next.set("cursor", cursor);
    headers["link"] = `<${address}?${next}>; rel="next"`;
  }
  return headers;
}

function readPlace(query: URLSearchParams, list: string): QueryReading<number | undefined> {
  const cursor = query.get("cursor");
  if (cursor === null) return { ok: true, value: undefined };
  const place = openCursor(cursor, list);
  if (place === "other_list") return { ok: false, problems: [cursorProblem(place)] };
  const [id, ...more] = place;
  // An id that the database cannot hold is none of ours.
  const isPlace = typeof id === "number" && id > 0 && id <= 2_147_483_647 && more.length === 0;
  return isPlace ? { ok: true, value: id } : { ok: false, problems: [cursorProblem("unreadable")] };
}
