import { desc, ne, sql } from "drizzle-orm";
import type { Queries } from "../../db/connect.ts";
import { confirmations, deliveries } from "../../db/schema.ts";

/** What waits, and how long ago something last came in; null where nothing ever did. */
export async function backlog(
  db: Queries,
): Promise<{ pending: number; failed: number; lastEventSeconds: number | null }> {
  const [[waiting], [last]] = await Promise.all([
    db
      .select({
        pending: sql<number>`count(*) filter (where ${confirmations.state} = 'pending')::int`,
        failed: sql<number>`count(*) filter (where ${confirmations.state} = 'failed')::int`,
      })
      .from(confirmations)
      .where(ne(confirmations.state, "posted")),
    db
      .select({ seconds: sql<number>`extract(epoch from now() - ${deliveries.receivedAt})::float8` })
      .from(deliveries)
      .orderBy(desc(deliveries.id))
      .limit(1),
  ]);
  return { ...waiting!, lastEventSeconds: last?.seconds ?? null };
}
