import { and, desc, eq } from "drizzle-orm";
import type { Queries } from "../../../db/connect.ts";
import { deliveries } from "../../../db/schema.ts";

/** The delivery that brought the comment of an entry; undefined where it is not kept. */
export async function deliveryOf(db: Queries, commentId: number): Promise<number | undefined> {
  const [delivery] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.commentId, commentId), eq(deliveries.outcome, "recorded")))
    .orderBy(desc(deliveries.id))
    .limit(1);
  return delivery?.id;
}
