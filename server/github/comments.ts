import { at, isId, isName } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";

/** An issue, or a pull request, where the App is installed. */
export type IssueAddress = {
  installationId: number;
  /** `owner/repo` */
  repository: string;
  issueNumber: number;
};

/**
 * Posts a comment (D6).
 * @throws GitHubError; of kind `unclear` where the comment may stand there all the same: look with findComment before posting again.
 */
export async function postComment(
  caller: Caller,
  { body, ...issue }: IssueAddress & { body: string },
): Promise<{ commentId: number }> {
  const place = placeOf(issue);
  const { status, data } = await caller.asInstallation(issue.installationId, {
    to: `post a comment on ${issue.repository}#${issue.issueNumber}`,
    permission: "Issues: write and Pull requests: write",
    creates: true,
    route: "POST /repos/{owner}/{repo}/issues/{issue_number}/comments",
    parameters: { ...place, body },
  });
  const commentId = at(data, "id");
  if (isId(commentId)) return { commentId };
  throw new GitHubError("unclear", "GitHub took the comment, but its answer does not say which one it is.", {
    status,
  });
}

/** A hundred comments of 65,536 characters, each at most four bytes. */
const mostBytesOfAPage = 32 * 1024 * 1024;
const mostPages = 100;

/**
 * Finds the comments by this App that contain one of these texts (D6): what to do after an unclear failure. Others may quote
 * a text; their comments do not count.
 * @param search `since` is the earliest moment a comment can be of.
 * @returns the comments' ids by the text.
 * @throws GitHubError
 */
export async function findComments(
  caller: Caller,
  appId: string,
  { containing, since, ...issue }: IssueAddress & { containing: string[]; since: Date },
): Promise<Map<string, number>> {
  const place = placeOf(issue);
  const found = new Map<string, number>();
  for (let page = 1; page <= mostPages; page += 1) {
    const { headers, data } = await caller.asInstallation(issue.installationId, {
      to: `list the comments on ${issue.repository}#${issue.issueNumber}`,
      permission: "Issues: read and Pull requests: read",
      mostBytes: mostBytesOfAPage,
      route: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters: { ...place, since: since.toISOString(), per_page: 100, page },
    });
    if (!Array.isArray(data)) throw new GitHubError("unavailable", "GitHub's comments are unreadable.");
    for (const comment of data.filter((one: unknown) => isOurs(one, appId))) {
      const commentId = at(comment, "id");
      if (!isId(commentId)) continue;
      for (const text of containing) if (!found.has(text) && holds(comment, text)) found.set(text, commentId);
    }
    if (found.size === containing.length) return found;
    if (!/<[^<>]*>;\s*rel="next"/.test(headers.get("link") ?? "")) return found;
  }
  const message = `${issue.repository}#${issue.issueNumber} has too many comments to look through.`;
  throw new GitHubError("unavailable", message);
}

/**
 * What a repository is called by now, wherever it was renamed or moved to within the installation's reach.
 * @throws GitHubError
 */
export async function repositoryName(
  caller: Caller,
  { installationId, repository, repositoryId }: NamedRepository,
): Promise<string> {
  const { data } = await caller.asInstallation(installationId, {
    to: `ask what ${repository} is called by now`,
    permission: "Metadata: read",
    route: "GET /repositories/{repository_id}",
    parameters: { repository_id: repositoryId },
  });
  const name = at(data, "full_name");
  if (at(data, "id") === repositoryId && typeof name === "string") return name;
  throw new GitHubError(
    "unavailable",
    `GitHub's answer on what ${repository} is called by now is unreadable.`,
  );
}

type NamedRepository = { installationId: number; repository: string; repositoryId: number };

function placeOf({ installationId, repository, issueNumber }: IssueAddress) {
  const [owner = "", repo = "", ...more] = repository.split("/");
  const isPlace = isName(owner) && isName(repo) && more.length === 0;
  if (isPlace && isId(issueNumber) && isId(installationId)) return { owner, repo, issue_number: issueNumber };
  throw new GitHubError("refused", `"${repository}#${issueNumber}" is not the address of an issue.`);
}

/** GitHub tells through which App a comment came; where it does not, only a bot's comment can be ours. */
function isOurs(comment: unknown, appId: string): boolean {
  const app = at(comment, "performed_via_github_app");
  const isBot = at(comment, "user", "type") === "Bot";
  // GITHUB_APP_ID may be the App's id or, as GitHub recommends by now, its client id.
  const isOurApp = !app || [at(app, "id"), at(app, "client_id")].map(String).includes(appId);
  return isBot && isOurApp;
}

function holds(comment: unknown, text: string): boolean {
  const body = at(comment, "body");
  return typeof body === "string" && body.includes(text);
}
