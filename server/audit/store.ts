import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { peopleCalled } from "../../db/people.ts";
import { auditLog, users } from "../../db/schema/people.ts";
import type { AuditFilter } from "./audit-list.ts";
import type { Actor, AuditEvent, ListedEvent } from "./event.ts";

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

/**
 * Events, the newest first.
 * @param page `before` is the id of the last one seen; days are those of the time zone.
 */
export async function listEvents(
  db: Queries,
  filter: AuditFilter,
  { before, limit, timeZone }: { before?: number; limit: number; timeZone: string },
): Promise<ListedEvent[]> {
  const { who, action, target } = filter;
  const actors = who === undefined ? undefined : await peopleCalled(db, who);
  if (actors?.length === 0) return [];
  return db
    .select({
      id: auditLog.id,
      at: auditLog.at,
      actor: { id: users.id, login: users.login },
      via: auditLog.via,
      viaId: auditLog.viaId,
      action: auditLog.action,
      target: { type: auditLog.targetType, id: auditLog.targetId },
      detail: auditLog.detail,
      requestId: auditLog.requestId,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        actors && inArray(auditLog.actorId, actors),
        action && eq(auditLog.action, action),
        target && eq(auditLog.targetType, target.type),
        target?.id === undefined ? undefined : eq(auditLog.targetId, target.id),
        ...within(filter, timeZone),
        before === undefined ? undefined : olderThan(before),
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
}

// The moment of that event is read in the database: JavaScript's have no microseconds, and one event would come twice.
const olderThan = (id: number) =>
  sql`(${auditLog.at}, ${auditLog.id}) < (select at, id from audit_log where id = ${id})`;

function within({ from, to }: AuditFilter, timeZone: string): (SQL | undefined)[] {
  return [
    from === undefined ? undefined : sql`${auditLog.at} >= ${from}::date::timestamp at time zone ${timeZone}`,
    to === undefined
      ? undefined
      : sql`${auditLog.at} < (${to}::date + 1)::timestamp at time zone ${timeZone}`,
  ];
}
