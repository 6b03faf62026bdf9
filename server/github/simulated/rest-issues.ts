import { pageOf } from "./paging.ts";
import type { Host, ReceivedRequest, Reply } from "./rest.ts";
import { inaccessible, notFound, Refusal } from "./refusal.ts";
import { type Account, type Issue, type Repository, sameName } from "./things.ts";

type Parts = string[];

export function showIssue(host: Host, request: ReceivedRequest, parts: Parts): Reply {
  return { status: 200, body: host.payloads.issue(issueAt(host, request, parts, "read")) };
}

export function showRepository(host: Host, request: ReceivedRequest, [id]: Parts): Reply {
  const asking = host.credentials.checkToken(request.headers["authorization"]);
  const repo = host.world.find.repositoryById(Number(id));
  if (!repo || (repo.private && repo.owner.id !== asking.id)) throw notFound();
  return { status: 200, body: host.payloads.repository(repo) };
}

/** A page of comments, oldest first, with links to the other pages. */
export function listComments(host: Host, request: ReceivedRequest, parts: Parts): Reply {
  const issue = issueAt(host, request, parts, "read");
  const { since } = request.query;
  // To the second, as the times of the comments are told.
  const from = since === undefined ? 0 : Math.floor(Date.parse(since) / 1000) * 1000;
  const all = issue.comments.filter((comment) => comment.updatedAt.getTime() >= from);
  const { items, headers } = pageOf(host, request, all);
  return { status: 200, body: items.map((comment) => host.payloads.comment(comment)), headers };
}

export function createComment(host: Host, request: ReceivedRequest, parts: Parts): Reply {
  const issue = issueAt(host, request, parts, "write");
  const { body } = (request.body ?? {}) as { body?: unknown };
  if (typeof body !== "string") {
    throw new Refusal(422, 'Invalid request.\n\n"body" wasn\'t supplied.');
  }
  if (body.trim() === "") throw invalid("Body can't be blank");
  if ([...body].length > 65_536) throw invalid("Body is too long (maximum is 65536 characters)");
  if (issue.locked) throw new Refusal(403, "Unable to create comment because issue is locked.");
  const comment = host.world.write(issue, host.bot, body, { byOurApp: true });
  host.commented(comment);
  const json = host.payloads.comment(comment);
  return { status: 201, body: json, headers: { location: json.url } };
}

/** The issue of the path, where whoever asks may see it. */
function issueAt(host: Host, request: ReceivedRequest, parts: Parts, access: "read" | "write"): Issue {
  const [, , number] = parts;
  const { asking, repo } = repositoryAt(host, request, parts);
  const issue = repo.issues.find((one) => one.number === Number(number));
  if (!issue) throw notFound();
  if (!mayReach(asking, repo, issue, access)) throw inaccessible();
  if (issue.deleted) throw new Refusal(410, "This issue was deleted");
  return issue;
}

/** The repository of the path, and who asks, where they may see it. */
export function repositoryAt(host: Host, request: ReceivedRequest, [fullName = "", id]: Parts) {
  const asking = host.credentials.checkToken(request.headers["authorization"]);
  const repo = id ? host.world.find.repositoryById(Number(id)) : repositoryNamed(host, request, fullName);
  const isWithin = repo && repo.owner.id === asking.id;
  // What one may not see is not there.
  if (!repo || (repo.private && !isWithin)) throw notFound();
  return { asking, repo };
}

function mayReach(asking: Account, repo: Repository, issue: Issue, access: "read" | "write"): boolean {
  if (repo.owner.id !== asking.id) return access === "read";
  const permission = asking.installation?.permissions[issue.isPullRequest ? "pull_requests" : "issues"];
  return permission === "write" || permission === access;
}

/** GitHub sends those who know a repository by an old name on to its id, without doing anything yet. */
function repositoryNamed(host: Host, request: ReceivedRequest, fullName: string): Repository | undefined {
  const { find } = host.world;
  const found = find.repository(fullName);
  if (found) return found;
  const former = find.repositories.find((one) => one.formerNames.some((name) => sameName(name, fullName)));
  if (!former) return undefined;
  const rest = request.path.split("/").slice(4).join("/");
  const url = `${host.place.apiUrl}/repositories/${former.id}/${rest}`;
  throw new Refusal(request.method === "GET" ? 301 : 307, "Moved Permanently", {
    url,
    headers: { location: url },
  });
}

function invalid(message: string): Refusal {
  const errors = [{ resource: "IssueComment", code: "unprocessable", field: "data", message }];
  return new Refusal(422, "Validation Failed", { errors });
}
