import { type IdPage, readIdPage } from "../id-pages.ts";
import { allOf, type QueryReading, readWord, strangeParameters } from "../query.ts";

export const clientStates = ["active", "deactivated", "all"] as const;

/** @property list names the list that the page is of. */
export type ClientListQuery = { state: (typeof clientStates)[number]; page: IdPage; list: string };

/**
 * The query of the list of clients. Without `status` all are listed: whoever misses a deactivated one would make it a
 * second time, while one too many is refused where it is used.
 */
export function readClientListQuery(query: URLSearchParams): QueryReading<ClientListQuery> {
  const status = readWord(query, "status", clientStates);
  const state = (status.ok && status.value) || "all";
  const list = `clients ${state}`;
  const problems = strangeParameters(query, ["status", "limit", "cursor"]);
  const strange: QueryReading<null> =
    problems.length > 0 ? { ok: false, problems } : { ok: true, value: null };
  const read = allOf({ strange, status, page: readIdPage(query, list) });
  return read.ok ? { ok: true, value: { state, page: read.value.page, list } } : read;
}
