/** Over what somebody was known: a session of GitHub's sign-in, one of a sign-in link, or a token. */
export type Via = "session" | "link" | "token";

/** Who did it. `viaId` is the session's or the token's id. */
export type Actor = { userId: number; via: Via; viaId: number };

/** What was done, named by what it was done to. */
export type AuditAction =
  | "session.created"
  | "session.ended"
  | "session.revoked"
  | "sign_in.refused"
  | "token.created"
  | "token.revoked"
  | "client.created"
  | "client.renamed"
  | "client.deactivated"
  | "client.reactivated"
  | "mapping.created"
  | "mapping.deleted";

/** One thing that was done. Nothing in it may be a secret. */
export type AuditEvent = {
  action: AuditAction;
  target: { type: string; id: string | number };
  detail?: Record<string, string | number | boolean | null>;
};
