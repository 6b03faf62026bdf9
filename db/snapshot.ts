import { sql } from "drizzle-orm";
import { allowEachCall, type Database, type Transaction } from "./connect.ts";

/** The database as it is at one moment, for as long as it is held. It takes one connection of the pool. */
export type Snapshot = {
  tx: Transaction;
  /** Gives the connection back, with every cursor on it. Again or after it broke: does nothing. Never rejects. */
  close(): Promise<void>;
  /** Resolves after `close`; rejects where the connection is lost before. */
  ended: Promise<void>;
};

/**
 * Opens a REPEATABLE READ, read-only transaction that outlives the call, for what is read over many statements.
 * @param limits milliseconds for one statement, and for which the holder may leave it alone before the server takes it back.
 */
export async function openSnapshot(
  db: Database,
  limits: { statement: number; idle: number },
): Promise<Snapshot> {
  const opened = Promise.withResolvers<Transaction>();
  const released = Promise.withResolvers<void>();
  const ended = db.transaction(
    async (tx) => {
      // Compiling a statement would cost more than a page of its rows, and the first are waited for.
      await tx.execute(sql`
        select set_config('statement_timeout', ${String(limits.statement)}, true),
          set_config('idle_in_transaction_session_timeout', ${String(limits.idle)}, true),
          set_config('jit', 'off', true)`);
      allowEachCall(tx, limits.statement + 1_000);
      opened.resolve(tx);
      await released.promise;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  ended.catch(opened.reject);
  return {
    tx: await opened.promise,
    async close() {
      released.resolve();
      await ended.catch(() => {});
    },
    ended,
  };
}
