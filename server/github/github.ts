import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { Fetch } from "./bounded-fetch.ts";
import { connectCaller } from "./caller.ts";
import { findComment, type IssueAddress, postComment } from "./comments.ts";
import { GitHubError } from "./github-error.ts";
import { connectInstallations } from "./installations.ts";
import { askMembership, type OrgMembership } from "./membership.ts";
import { connectSignIn, type SignIn } from "./sign-in.ts";

export { GitHubError };

/** What svc asks of GitHub. Every call may throw a GitHubError, whose kind says whether trying again makes sense. */
export type GitHub = {
  /** Whether an App's id and key were given. Without them every call but those of `signIn` throws `not_configured`. */
  configured: boolean;
  /** Whether a person is an active member of an organisation, by numeric id (D5, D18). */
  membership(org: string, user: { githubId: number; login: string }): Promise<OrgMembership>;
  /** Posts a comment (D6). `unclear`: it may stand there all the same. */
  postComment(comment: IssueOfDelivery & { body: string }): Promise<{ commentId: number }>;
  /** Finds a comment by this App itself, written or changed at `since` or later, that contains a text. */
  findComment(
    search: IssueOfDelivery & { containing: string; since: Date },
  ): Promise<{ commentId: number } | null>;
  /** Signing people in (D22). Works without the rest, and the rest without it. */
  signIn: SignIn;
};

/** An issue as a delivery names it: a repository's own webhook says nothing of the App's installation, which is then looked up. */
export type IssueOfDelivery = Omit<IssueAddress, "installationId"> & { installationId: number | null };

const ownerOf = (issue: IssueOfDelivery) => issue.repository.split("/")[0] ?? "";

type World = { fetch?: Fetch; now?: () => Date; log: Log; timeoutMs?: number };

/**
 * GitHub, or GitHub Enterprise Server, as a GitHub App sees it. Nothing is asked before the first call.
 * @param world `timeoutMs` is for each request, by default 10 s.
 */
export function connectGitHub(config: Config["github"], world: World): GitHub {
  const { apiUrl, appId, privateKey } = config;
  const { fetch = globalThis.fetch, now = () => new Date(), log, timeoutMs = 10_000 } = world;
  const signIn = connectSignIn({ ...config, fetch, now, log, timeoutMs });
  if (!appId || !privateKey) {
    const message = "No GitHub App is set up: set GITHUB_APP_ID and GITHUB_PRIVATE_KEY.";
    return { ...withoutApp(message), configured: false, signIn };
  }
  try {
    const caller = connectCaller({ apiUrl, appId, privateKey, fetch, now, log, timeoutMs });
    const installations = connectInstallations(caller);
    const host = { caller, installations };
    const at = <T>(issue: IssueOfDelivery, act: (place: { installationId: number }) => Promise<T>) =>
      issue.installationId === null
        ? installations.within(ownerOf(issue), (installationId) => act({ installationId }))
        : act({ installationId: issue.installationId });
    return {
      configured: true,
      membership: (org, user) => askMembership(host, org, user),
      postComment: (comment) => at(comment, (place) => postComment(caller, { ...comment, ...place })),
      findComment: (search) => at(search, (place) => findComment(caller, appId, { ...search, ...place })),
      signIn,
    };
  } catch {
    // What node:crypto says of a bad key helps nobody, and might quote it.
    const message = "GITHUB_PRIVATE_KEY is not a private key: give the whole .pem file that GitHub made.";
    log.error(message);
    return { ...withoutApp(message), configured: true, signIn };
  }
}

function withoutApp(message: string): Pick<GitHub, "membership" | "postComment" | "findComment"> {
  const refuse = () => Promise.reject(new GitHubError("not_configured", message));
  return { membership: refuse, postComment: refuse, findComment: refuse };
}
