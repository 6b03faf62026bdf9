/** One of the code host's attempts to deliver something, as its own record has it. */
export type Attempt = {
  id: string;
  guid: string;
  deliveredAt: Date;
  statusCode: number;
  event: string;
  action: string | null;
};

/** A delivery that did not arrive. */
export type Missing = {
  guid: string;
  /** Of the latest attempt, which the host keeps the longest. */
  deliveryId: string;
  /** Of the first one: the comment was made right before. */
  deliveredAt: Date;
  /** What the latest attempt was answered. */
  statusCode: number;
};

/**
 * The deliveries of what svc acts on (D1) that are not kept here, in the order in which they were first attempted (D28). What was
 * answered does not matter: a proxy may have said 200 in our name, and a backup that was restored knows nothing of its last hours.
 * @param attempts in any order.
 * @param since earlier attempts were looked at before.
 * @param kept whether a delivery of this GUID has arrived.
 */
export function missingAmong(attempts: Attempt[], since: Date, kept: (guid: string) => boolean): Missing[] {
  const byGuid = new Map<string, Missing>();
  const inOrder = [...attempts].sort(
    (one, other) => one.deliveredAt.getTime() - other.deliveredAt.getTime() || compareIds(one.id, other.id),
  );
  for (const attempt of inOrder) {
    const { guid, id: deliveryId, deliveredAt, statusCode } = attempt;
    if (!mayRecord(attempt) || deliveredAt < since || kept(guid)) continue;
    byGuid.set(guid, {
      guid,
      deliveryId,
      statusCode,
      deliveredAt: byGuid.get(guid)?.deliveredAt ?? deliveredAt,
    });
  }
  return [...byGuid.values()];
}

/** Comments that were edited or deleted change nothing (D1), so nobody needs to hear of them late. */
function mayRecord({ event, action }: Attempt): boolean {
  return event === "issue_comment" && (action === "created" || action === null);
}

function compareIds(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : one > other ? 1 : 0);
}
