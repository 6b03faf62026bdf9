/** The wire form of entries: snake_case, dates as `YYYY-MM-DD`, instants as RFC 3339 in UTC. Used by the API and the CLI. */
export type EntryJson = {
  id: number;
  kind: "time" | "plan";
  /** The day the work was done (or is planned for), in the organisation's time zone. */
  worked_on: string;
  /** Whole minutes. */
  minutes: number;
  note: string | null;
  user: { id: number; login: string };
  /** `owner/repo`, as it was called when the comment was made. */
  repository: string;
  issue: { number: number; title: string; url: string };
  /** Frozen when the entry was made, in the issue's order; never null (spec 2.1). */
  labels: string[];
  client_id: number | null;
  client: { id: number; name: string } | null;
  comment_url: string;
  commented_at: string;
  created_at: string;
  supersedes_id: number | null;
  superseded_by_id: number | null;
};

/** One page of a list (D23). The totals are those of the whole filter, not of the page. */
export type EntryListJson = {
  data: EntryJson[];
  /** Opaque; pass it back as `cursor`. Null on the last page. */
  next_cursor: string | null;
  totals: { entries: number; minutes: number };
};

/** What the wire form is made of; rows of the store fit it by structure. */
export type EntryFacts = {
  id: number;
  kind: "time" | "plan";
  workedOn: string;
  minutes: number;
  note: string | null;
  labels: string[];
  user: { id: number; login: string };
  repository: string;
  issueNumber: number;
  issueTitle: string;
  clientId: number | null;
  clientName: string | null;
  commentId: number;
  commentedAt: Date;
  createdAt: Date;
  supersedesId: number | null;
  supersededById: number | null;
};

/** @param site the code host people see, e.g. `https://github.com`. */
export function entryJson(entry: EntryFacts, site: string): EntryJson {
  const issueUrl = `${site}/${entry.repository}/issues/${entry.issueNumber}`;
  return {
    id: entry.id,
    kind: entry.kind,
    worked_on: entry.workedOn,
    minutes: entry.minutes,
    note: entry.note,
    user: entry.user,
    repository: entry.repository,
    issue: { number: entry.issueNumber, title: entry.issueTitle, url: issueUrl },
    labels: entry.labels,
    client_id: entry.clientId,
    client: entry.clientId === null ? null : { id: entry.clientId, name: entry.clientName ?? "" },
    comment_url: `${issueUrl}#issuecomment-${entry.commentId}`,
    commented_at: entry.commentedAt.toISOString(),
    created_at: entry.createdAt.toISOString(),
    supersedes_id: entry.supersedesId,
    superseded_by_id: entry.supersededById,
  };
}
