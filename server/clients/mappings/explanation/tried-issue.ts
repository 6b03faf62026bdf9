import { parseRepository } from "../../../entries/issue-name.ts";
import { longestPattern } from "../mapping.ts";

/** The fields as they were typed: labels one to a line. */
export type TypedIssue = { repository: string; labels: string };

export type TriedIssue = { repository: string; labels: string[] };
export type IssueProblem = {
  field: keyof TypedIssue;
  code: "wrong_form" | "too_long" | "too_many" | "none";
};

const mostLabels = 100;

/** The fields as an address has them, in which a form that is half filled in stands. */
export function readTypedIssue(query: URLSearchParams): TypedIssue {
  const text = (name: string) => (query.get(name) ?? "").toWellFormed().replaceAll("\0", "");
  return { repository: text("repository"), labels: text("labels") };
}

/** An issue as it could be: labels are taken as they are, in their order; empty lines are passed over. */
export function parseTriedIssue({
  repository: typed,
  labels: lines,
}: TypedIssue): { ok: true; issue: TriedIssue } | { ok: false; problems: IssueProblem[] } {
  const repository = parseRepository(typed.trim());
  const labels = lines.split(/\r?\n/).filter((line) => line.trim() !== "");
  const problems: (IssueProblem | false)[] = [
    repository === undefined && { field: "repository", code: "wrong_form" },
    labels.length === 0 && { field: "labels", code: "none" },
    labels.length > mostLabels && { field: "labels", code: "too_many" },
    labels.some((label) => [...label].length > longestPattern) && { field: "labels", code: "too_long" },
  ];
  const found = problems.filter((problem) => problem !== false);
  if (repository === undefined || found.length > 0) return { ok: false, problems: found };
  return { ok: true, issue: { repository, labels } };
}
