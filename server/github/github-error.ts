import { at, type Answer } from "./answer.ts";
import { rateLimitWait, retryAfter } from "./rate-limit.ts";

export type GitHubErrorKind =
  /** There is no App id or no usable private key. */
  | "not_configured"
  /** Nothing was done, and it may go better later. */
  | "unavailable"
  /** Something was to be created, and whether it was is unknown: look before trying again. */
  | "unclear"
  /** Nothing was done; not before `retryAfterSeconds` again. */
  | "rate_limited"
  /** Nothing was done, and trying the same again is no use. */
  | "refused";

/** Why a call to GitHub gave no answer that can be used. */
export class GitHubError extends Error {
  readonly kind: GitHubErrorKind;
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  /** GitHub's own name for what it refused, where it gave one: signing in alone. */
  readonly code?: string;

  constructor(
    kind: GitHubErrorKind,
    message: string,
    more: {
      status?: number | undefined;
      retryAfterSeconds?: number | undefined;
      code?: string;
      cause?: unknown;
    } = {},
  ) {
    super(message, { cause: more.cause });
    this.name = "GitHubError";
    this.kind = kind;
    if (more.status !== undefined) this.status = more.status;
    if (more.retryAfterSeconds !== undefined) this.retryAfterSeconds = more.retryAfterSeconds;
    if (more.code !== undefined) this.code = more.code;
  }
}

/** What was asked, as far as its failure depends on it. */
export type Errand = {
  /** Follows "GitHub could not …". */
  to: string;
  /** The App permission that it takes, e.g. `Issues: write`. */
  permission?: string;
  /** It makes something that people see, so that it must not be done twice. */
  creates?: boolean;
  /** The setting that says where it is asked, where that is not GITHUB_API_URL. */
  setting?: string;
};

/** The error that an answer amounts to, when it is none of those that were hoped for. */
export function errorFromAnswer(errand: Errand, answer: Answer, now: Date): GitHubError {
  const { status, headers } = answer;
  const wait = rateLimitWait(answer, now);
  if (wait !== undefined) {
    const message = `GitHub asks to wait ${wait} s before svc may ${errand.to}.`;
    return new GitHubError("rate_limited", message, { status, retryAfterSeconds: wait });
  }
  const said = `${status}${sayingOf(answer)}`;
  const more = { status, retryAfterSeconds: retryAfter(headers, now) };
  if (status === 401) return new GitHubError("unavailable", unaccepted(errand, said, headers, now), more);
  if (status >= 500 || status === 408) {
    const kind = errand.creates ? "unclear" : "unavailable";
    return new GitHubError(kind, `GitHub could not ${errand.to} (${said}).`, more);
  }
  if (status < 400) {
    const message = `GitHub redirected svc when it tried to ${errand.to} (${said}). Check ${settingOf(errand)}.`;
    return new GitHubError("unavailable", message, more);
  }
  const advice = status === 403 ? remedyOf(errand, answer) : "";
  return new GitHubError("refused", `GitHub refused to ${errand.to} (${said}).${advice}`, more);
}

/** What to do about a 403. GitHub tells its reasons apart by the message alone. */
function remedyOf({ permission }: Errand, { data }: Answer): string {
  const message = at(data, "message");
  const known = typeof message === "string" ? remedies.find(([pattern]) => pattern.test(message)) : undefined;
  if (known) return ` ${known[1]}`;
  return permission ? ` The App needs the permission "${permission}".` : "";
}

const remedies: [RegExp, string][] = [
  [
    /is locked/i,
    "Its conversation is locked, also for Apps: unlock it, then have the confirmation posted again.",
  ],
  [/archived/i, "The repository is archived, and so read-only: bring it back from the archive first."],
  [
    /suspended/i,
    "An owner of the organisation has suspended the App: resume it in the organisation's settings.",
  ],
  [
    /IP allow list/i,
    "The organisation lets in known IP addresses only: add that of svc to its IP allow list.",
  ],
];

/** The error where no answer came: nobody there, too slow, cut off, or too much. */
export function errorFromSilence(errand: Errand, cause: unknown): GitHubError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const kind = errand.creates && !neverSent.has(code) ? "unclear" : "unavailable";
  const reason = inWords(code, errand) ?? (cause instanceof Error ? cause.message : String(cause));
  return new GitHubError(kind, `GitHub could not be asked to ${errand.to}: ${reason}`, { cause });
}

function inWords(code: string, errand: Errand): string | undefined {
  if (code === "ECONNRESET") return "the connection broke.";
  if (code === "ECONNREFUSED") return `nobody answers at ${settingOf(errand)}.`;
  if (code === "ENOTFOUND") return `the host in ${settingOf(errand)} is not known here.`;
  return undefined;
}

function settingOf({ setting = "GITHUB_API_URL" }: Errand): string {
  return setting;
}

/** Failures before a connection stood, so that nothing can have been done. */
const neverSent = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ConnectionRefused",
  "FailedToOpenSocket",
]);

function unaccepted(errand: Errand, said: string, headers: Headers, now: Date): string {
  const skew = Math.round((now.getTime() - Date.parse(headers.get("date") ?? "")) / 1000);
  // The App's own credential is dated; GitHub turns it down when our clock is off by more than a minute.
  const remedy =
    Math.abs(skew) > 50
      ? `The clock here is ${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} GitHub's: set it right.`
      : "Check that GITHUB_APP_ID and GITHUB_PRIVATE_KEY belong together and that the key was not deleted.";
  return `GitHub does not know us when svc tries to ${errand.to} (${said}). ${remedy}`;
}

function sayingOf({ data }: Answer): string {
  const message = at(data, "message");
  return typeof message === "string" ? `: ${message.replace(/\s+/g, " ").slice(0, 200)}` : "";
}
