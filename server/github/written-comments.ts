import { at, isId, isName } from "./answer.ts";
import type { Caller } from "./caller.ts";
import { GitHubError } from "./github-error.ts";
import type { Installations } from "./installations.ts";

/** A repository where the App is installed, with GitHub's JSON of it. */
export type InstalledRepository = { id: number; installationId: number; name: string; json: unknown };

/** A comment as GitHub tells it, with what is needed to find one's way. */
export type WrittenComment = {
  id: number;
  issueNumber: number;
  body: string;
  createdAt: Date;
  updatedAt: Date;
  byPerson: boolean;
  json: unknown;
};

/** A page of them. Where the answer is the one that the asker's etag is of, it is empty and says so. */
export type CommentsPage = {
  comments: WrittenComment[];
  hasMore: boolean;
  etag: string | undefined;
  isUnchanged: boolean;
};

/** Reading what people wrote, where nobody delivers it or the deliveries were lost (D28). Each call may throw a GitHubError. */
export type WrittenComments = {
  /** Where the App may read in an organisation. */
  repositories(org: string): Promise<InstalledRepository[]>;
  /** Comments on issues and pull requests written or changed since a moment, in the order of their last change. */
  since(repository: InstalledRepository, since: Date, page: number, etag?: string): Promise<CommentsPage>;
  /** GitHub's JSON of an issue as it is now. */
  issue(repository: InstalledRepository, issueNumber: number): Promise<unknown>;
};

// A hundred comments of 65,536 characters, or repositories of 10 kB.
const mostBytesOfAPage = 32 * 1024 * 1024;
const mostPages = 1_000;

export function connectWrittenComments(caller: Caller, installations: Installations): WrittenComments {
  const listings = new Map<string, { etag: string; listed: unknown[]; hasMore: boolean }>();

  /** A page of the repositories, which is fetched only where it is another than the last time. */
  async function pageWithin(installationId: number, page: number) {
    const place = `${installationId}/${page}`;
    const known = listings.get(place);
    const { status, headers, data } = await caller.asInstallation(installationId, {
      to: "list the repositories where the App is installed",
      mostBytes: mostBytesOfAPage,
      route: "GET /installation/repositories",
      parameters: { per_page: 100, page },
      etag: known?.etag,
    });
    if (known && status === 304) return known;
    const listed = at(data, "repositories");
    if (!Array.isArray(listed)) throw unreadable("where the App is installed");
    const etag = headers.get("etag");
    const answer = { listed: listed as unknown[], hasMore: hasNext(headers) };
    if (etag) listings.set(place, { etag, ...answer });
    else listings.delete(place);
    return answer;
  }

  async function repositoriesWithin(installationId: number): Promise<InstalledRepository[]> {
    const found: InstalledRepository[] = [];
    for (let page = 1; page <= mostPages; page += 1) {
      const { listed, hasMore } = await pageWithin(installationId, page);
      for (const json of listed) {
        const [id, name] = [at(json, "id"), at(json, "full_name")];
        if (isId(id) && typeof name === "string") found.push({ id, installationId, name, json });
      }
      if (!hasMore) return found;
    }
    throw new GitHubError("unavailable", "The App is installed in too many repositories to look through.");
  }

  return {
    repositories: (org) => installations.within(org, repositoriesWithin),
    async since(repository, since, page, etag) {
      const { status, headers, data } = await caller.asInstallation(repository.installationId, {
        to: `list the comments in ${repository.name}`,
        permission: "Issues: read and Pull requests: read",
        mostBytes: mostBytesOfAPage,
        route: "GET /repos/{owner}/{repo}/issues/comments",
        parameters: {
          ...placeOf(repository),
          since: since.toISOString(),
          sort: "updated",
          direction: "asc",
          per_page: 100,
          page,
        },
        etag,
      });
      if (etag && status === 304) return { comments: [], hasMore: false, etag, isUnchanged: true };
      if (!Array.isArray(data)) throw unreadable(`the comments in ${repository.name}`);
      const comments = data.map(commentOf).filter((comment) => comment !== undefined);
      return {
        comments,
        hasMore: hasNext(headers),
        etag: headers.get("etag") ?? undefined,
        isUnchanged: false,
      };
    },
    async issue(repository, issueNumber) {
      const { data } = await caller.asInstallation(repository.installationId, {
        to: `show ${repository.name}#${issueNumber}`,
        permission: "Issues: read and Pull requests: read",
        mostBytes: mostBytesOfAPage,
        route: "GET /repos/{owner}/{repo}/issues/{issue_number}",
        parameters: { ...placeOf(repository), issue_number: issueNumber },
      });
      return data;
    },
  };
}

function commentOf(json: unknown): WrittenComment | undefined {
  const [id, body, issueUrl] = [at(json, "id"), at(json, "body"), at(json, "issue_url")];
  // The number alone: no address is ever followed.
  const issueNumber = Number(/\/issues\/(\d{1,10})$/.exec(String(issueUrl))?.[1]);
  const [createdAt, updatedAt] = [at(json, "created_at"), at(json, "updated_at")].map(
    (time) => new Date(String(time)),
  );
  if (!isId(id) || typeof body !== "string" || !isId(issueNumber)) return undefined;
  if (!createdAt || !updatedAt || isNaN(createdAt.getTime()) || isNaN(updatedAt.getTime())) return undefined;
  const byPerson = at(json, "user", "type") === "User" && !at(json, "performed_via_github_app");
  return { id, issueNumber, body, createdAt, updatedAt, byPerson, json };
}

function placeOf({ name }: InstalledRepository): { owner: string; repo: string } {
  const [owner = "", repo = "", ...more] = name.split("/");
  if (isName(owner) && isName(repo) && more.length === 0) return { owner, repo };
  throw new GitHubError("refused", `"${name}" is not the name of a repository.`);
}

const hasNext = (headers: Headers) => /<[^<>]*>;\s*rel="next"/.test(headers.get("link") ?? "");

function unreadable(what: string): GitHubError {
  return new GitHubError("unavailable", `GitHub's answer on ${what} is unreadable.`);
}
