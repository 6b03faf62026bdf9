import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import { type AppDeliveries, connectAppDeliveries } from "./app-deliveries.ts";
import { type AppItself, connectAppItself } from "./app-itself.ts";
import type { Fetch } from "./bounded-fetch.ts";
import { connectCaller } from "./caller.ts";
import { findComments, type IssueAddress, postComment, repositoryName } from "./comments.ts";
import { GitHubError } from "./github-error.ts";
import { connectInstallations } from "./installations.ts";
import { askMembership, type OrgMembership } from "./membership.ts";
import { type Reach, watchReach } from "./reachability.ts";
import { connectSignIn, type SignIn } from "./sign-in.ts";
import { connectWrittenComments, type WrittenComments } from "./written-comments.ts";

export { GitHubError };

/** What svc asks of GitHub. Every call may throw a GitHubError, whose kind says whether trying again makes sense. */
export type GitHub = {
  /** Whether an App's id and key were given. Without them every call but those of `signIn` throws `not_configured`. */
  configured: boolean;
  /** Whether GitHub answered when it was last asked something as the App. */
  reach(): Reach;
  /** Whether a person is an active member of an organisation, by numeric id (D5, D18). */
  membership(org: string, user: { githubId: number; login: string }): Promise<OrgMembership>;
  /** Posts a comment (D6). `unclear`: it may stand there all the same. */
  postComment(comment: IssueOfDelivery & { body: string }): Promise<{ commentId: number }>;
  /** Finds the comments by this App itself, written or changed at `since` or later, that contain one of these texts: ids by text. */
  findComments(search: IssueOfDelivery & { containing: string[]; since: Date }): Promise<Map<string, number>>;
  /** What a repository is called by now, as `owner/repo`. Its former name may be another one's. */
  repositoryName(
    repository: Pick<IssueOfDelivery, "installationId" | "repository"> & { repositoryId: number },
  ): Promise<string>;
  /** The App itself: what it may do, and where it is installed. */
  app: AppItself;
  /** GitHub's record of what it delivered to the App (D28). */
  deliveries: AppDeliveries;
  /** What people wrote, where the deliveries of it were lost (D28). */
  written: WrittenComments;
  /** Signing people in (D22). Works without the rest, and the rest without it. */
  signIn: SignIn;
};

/** An issue as a delivery names it: a repository's own webhook says nothing of the App's installation, which is then looked up. */
export type IssueOfDelivery = Omit<IssueAddress, "installationId"> & { installationId: number | null };

const ownerOf = (issue: Pick<IssueOfDelivery, "repository">) => issue.repository.split("/")[0] ?? "";

type World = {
  fetch?: Fetch;
  now?: () => Date;
  log: Log;
  timeoutMs?: number;
  /** Told of every answer to a question as the App. */
  answered?: (headers: Headers) => void;
};

/**
 * GitHub, or GitHub Enterprise Server, as a GitHub App sees it. Nothing is asked before the first call.
 * @param world `timeoutMs` is for each request, by default 10 s.
 */
export function connectGitHub(config: Config["github"], world: World): GitHub {
  const { apiUrl, appId, privateKey } = config;
  const { fetch = globalThis.fetch as Fetch, now = () => new Date(), log, timeoutMs = 10_000 } = world;
  const signIn = connectSignIn({ ...config, fetch, now, log, timeoutMs });
  if (!appId || !privateKey) {
    const message = "No GitHub App is set up: set GITHUB_APP_ID and GITHUB_PRIVATE_KEY.";
    return { ...withoutApp(message), configured: false, signIn };
  }
  try {
    const watched = watchReach(fetch, world.answered);
    const caller = connectCaller({ apiUrl, appId, privateKey, fetch: watched.fetch, now, log, timeoutMs });
    const installations = connectInstallations(caller);
    const host = { caller, installations };
    const at = <T>(
      issue: Pick<IssueOfDelivery, "installationId" | "repository">,
      act: (place: { installationId: number }) => Promise<T>,
    ) =>
      issue.installationId === null
        ? installations.within(ownerOf(issue), (installationId) => act({ installationId }))
        : act({ installationId: issue.installationId });
    return {
      configured: true,
      reach: watched.reach,
      membership: (org, user) => askMembership(host, org, user),
      postComment: (comment) => at(comment, (place) => postComment(caller, { ...comment, ...place })),
      findComments: (search) => at(search, (place) => findComments(caller, appId, { ...search, ...place })),
      repositoryName: (repository) =>
        at(repository, (place) => repositoryName(caller, { ...repository, ...place })),
      app: connectAppItself(caller),
      deliveries: connectAppDeliveries(caller),
      written: connectWrittenComments(caller, installations),
      signIn,
    };
  } catch {
    // What node:crypto says of a bad key helps nobody, and might quote it.
    const message = "GITHUB_PRIVATE_KEY is not a private key: give the whole .pem file that GitHub made.";
    log.error(message);
    return { ...withoutApp(message), configured: true, signIn };
  }
}

function withoutApp(message: string): Omit<GitHub, "configured" | "signIn"> {
  const refuse = () => Promise.reject(new GitHubError("not_configured", message));
  const reach = () => "not_configured" as const;
  return {
    reach,
    membership: refuse,
    postComment: refuse,
    findComments: refuse,
    repositoryName: refuse,
    app: { show: refuse, installations: refuse, hookUrl: refuse, setHook: refuse },
    deliveries: { list: refuse, sendAgain: refuse, read: refuse },
    written: { repositories: refuse, since: refuse, issue: refuse },
  };
}
