import { and, asc, desc, eq, getTableColumns, isNull, lt, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { insertion, statement } from "../../db/prepared.ts";
import { confirmations, deliveries, entries } from "../../db/schema.ts";
import type { About } from "./comment-event.ts";
import type { DeliveryFilter } from "./delivery-list.ts";
import type { Outcome } from "./outcome.ts";

export type Delivery = typeof deliveries.$inferSelect;
export type Arrival = {
  guid: string;
  event: string;
  payload: Uint8Array;
  /** Where it is known already what it is about. */
  commentId?: number;
  /** When svc read it itself, where it was not delivered. */
  backfilledAt?: Date | null;
  /** When svc asked for it, where the host cannot deliver. */
  polledAt?: Date;
};

const { payload: _, ...exceptPayload } = getTableColumns(deliveries);

/** Keeps what arrived, or returns null where a delivery of that GUID is kept already (a redelivery has the same). */
export async function insertDelivery(tx: Transaction, arrival: Arrival): Promise<Delivery | null> {
  const [row] = await insertedDelivery(tx, arrival);
  return row ? { ...row, payload: arrival.payload } : null;
}

const insertedDelivery = insertion((db, row: Arrival) =>
  db.insert(deliveries).values(row).onConflictDoNothing().returning(exceptPayload).prepare("insert_delivery"),
);

export async function findDelivery(db: Queries, id: number): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row ?? null;
}

export async function findDeliveryByGuid(db: Queries, guid: string): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.guid, guid));
  return row ?? null;
}

/** Locks the delivery until the transaction ends and returns it as it is then, without what was sent. */
export async function lockDelivery(tx: Transaction, id: number): Promise<Omit<Delivery, "payload">> {
  const [row] = await lockedDelivery(tx, { id });
  return row!;
}

const lockedDelivery = statement((db) =>
  db
    .select(exceptPayload)
    .from(deliveries)
    .where(eq(deliveries.id, sql.placeholder("id")))
    .for("update")
    .prepare("lock_delivery"),
);

/** Writes down what came of a delivery; it is not processed again. */
export async function finishDelivery(
  db: Queries,
  id: number,
  result: { outcome: Outcome; detail?: string | undefined; about: About },
): Promise<void> {
  const { repository = null, sender = null, commentId = null } = result.about;
  const { outcome, detail = null } = result;
  await finishedDelivery(db, { id, outcome, detail, repository, sender, commentId });
}

const finishedDelivery = statement((db) =>
  db
    .update(deliveries)
    .set({
      state: "done",
      outcome: sql`${sql.placeholder("outcome")}`,
      detail: sql`${sql.placeholder("detail")}`,
      repository: sql`${sql.placeholder("repository")}`,
      sender: sql`${sql.placeholder("sender")}`,
      commentId: sql`${sql.placeholder("commentId")}`,
      processedAt: sql`now()`,
    })
    .where(eq(deliveries.id, sql.placeholder("id")))
    .prepare("finish_delivery"),
);

/** Has a delivery processed once more: as if it had just come. */
export async function reopenDelivery(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(deliveries)
    .set({ state: "pending", outcome: null, detail: null, processedAt: null })
    .where(eq(deliveries.id, id));
}

/** A delivery as it is listed: without its payload, which may be large. */
export type ListedDelivery = Awaited<ReturnType<typeof listDeliveries>>[number];

/**
 * Deliveries with their confirmations, the newest first.
 * @param page `before` is the id of the last one seen.
 */
export async function listDeliveries(
  db: Queries,
  { outcome, reply, repository, sender, guid }: DeliveryFilter,
  { before, limit }: { before?: number; limit: number },
) {
  const like = (column: typeof deliveries.repository | typeof deliveries.sender, text: string) =>
    eq(sql`lower(${column})`, sql`lower(${text})`);
  return db
    .select({
      id: deliveries.id,
      guid: deliveries.guid,
      event: deliveries.event,
      state: deliveries.state,
      outcome: deliveries.outcome,
      detail: deliveries.detail,
      repository: deliveries.repository,
      sender: deliveries.sender,
      receivedAt: deliveries.receivedAt,
      polledAt: deliveries.polledAt,
      confirmation: confirmations.state,
    })
    .from(deliveries)
    .leftJoin(confirmations, eq(confirmations.commentId, deliveries.commentId))
    .where(
      and(
        outcome === undefined
          ? undefined
          : outcome === "pending"
            ? isNull(deliveries.outcome)
            : eq(deliveries.outcome, outcome),
        // Both, so that the few which are not posted are looked up in their index.
        reply && and(sql`${confirmations.state} <> 'posted'`, eq(confirmations.state, reply)),
        repository === undefined ? undefined : like(deliveries.repository, repository),
        sender === undefined ? undefined : like(deliveries.sender, sender),
        guid === undefined ? undefined : eq(deliveries.guid, guid),
        before === undefined ? undefined : lt(deliveries.id, before),
      ),
    )
    .orderBy(desc(deliveries.id))
    .limit(limit);
}

/** What was recorded of a comment, in its order; corrections are told on the entries' own pages. */
export async function recordedOf(db: Queries, commentId: number) {
  return db
    .select({ id: entries.id, kind: entries.kind, minutes: entries.minutes, workedOn: entries.workedOn })
    .from(entries)
    .where(and(eq(entries.commentId, commentId), isNull(entries.supersedesId)))
    .orderBy(asc(entries.commandNo));
}
