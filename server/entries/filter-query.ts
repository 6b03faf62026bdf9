import { allOf, type QueryReading, queryProblem, readText, readWord, wholeNumber } from "../query.ts";
import { parseDateRange } from "./date-range.ts";
import type { EntryFilter, EntryKind } from "./entry-filter.ts";
import { parseInstant } from "./instant.ts";
import { parseIssue, parseRepository } from "./issue-name.ts";
import { parseLabelFilter } from "./label-filter.ts";

/** The parameters that say which entries a list is of, in the order in which they are documented. */
export const filterParameters = [
  "label",
  "label_prefix",
  "from",
  "to",
  "client_id",
  "user",
  "repository",
  "issue",
  "include",
  "as_of",
] as const;

/**
 * The filter that a query asks for (spec 4.1, 4.2). Labels are read raw, since any string is a label.
 * @param now for `as_of`, which no list of the future is asked for.
 */
export function parseEntryFilter(
  query: URLSearchParams,
  kind: EntryKind,
  now: Date,
): QueryReading<EntryFilter> {
  const read = allOf({
    labels: parseLabelFilter(query.getAll("label"), query.getAll("label_prefix")),
    range: parseDateRange({ from: query.get("from") ?? undefined, to: query.get("to") ?? undefined }),
    clientId: readClient(query),
    user: readText(query, "user", { longest: 100, example: "ada" }),
    repository: readRepository(query),
    issue: readIssue(query),
    include: readWord(query, "include", ["superseded"]),
    asOf: readAsOf(query, now),
  });
  if (!read.ok) return read;
  const { labels, range, clientId, user, repository, issue, include, asOf } = read.value;
  return {
    ok: true,
    value: {
      kind,
      ...labels,
      ...range,
      ...(clientId !== undefined && { clientId }),
      ...(user !== undefined && { user }),
      ...(repository !== undefined && { repository }),
      ...(issue && { issue }),
      ...(include && { withSuperseded: true }),
      ...(asOf && { asOf }),
    },
  };
}

const highestClient = 2_147_483_647;

function readClient(query: URLSearchParams): QueryReading<number | null | undefined> {
  const text = query.get("client_id");
  if (text === null) return { ok: true, value: undefined };
  if (text === "none") return { ok: true, value: null };
  const id = wholeNumber(text);
  if (id !== undefined && id >= 1 && id <= highestClient) return { ok: true, value: id };
  return refused(
    "client_id",
    "out_of_range",
    "client_id must be the number of a client, or none for entries without one.",
  );
}

function readRepository(query: URLSearchParams): QueryReading<string | undefined> {
  const text = query.get("repository");
  if (text === null) return { ok: true, value: undefined };
  const repository = parseRepository(text);
  if (repository) return { ok: true, value: repository };
  return refused("repository", "wrong_form", "repository must be of the form owner/repo, e.g. acme/web.");
}

function readIssue(query: URLSearchParams): QueryReading<EntryFilter["issue"]> {
  const text = query.get("issue");
  if (text === null) return { ok: true, value: undefined };
  const issue = parseIssue(text);
  if (issue) return { ok: true, value: issue };
  return refused(
    "issue",
    "wrong_form",
    "issue must be of the form owner/repo#number, e.g. acme/web#12, where an address has %23 for #.",
  );
}

/** Clocks differ a little; a list of next year is a typing error. */
const patience = 60_000;

function readAsOf(query: URLSearchParams, now: Date): QueryReading<Date | undefined> {
  const text = query.get("as_of");
  if (text === null) return { ok: true, value: undefined };
  const instant = parseInstant(text);
  if (!instant) {
    return refused(
      "as_of",
      "not_an_instant",
      "as_of must be an instant with its offset, e.g. 2026-11-03T09:00:00Z or 2026-11-03T10:00:00+01:00, where an address has %2B for +.",
    );
  }
  if (instant.getTime() > now.getTime() + patience) {
    return refused("as_of", "in_the_future", "as_of lies in the future. Leave it out for the list of today.");
  }
  // Nothing is older than the epoch, and PostgreSQL has no year 0.
  return { ok: true, value: new Date(Math.max(0, instant.getTime())) };
}

function refused(name: string, code: string, message: string): QueryReading<never> {
  return { ok: false, problems: [queryProblem(name, code, message)] };
}
