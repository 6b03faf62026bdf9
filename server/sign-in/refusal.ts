/** Why somebody who came back from GitHub is not signed in. */
export type Refusal =
  /** Used before, too old, unknown, or of another browser. */
  | { kind: "stale" }
  /** The person did not let GitHub say who they are. */
  | { kind: "denied" }
  /** GitHub did not say who they are, or whether they belong. Not before `retryAfter` seconds again. */
  | { kind: "undecided"; retryAfter: number }
  /** GitHub turned svc's own settings down, with a name for what is wrong. */
  | { kind: "misconfigured"; code: string }
  | { kind: "unverified_email" }
  | { kind: "not_a_person" }
  | { kind: "not_a_member"; login: string }
  | { kind: "invited"; login: string; invitedTo: string[] };

/** The status with which each is answered. */
export const statusOf: Record<Refusal["kind"], number> = {
  stale: 400,
  denied: 403,
  undecided: 503,
  misconfigured: 503,
  unverified_email: 403,
  not_a_person: 403,
  not_a_member: 403,
  invited: 403,
};

/**
 * What a failure at GitHub means for the one who signs in.
 * @param failure a GitHubError; only of kind `refused` does its `code` count, the name that GitHub gives it.
 */
export function refusalByGitHub(failure: {
  kind: string;
  code?: string;
  retryAfterSeconds?: number;
}): Refusal {
  const { kind, code = "unknown_error", retryAfterSeconds = 5 } = failure;
  if (kind === "not_configured") return { kind: "misconfigured", code: "incorrect_client_credentials" };
  if (kind !== "refused") return { kind: "undecided", retryAfter: retryAfterSeconds };
  if (code === "access_denied") return { kind: "denied" };
  if (code === "bad_verification_code" || code === "invalid_grant") return { kind: "stale" };
  if (code === "unverified_user_email") return { kind: "unverified_email" };
  return code === "not_a_person" ? { kind: "not_a_person" } : { kind: "misconfigured", code };
}
