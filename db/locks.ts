import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { rowsOfText, type Transaction } from "./connect.ts";

/**
 * Takes locks that hold until the transaction ends, one after the other in this order and in one statement. Read what they guard
 * in a later one: a statement sees what stood when it began, before it waited. Later ones need not wait for this to resolve:
 * whatever the transaction is given after this call is carried out after it.
 * @param locks calls of PostgreSQL's `pg_advisory_xact_lock` and its like.
 */
export async function takeLocks(tx: Transaction, ...locks: SQL[]): Promise<void> {
  const built = new PgDialect().sqlToQuery(sql`select ${sql.join(locks, sql`, `)}`);
  await rowsOfText(tx, built.sql, built.params);
}

/** A lock of this name, of which one transaction at a time has it for itself, or any number share it. */
export function lockOf(name: string, { shared = false } = {}): SQL {
  const key = sql`hashtextextended(${name}, 0)`;
  return shared ? sql`pg_advisory_xact_lock_shared(${key})` : sql`pg_advisory_xact_lock(${key})`;
}
