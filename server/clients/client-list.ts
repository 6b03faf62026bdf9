import { allOf, type QueryReading, queryProblem, readText, readWord, strangeParameters } from "../query.ts";
import { clientStates } from "./list-query.ts";
import { longestName } from "./name.ts";

/** Which clients the panel's page lists. */
export type ClientFilter = {
  state: (typeof clientStates)[number];
  /** A part of the name, in any case. */
  name?: string;
};

export type ClientPageQuery = {
  filter: ClientFilter;
  /** The last one of the page before. */ after?: number;
};

/** Reads the page's address. A form sends its empty fields too; whatever is not understood is a problem, never a wider list (D25). */
export function readClientPageQuery(search: URLSearchParams): QueryReading<ClientPageQuery> {
  const query = new URLSearchParams([...search].filter(([, value]) => value !== ""));
  const strange = strangeParameters(query, ["status", "name", "after"]);
  if (strange.length > 0) return { ok: false, problems: strange };
  const read = allOf({
    state: readWord(query, "status", clientStates),
    name: readText(query, "name", { longest: longestName, example: "Acme" }),
    after: readAfter(query.get("after")),
  });
  if (!read.ok) return read;
  const { state = "active", name, after } = read.value;
  const filter = { state, ...(name !== undefined && { name }) };
  return { ok: true, value: { filter, ...(after !== undefined && { after }) } };
}

/** The address of the page with these clients; the inverse of readClientPageQuery. */
export function clientsHref({ state, name }: ClientFilter, after?: number): `/admin/clients${string}` {
  const search = new URLSearchParams({
    ...(state !== "active" && { status: state }),
    ...(name !== undefined && { name }),
    ...(after !== undefined && { after: String(after) }),
  });
  return search.size === 0 ? "/admin/clients" : `/admin/clients?${search}`;
}

function readAfter(text: string | null): QueryReading<number | undefined> {
  if (text === null) return { ok: true, value: undefined };
  if (/^[1-9]\d{0,8}$/.test(text)) return { ok: true, value: Number(text) };
  const message = "after is no place in this list. Go back to its first page.";
  return { ok: false, problems: [queryProblem("after", "unreadable", message)] };
}
