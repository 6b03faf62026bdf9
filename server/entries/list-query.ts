import type { FieldProblem } from "../errors.ts";
import { nearest } from "../nearest.ts";
import { type Place, readCursor } from "./cursor.ts";
import { parseDateRange } from "./date-range.ts";
import { type LabelFilter, parseLabelFilter } from "./label-filter.ts";

export type ListQuery = {
  filter: LabelFilter & { from?: string; to?: string };
  limit: number;
  after?: Place;
};

const parameters = ["label", "label_prefix", "from", "to", "limit", "cursor"];
const defaultLimit = 100;
const mostRows = 1000;

/**
 * The query of a list of entries (spec 4.1, 4.2). What is not known, repeated or impossible is a problem: a typo must
 * never widen a report (D25). Labels are read raw, since any string is a label.
 * @param list tells this list from others, so that a cursor of one is refused by another.
 */
export function parseListQuery(
  query: URLSearchParams,
  list: string,
): { ok: true; value: ListQuery } | { ok: false; problems: FieldProblem[] } {
  const problems = [...unknownParameters(query), ...repeatedParameters(query)];
  const labels = parseLabelFilter(query.getAll("label"), query.getAll("label_prefix"));
  const range = parseDateRange({ from: query.get("from") ?? undefined, to: query.get("to") ?? undefined });
  const limit = parseLimit(query.get("limit"));
  if (!labels.ok) problems.push(...labels.problems);
  if (!range.ok) problems.push(...range.problems);
  if (limit === undefined) {
    problems.push(problem("limit", "out_of_range", `limit must be a whole number from 1 to ${mostRows}.`));
  }
  const cursor = query.get("cursor");
  const after = cursor === null ? undefined : readCursor(cursor, `${list}?${filterText(query)}`);
  if (after === "unreadable") {
    problems.push(
      problem(
        "cursor",
        "unreadable",
        "This cursor was not made here. Pass on next_cursor as it came, or leave it out.",
      ),
    );
  }
  if (after === "other_list") {
    problems.push(
      problem(
        "cursor",
        "cursor_mismatch",
        "This cursor belongs to a list with other filters. Start again without it.",
      ),
    );
  }
  if (!labels.ok || !range.ok || limit === undefined || typeof after === "string" || problems.length > 0) {
    return { ok: false, problems };
  }
  return { ok: true, value: { filter: { ...labels.value, ...range.value }, limit, ...(after && { after }) } };
}

/** The filters of a query in one order, without the page: two queries with the same text ask for the same list. */
export function filterText(query: URLSearchParams): string {
  const filters = [...query].filter(([name]) => name !== "cursor" && name !== "limit");
  return new URLSearchParams(filters.sort(([a, x], [b, y]) => (a + x < b + y ? -1 : 1))).toString();
}

function unknownParameters(query: URLSearchParams): FieldProblem[] {
  const unknown = [...new Set(query.keys())].filter((name) => !parameters.includes(name));
  return unknown.map((name) => {
    const suggestion = nearest(name, parameters);
    const hint = suggestion ? `Did you mean ${suggestion}?` : `Accepted are ${parameters.join(", ")}.`;
    const shown = JSON.stringify(name.slice(0, 60));
    return {
      ...problem(name, "unknown", `${shown} is not a parameter of this list. ${hint}`),
      ...(suggestion && { suggestion }),
    };
  });
}

function repeatedParameters(query: URLSearchParams): FieldProblem[] {
  const scalars = parameters.filter((name) => name !== "label" && query.getAll(name).length > 1);
  return scalars.map((name) => problem(name, "repeated", `${name} may be given once.`));
}

function parseLimit(text: string | null): number | undefined {
  if (text === null) return defaultLimit;
  const value = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  return value >= 1 && value <= mostRows ? value : undefined;
}

const problem = (name: string, code: string, message: string): FieldProblem => ({
  in: "query",
  name,
  code,
  message,
});
