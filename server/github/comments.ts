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
 * Finds a comment by this App that contains a text (D6): what to do after an unclear failure. Others may quote the text;
 * their comments do not count.
 * @param search `since` is the earliest moment the comment can be of.
 * @throws GitHubError
 */
export async function findComment(
  caller: Caller,
  appId: string,
  { containing, since, ...issue }: IssueAddress & { containing: string; since: Date },
): Promise<{ commentId: number } | null> {
  const place = placeOf(issue);
  for (let page = 1; page <= mostPages; page += 1) {
    const { headers, data } = await caller.asInstallation(issue.installationId, {
      to: `list the comments on ${issue.repository}#${issue.issueNumber}`,
      permission: "Issues: read and Pull requests: read",
      mostBytes: mostBytesOfAPage,
      route: "GET /repos/{owner}/{repo}/issues/{issue_number}/comments",
      parameters: { ...place, since: since.toISOString(), per_page: 100, page },
    });
    if (!Array.isArray(data)) throw new GitHubError("unavailable", "GitHub's comments are unreadable.");
    const found: unknown = data.find((comment) => isOurs(comment, appId) && holds(comment, containing));
    const commentId = at(found, "id");
    if (isId(commentId)) return { commentId };
    if (!/<[^<>]*>;\s*rel="next"/.test(headers.get("link") ?? "")) return null;
  }
  const message = `${issue.repository}#${issue.issueNumber} has too many comments to look through.`;
  throw new GitHubError("unavailable", message);
}

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
