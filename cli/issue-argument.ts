import { type Issue, parseIssue, parseIssueNumber, parseRepository } from "../server/entries/issue-name.ts";
import { CliError } from "./errors.ts";

/** An issue as a person names it: `acme/web#12`, or the address of its page. @throws CliError `usage` */
export function readIssue(text: string): Issue {
  const issue = parseIssue(text) ?? issueAt(text);
  if (issue) return issue;
  throw new CliError(
    "usage",
    `${JSON.stringify(text)} does not name an issue`,
    "Write it as owner/repo#number, e.g. acme/web#12, or give the address of its page",
  );
}

function issueAt(address: string): Issue | undefined {
  const path = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)(?:[/?#].*)?$/.exec(address);
  const repository = parseRepository(path?.[1] ?? "");
  const number = parseIssueNumber(path?.[2] ?? "");
  return repository && number ? { repository, number } : undefined;
}
