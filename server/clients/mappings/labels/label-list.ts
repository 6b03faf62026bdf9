import {
  allOf,
  type QueryReading,
  queryProblem,
  readText,
  readWhole,
  readWord,
  strangeParameters,
  textProblem,
} from "../../../query.ts";
import { longestPattern } from "../mapping.ts";

/** Which mappings the page lists: those for which all of it holds. */
export type LabelFilter = {
  /** A part of the label, in any case. */
  label?: string;
  clientId?: number;
  /** Only those to a deactivated client. */
  to?: "deactivated";
};

/** A mapping's place in the list, which goes by label and then by id. */
export type PlaceInList = { label: string; id: number };

export type LabelPageQuery = {
  filter: LabelFilter;
  /** The last one of the page before. */ after?: PlaceInList;
};

/** Reads the page's address. A form sends its empty fields too; whatever is not understood is a problem, never a wider list (D25). */
export function readLabelPageQuery(search: URLSearchParams): QueryReading<LabelPageQuery> {
  const query = new URLSearchParams([...search].filter(([, value]) => value !== ""));
  const strange = strangeParameters(query, ["label", "client_id", "to", "after"]);
  if (strange.length > 0) return { ok: false, problems: strange };
  const read = allOf({
    label: readText(query, "label", { longest: longestPattern, example: "client:acme" }),
    clientId: readWhole(query, "client_id", { least: 1, most: 2_147_483_647, fallback: 0 }),
    to: readWord(query, "to", ["deactivated"] as const),
    after: readAfter(query.get("after")),
  });
  if (!read.ok) return read;
  const { label, clientId, to, after } = read.value;
  const filter = {
    ...(label !== undefined && { label }),
    ...(clientId > 0 && { clientId }),
    ...(to && { to }),
  };
  return { ok: true, value: { filter, ...(after !== undefined && { after }) } };
}

/** The address of the page with these mappings; the inverse of readLabelPageQuery. */
export function mappingsHref(
  { label, clientId, to }: { [Part in keyof LabelFilter]?: LabelFilter[Part] | undefined },
  after?: PlaceInList,
): `/admin/mappings${string}` {
  const search = new URLSearchParams({
    ...(label !== undefined && { label }),
    ...(clientId !== undefined && { client_id: String(clientId) }),
    ...(to && { to }),
    ...(after && { after: `${after.id}:${after.label}` }),
  });
  return search.size === 0 ? "/admin/mappings" : `/admin/mappings?${search}`;
}

function readAfter(text: string | null): QueryReading<PlaceInList | undefined> {
  if (text === null) return { ok: true, value: undefined };
  const [, id, label] = /^([1-9]\d{0,8}):(.+)$/s.exec(text) ?? [];
  if (label !== undefined && textProblem("after", label, longestPattern) === undefined) {
    return { ok: true, value: { label, id: Number(id) } };
  }
  const message = "after is no place in this list. Go back to its first page.";
  return { ok: false, problems: [queryProblem("after", "unreadable", message)] };
}

/** Where a mapping is to be seen, however many there are. */
export function mappingHref({ id, labelPattern }: { id: number; labelPattern: string }) {
  return `${mappingsHref({ label: labelPattern })}#mapping-${id}` as const;
}
