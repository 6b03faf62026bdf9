import { pageOf } from "./paging.ts";
import type { Host, ReceivedRequest, Reply } from "./rest.ts";
import { inaccessible } from "./refusal.ts";
import { repositoryAt } from "./rest-issues.ts";
import type { Comment } from "./things.ts";

/** The repositories that an installation may see. */
export function listRepositories(host: Host, request: ReceivedRequest): Reply {
  const asking = host.credentials.checkToken(request.headers["authorization"]);
  const all = host.world.find.repositories.filter((repo) => repo.owner.id === asking.id);
  const { items, headers } = pageOf(host, request, all);
  const repositories = items.map((repo) => host.payloads.repository(repo));
  return {
    status: 200,
    body: { total_count: all.length, repository_selection: "all", repositories },
    headers,
  };
}

/** The comments on all issues and pull requests of a repository. */
export function listAllComments(host: Host, request: ReceivedRequest, parts: string[]): Reply {
  const { asking, repo } = repositoryAt(host, request, parts);
  if (repo.owner.id === asking.id && !asking.installation?.permissions["issues"]) throw inaccessible();
  const { since, sort, direction } = request.query;
  const from = since === undefined ? 0 : Math.floor(Date.parse(since) / 1000) * 1000;
  const all = repo.issues
    .filter((issue) => !issue.deleted)
    .flatMap((issue) => issue.comments)
    .filter((comment) => comment.updatedAt.getTime() >= from)
    .sort((one, other) => one.id - other.id);
  if (sort === "updated" || sort === "created") {
    const time = sort === "updated" ? "updatedAt" : "createdAt";
    // To the second; within one by id. Newest first unless told otherwise, once it is sorted by time.
    const second = (comment: Comment) => Math.floor(comment[time].getTime() / 1000);
    const sign = direction === "asc" ? 1 : -1;
    all.sort((one, other) => sign * (second(one) - second(other) || one.id - other.id));
  }
  const { items, headers } = pageOf(host, request, all);
  return { status: 200, body: items.map((comment) => host.payloads.comment(comment)), headers };
}
