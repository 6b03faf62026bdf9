import type { EntryFilter } from "../entry-filter.ts";

/**
 * What the CSV of a filter is called, e.g. `time-entries_2026-10-01_2026-10-31_wbso.csv`: letters, digits, dots, dashes and
 * underscores only, whatever the labels hold, and short enough for any disk.
 */
export function fileName(filter: EntryFilter): string {
  const list = filter.kind === "time" ? "time-entries" : "plans";
  const parts = [list, ...days(filter), ...others(filter)].map(plain).filter((part) => part !== "");
  return `${parts.join("_").slice(0, longest)}.csv`;
}

const longest = 120;

function days({ from, to }: EntryFilter): string[] {
  if (from !== undefined && to !== undefined) return [from, to];
  if (from !== undefined) return [`from-${from}`];
  return to === undefined ? [] : [`to-${to}`];
}

function others(filter: EntryFilter): string[] {
  const { labels, prefix, clientId, user, repository, issue, withSuperseded, asOf } = filter;
  return [
    prefix ?? "",
    ...labels,
    clientId === undefined ? "" : clientId === null ? "no-client" : `client-${clientId}`,
    user ?? "",
    repository ?? "",
    issue ? `${issue.repository}-${issue.number}` : "",
    withSuperseded ? "with-superseded" : "",
    asOf ? `as-of-${asOf.toISOString().slice(0, 19)}Z` : "",
  ];
}

/** Cut before its ends are trimmed: looking for the end takes the square of a text's length. */
function plain(text: string): string {
  const written = text.replaceAll(/[^A-Za-z0-9.]+/g, "-").slice(0, longest);
  return written.replaceAll(/^[-.]+|[-.]+$/g, "");
}
