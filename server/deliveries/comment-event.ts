import type { EmitterWebhookEvent } from "@octokit/webhooks";
import type { Outcome } from "./outcome.ts";

/** A new comment on an issue or a pull request, as far as it matters here. */
export type CommentEvent = {
  /** Null where a repository's own webhook sent it: then the App's installation has to be looked up. */
  installationId: number | null;
  owner: string;
  /** `owner/repo` */
  repository: string;
  repositoryId: number;
  isPrivate: boolean;
  issueNumber: number;
  issueTitle: string;
  /** In the issue's order, when the comment was made: the snapshot is taken from here, so that a redelivery gives the same. */
  labels: string[];
  commentId: number;
  body: string;
  commentedAt: Date;
  author: { githubId: number; login: string };
};

type Payload = EmitterWebhookEvent<"issue_comment.created">["payload"];
/** The documented shape with every value in doubt: names are checked by the compiler, values by us. */
type Doubted<T> =
  NonNullable<T> extends unknown[]
    ? unknown
    : NonNullable<T> extends object
      ? DoubtedFields<NonNullable<T>> | null
      : unknown;
type DoubtedFields<T> = { [K in keyof T]?: Doubted<T[K]> };

export type Reading =
  | { kind: "comment"; event: CommentEvent }
  | { kind: "passed"; outcome: Outcome; detail?: string; about: About };

/** What the record of a delivery says it was about; absent where the payload does not tell. */
export type About = { repository?: string; sender?: string; commentId?: number };

/**
 * Reads a verified delivery (D1, D5): the comment, or why it is passed over. Never throws.
 * @param body the raw bytes GitHub sent.
 * @param ours logins of the allowed organisations, in lower case, and the id of our App.
 */
export function readDelivery(
  event: string,
  body: Uint8Array,
  ours: { allowedOrgs: string[]; appId: string | undefined },
): Reading {
  const payload = parsed(body);
  if (payload === undefined)
    return { kind: "passed", outcome: "malformed", detail: "The body is not JSON in UTF-8.", about: {} };
  const about = aboutOf(payload);
  const passed = (outcome: Outcome, detail?: string): Reading => ({
    kind: "passed",
    outcome,
    ...(detail !== undefined && { detail }),
    about,
  });
  if (event !== "issue_comment") return passed("unsupported_event", event);
  if (payload?.action === "edited" || payload?.action === "deleted")
    return passed("not_created", payload.action);
  if (payload?.action !== "created") return passed("malformed", "action is missing or unknown");

  const faults: string[] = [];
  const comment = readComment(payload, faults);
  if (faults.length > 0) return passed("malformed", faults.join("; "));
  if (!ours.allowedOrgs.includes(comment.owner.toLowerCase())) return passed("foreign_owner", comment.owner);
  if (isByApp(payload, ours.appId)) return passed("own_comment");
  if (isFromAnApp(payload)) return passed("bot", comment.author.login);
  return { kind: "comment", event: comment };
}

function parsed(body: Uint8Array): Doubted<Payload> | undefined {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function aboutOf(payload: Doubted<Payload>): About {
  const [repository, sender, id] = [
    payload?.repository?.full_name,
    payload?.sender?.login,
    payload?.comment?.id,
  ];
  return {
    ...(isPlainText(repository) && { repository: repository.slice(0, 200) }),
    ...(isPlainText(sender) && { sender: sender.slice(0, 100) }),
    ...(isHostId(id) && { commentId: id }),
  };
}

function readComment(payload: Doubted<Payload>, faults: string[]): CommentEvent {
  const { repository, issue, comment } = payload ?? {};
  const installation: unknown = payload?.installation?.id;
  const text = (name: string, value: unknown) => {
    if (isPlainText(value)) return value;
    faults.push(`${name} is not a text that can be stored`);
    return "";
  };
  const hostId = (name: string, value: unknown) => {
    if (isHostId(value)) return value;
    faults.push(`${name} is not a whole number from 1 to 2^53 - 1`);
    return 0;
  };
  const owner = text("repository.owner.login", repository?.owner?.login);
  const name = text("repository.name", repository?.name);
  if (!isName(owner) || !isName(name)) faults.push("repository has a name that no code host gives");
  const issueNumber = hostId("issue.number", issue?.number);
  if (issueNumber > 2_147_483_647) faults.push("issue.number is out of range");
  const commentedAt = new Date(text("comment.created_at", comment?.created_at));
  if (Number.isNaN(commentedAt.getTime())) faults.push("comment.created_at is not an instant");
  return {
    installationId: isHostId(installation) ? installation : null,
    owner,
    repository: `${owner}/${name}`,
    repositoryId: hostId("repository.id", repository?.id),
    // Where the payload does not say that it is private, client names stay out of the reply.
    isPrivate: repository?.private === true,
    issueNumber,
    issueTitle: text("issue.title", issue?.title),
    labels: readLabels(issue?.labels, faults),
    commentId: hostId("comment.id", comment?.id),
    // A comment may hold anything; what is kept of it is checked where it is read.
    body: typeof comment?.body === "string" ? comment.body : text("comment.body", undefined),
    commentedAt,
    author: {
      githubId: hostId("comment.user.id", comment?.user?.id),
      login: text("comment.user.login", comment?.user?.login),
    },
  };
}

const mostLabels = 1000;
const longestLabel = 1024;

/** Spec 2.1: always every label. More or longer ones than can be kept are refused as a whole, never cut. */
function readLabels(labels: unknown, faults: string[]): string[] {
  if (!Array.isArray(labels)) {
    faults.push("issue.labels is not a list");
    return [];
  }
  if (labels.length > mostLabels) faults.push(`issue.labels has more than ${mostLabels} labels`);
  return labels.slice(0, mostLabels).map((label: unknown) => {
    const name = typeof label === "object" && label !== null && "name" in label ? label.name : undefined;
    const storable = isPlainText(name) && new TextEncoder().encode(name).length <= longestLabel;
    if (!storable) faults.push(`issue.labels holds one that is not a text of at most ${longestLabel} bytes`);
    return storable ? name : "";
  });
}

/** GITHUB_APP_ID may be the App's id or, as GitHub recommends by now, its client id. */
function isByApp(payload: Doubted<Payload>, appId: string | undefined): boolean {
  const app = payload?.comment?.performed_via_github_app;
  return app != null && (String(app.id) === appId || ("client_id" in app && app.client_id === appId));
}

function isFromAnApp(payload: Doubted<Payload>): boolean {
  const author = payload?.comment?.user;
  return (
    author?.type !== "User" ||
    payload?.sender?.type !== "User" ||
    Boolean(payload?.comment?.performed_via_github_app)
  );
}

/** PostgreSQL cannot keep NUL, and UTF-8 cannot keep half a surrogate pair: such a text would not be stored as it came. */
function isPlainText(value: unknown): value is string {
  return typeof value === "string" && value.isWellFormed() && !value.includes("\0");
}

function isHostId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function isName(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,100}$/.test(text) && text !== "." && text !== "..";
}
