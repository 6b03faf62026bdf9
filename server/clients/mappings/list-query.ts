import { parseRepository } from "../../entries/issue-name.ts";
import { type IdPage, readIdPage } from "../../id-pages.ts";
import {
  allOf,
  type QueryReading,
  queryProblem,
  strangeParameters,
  textProblem,
  wholeNumber,
} from "../../query.ts";
import { longestPattern } from "./mapping.ts";

/** Which mappings a list is of: those for which all of it holds. `repository` null for the global ones. */
export type MappingFilter = { labelPattern?: string; clientId?: number; repository?: string | null };

/** @property list names the list that the page is of. */
export type MappingListQuery = { filter: MappingFilter; page: IdPage; list: string };

/** The query of the list of label mappings. `repository=none` stands for the global ones. */
export function readMappingListQuery(query: URLSearchParams): QueryReading<MappingListQuery> {
  const chosen = allOf({
    strange: withoutStrange(query),
    label: readLabel(query),
    client: readClient(query),
    repository: readRepository(query),
  });
  const filter = chosen.ok
    ? { ...chosen.value.label, ...chosen.value.client, ...chosen.value.repository }
    : {};
  const list = `label-mappings ${JSON.stringify(filter)}`;
  const read = allOf({ chosen, page: readIdPage(query, list) });
  return read.ok ? { ok: true, value: { filter, page: read.value.page, list } } : read;
}

function withoutStrange(query: URLSearchParams): QueryReading<null> {
  const problems = strangeParameters(query, ["label", "client_id", "repository", "limit", "cursor"]);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: null };
}

function readLabel(query: URLSearchParams): QueryReading<MappingFilter> {
  const text = query.get("label");
  if (text === null) return { ok: true, value: {} };
  const problem = textProblem("label", text, longestPattern);
  return problem ? { ok: false, problems: [problem] } : { ok: true, value: { labelPattern: text } };
}

function readClient(query: URLSearchParams): QueryReading<MappingFilter> {
  const text = query.get("client_id");
  if (text === null) return { ok: true, value: {} };
  const clientId = wholeNumber(text);
  if (clientId !== undefined && clientId >= 1 && clientId <= 2_147_483_647) {
    return { ok: true, value: { clientId } };
  }
  return refused("client_id", "out_of_range", "client_id must be the id of a client, a whole number from 1.");
}

function readRepository(query: URLSearchParams): QueryReading<MappingFilter> {
  const text = query.get("repository");
  if (text === null) return { ok: true, value: {} };
  const repository = text === "none" ? null : parseRepository(text);
  if (repository !== undefined) return { ok: true, value: { repository: repository?.toLowerCase() ?? null } };
  const message =
    "repository must be of the form owner/repo, e.g. acme/web, or none for the global mappings.";
  return refused("repository", "wrong_form", message);
}

function refused(name: string, code: string, message: string): QueryReading<never> {
  return { ok: false, problems: [queryProblem(name, code, message)] };
}
