/** Over what somebody was known: a session of GitHub's sign-in, one of a sign-in link, or a token. */
export type Via = "session" | "link" | "token";

/** Who did it. `viaId` is the session's or the token's id. */
export type Actor = { userId: number; via: Via; viaId: number };

/** What was done, named by what it was done to. */
export const auditActions = [
  "session.created",
  "session.ended",
  "session.revoked",
  "sign_in.refused",
  "sign_in_link.created",
  "admin.granted",
  "admin.revoked",
  "token.created",
  "token.revoked",
  "client.created",
  "client.renamed",
  "client.deactivated",
  "client.reactivated",
  "mapping.created",
  "mapping.deleted",
  "entry.corrected",
  "delivery.processed_again",
  "confirmation.posted_again",
  "github.connected",
  "github.organisations_confirmed",
  "github.first_admin",
  "github.webhook_set",
  "github.downloaded",
  "set_up.dismissed",
  "playground.opened",
  "playground.removed",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One thing that was done. Nothing in it may be a secret. */
export type AuditEvent = {
  action: AuditAction;
  target: { type: string; id: string | number };
  detail?: Record<string, string | number | boolean | null>;
};

/** An event as it is shown: the actor by the login they have now. */
export type ListedEvent = {
  id: number;
  at: Date;
  /** Null where nobody was known. */
  actor: { id: number; login: string } | null;
  via: Via | null;
  viaId: number | null;
  action: string;
  target: { type: string; id: string };
  detail: Record<string, string | number | boolean | null>;
  requestId: string;
};
