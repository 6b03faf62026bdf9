/**
 * What GitHub would have delivered of a new comment, as far as it can be known later: the issue, its labels among it, as it is now
 * (spec 3.1 wants those of the comment's moment, which nobody can tell any more). The sender is whoever wrote the comment.
 */
export function payloadOf({ comment, issue, repository, installationId }: Parts): object {
  const sender = comment !== null && typeof comment === "object" && "user" in comment ? comment.user : null;
  return {
    action: "created",
    issue,
    comment,
    repository,
    sender,
    installation: { id: installationId },
  };
}

type Parts = { comment: unknown; issue: unknown; repository: unknown; installationId: number };

/** Of a comment, so that it is kept once however often it is found. GitHub's own ids of deliveries are UUIDs. */
export const guidOf = (commentId: number) => `backfill-${commentId}`;
