import { cursorProblem, openCursor } from "../../cursor.ts";
import { allOf, type QueryReading, readLimit, readText, strangeParameters } from "../../query.ts";

export type LabelListQuery = {
  /** The beginning of the labels, taken literally; unlike that of a filter it need not reach past a colon. */
  prefix: string;
  limit: number;
  /** The last label of the page before. */
  after: string | undefined;
  /** Names the list that a cursor belongs to. */
  list: string;
};

/** The query of the list of seen labels. */
export function readLabelListQuery(query: URLSearchParams): QueryReading<LabelListQuery> {
  const problems = strangeParameters(query, ["prefix", "limit", "cursor"]);
  const strange: QueryReading<null> =
    problems.length > 0 ? { ok: false, problems } : { ok: true, value: null };
  const list = `labels ${JSON.stringify(query.get("prefix"))}`;
  const read = allOf({
    strange,
    prefix: readText(query, "prefix", { longest: 1024, example: "wbso:" }),
    limit: readLimit(query),
    after: readPlace(query, list),
  });
  if (!read.ok) return read;
  const { prefix = "", limit, after } = read.value;
  return { ok: true, value: { prefix, limit, after, list } };
}

function readPlace(query: URLSearchParams, list: string): QueryReading<string | undefined> {
  const cursor = query.get("cursor");
  if (cursor === null) return { ok: true, value: undefined };
  const place = openCursor(cursor, list);
  if (place === "other_list") return { ok: false, problems: [cursorProblem(place)] };
  const [label, ...more] = place;
  const isPlace =
    typeof label === "string" && !label.includes("\0") && label.isWellFormed() && more.length === 0;
  return isPlace ? { ok: true, value: label } : { ok: false, problems: [cursorProblem("unreadable")] };
}
