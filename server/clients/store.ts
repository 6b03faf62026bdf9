import { and, asc, eq, gt, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../db/connect.ts";
import { lockOf, takeLocks } from "../../db/locks.ts";
import { clients } from "../../db/schema.ts";

export type Client = typeof clients.$inferSelect;
export type ClientState = "active" | "deactivated" | "all";

/** Spec 4.4. A second active client of the same name, without case, is refused by the database (D12). */
export async function insertClient(db: Queries, name: string): Promise<Client> {
  const [client] = await db.insert(clients).values({ name }).returning();
  return client!;
}

export async function findClient(db: Queries, id: number): Promise<Client | undefined> {
  const [client] = await db.select().from(clients).where(eq(clients.id, id));
  return client;
}

/**
 * Clients in the order in which they were made.
 * @param list `after` is the id of the last one seen.
 */
export async function listClients(
  db: Queries,
  { state, after, limit }: { state: ClientState; after?: number; limit: number },
): Promise<Client[]> {
  return db
    .select()
    .from(clients)
    .where(and(ofState[state], after === undefined ? undefined : gt(clients.id, after)))
    .orderBy(asc(clients.id))
    .limit(limit);
}

/**
 * Clients in the order of their names, as people look for them.
 * @param list `name` is a part of the name, in any case; `after` is the id of the last one seen.
 */
export async function listClientsByName(
  db: Queries,
  { state, name, after, limit }: { state: ClientState; name?: string; after?: number; limit: number },
): Promise<Client[]> {
  const inOrder = sql`(lower(${clients.name}), ${clients.id})`;
  const seen = sql`(select lower(seen.name), seen.id from ${clients} as seen where seen.id = ${after ?? null})`;
  return db
    .select()
    .from(clients)
    .where(
      and(
        ofState[state],
        name === undefined ? undefined : sql`strpos(lower(${clients.name}), lower(${name}::text)) > 0`,
        after === undefined ? undefined : sql`${inOrder} > ${seen}`,
      ),
    )
    .orderBy(sql`lower(${clients.name})`, asc(clients.id))
    .limit(limit);
}

const ofState = {
  active: isNull(clients.deactivatedAt),
  deactivated: isNotNull(clients.deactivatedAt),
  all: undefined,
};

/** Makes the transaction the only one to give clients their names until it ends. */
export async function lockNames(tx: Transaction): Promise<void> {
  await takeLocks(tx, lockOf("names of clients"));
}

/**
 * The active clients whose name may be this one without case. What the database takes for the same letter depends on its
 * locale, and with "C" it is ASCII alone: of names beyond that all are given, for name.ts to compare.
 */
export async function activeClientsLike(db: Queries, name: string): Promise<Client[]> {
  const beyondAscii = sql`octet_length(${clients.name}) <> length(${clients.name})`;
  const alike = sql`lower(${clients.name}) = lower(${name})`;
  return db
    .select()
    .from(clients)
    .where(and(isNull(clients.deactivatedAt), /^\p{ASCII}*$/u.test(name) ? alike : or(alike, beyondAscii)))
    .orderBy(asc(clients.id));
}

/** The client, which nobody else changes until the transaction ends. */
export async function lockClient(tx: Transaction, id: number): Promise<Client | undefined> {
  const [client] = await tx.select().from(clients).where(eq(clients.id, id)).for("no key update");
  return client;
}

export async function setName(tx: Transaction, id: number, name: string): Promise<Client> {
  const [client] = await tx.update(clients).set({ name }).where(eq(clients.id, id)).returning();
  return client!;
}

/**
 * Once the transaction has committed, nothing new is attributed to the client (spec 3.2): entries being written hold a
 * share lock on its row, for which `lockClient` waits.
 */
export async function markDeactivated(tx: Transaction, id: number): Promise<Client> {
  const [client] = await tx
    .update(clients)
    // The time now rather than of the transaction's start: the entries it waited for were made before.
    .set({ deactivatedAt: sql`clock_timestamp()` })
    .where(eq(clients.id, id))
    .returning();
  return client!;
}

export async function markActive(tx: Transaction, id: number): Promise<Client> {
  const [client] = await tx
    .update(clients)
    .set({ deactivatedAt: null })
    .where(eq(clients.id, id))
    .returning();
  return client!;
}
