import { asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "../../db/connect.ts";
import { confirmations, deliveries } from "../../db/schema.ts";

/** What is still to be done, in the order in which it came: it had jobs, and they are not in a backup. */
export async function pendingWork(tx: Transaction) {
  return {
    deliveryIds: (
      await tx
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(eq(deliveries.state, "pending"))
        .orderBy(asc(deliveries.id))
    ).map(({ id }) => id),
    toPost: await tx
      .select({ id: confirmations.id, repository: confirmations.repository })
      .from(confirmations)
      .where(eq(confirmations.state, "pending"))
      .orderBy(asc(confirmations.id)),
  };
}

/** Has every pending confirmation looked for at the host before it is posted: it may have been posted after the backup was made. */
export async function supposeAttempted(tx: Transaction): Promise<void> {
  await tx
    .update(confirmations)
    .set({ attempts: sql`greatest(${confirmations.attempts}, 1)`, underWaySince: null })
    .where(eq(confirmations.state, "pending"));
}

/** What a restore that was killed, or a database of before, left in the job queue. */
export async function forgetJobs(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`delete from pgboss.job where name in ('process-delivery', 'post-confirmation', 'redeliver')`,
  );
}
