import type { Queries } from "../../db/connect.ts";
import { auditLog } from "../../db/schema/people.ts";
import type { Actor, AuditEvent } from "./event.ts";

/**
 * Notes who did what, in the transaction of the change itself, so that neither stands without the other.
 * @param who no actor where nobody was known, as for a sign-in that was refused.
 */
export async function recordEvent(
  db: Queries,
  { actor, requestId }: { actor: Actor | null; requestId: string },
  { action, target, detail = {} }: AuditEvent,
): Promise<void> {
  await db.insert(auditLog).values({
    actorId: actor?.userId ?? null,
    via: actor?.via ?? null,
    viaId: actor?.viaId ?? null,
    action,
    targetType: target.type,
    targetId: String(target.id),
    detail,
    requestId,
  });
}
