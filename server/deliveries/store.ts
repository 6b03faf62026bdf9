import { eq, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { deliveries } from "../../db/schema.ts";
import type { About } from "./comment-event.ts";
import type { Outcome } from "./outcome.ts";

export type Delivery = typeof deliveries.$inferSelect;
export type Arrival = { guid: string; event: string; payload: Uint8Array };

/** Keeps what arrived, or returns null where a delivery of that GUID is kept already (a redelivery has the same). */
export async function insertDelivery(tx: Transaction, arrival: Arrival): Promise<{ id: number } | null> {
  const [row] = await tx
    .insert(deliveries)
    .values(arrival)
    .onConflictDoNothing()
    .returning({ id: deliveries.id });
  return row ?? null;
}

export async function findDelivery(db: Queries, id: number): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.id, id));
  return row ?? null;
}

export async function findDeliveryByGuid(db: Queries, guid: string): Promise<Delivery | null> {
  const [row] = await db.select().from(deliveries).where(eq(deliveries.guid, guid));
  return row ?? null;
}

/** Locks the delivery until the transaction ends and returns it as it is then. */
export async function lockDelivery(tx: Transaction, id: number): Promise<Delivery> {
  const [row] = await tx.select().from(deliveries).where(eq(deliveries.id, id)).for("update");
  return row!;
}

/** Writes down what came of a delivery; it is not processed again. */
export async function finishDelivery(
  db: Queries,
  id: number,
  result: { outcome: Outcome; detail?: string | undefined; about: About },
): Promise<void> {
  await db
    .update(deliveries)
    .set({
      state: "done",
      outcome: result.outcome,
      detail: result.detail ?? null,
      repository: result.about.repository ?? null,
      sender: result.about.sender ?? null,
      commentId: result.about.commentId ?? null,
      processedAt: sql`now()`,
    })
    .where(eq(deliveries.id, id));
}
