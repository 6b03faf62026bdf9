import { asc, eq, isNull, or, sql } from "drizzle-orm";
import type { Queries } from "../../../../db/connect.ts";
import { clients } from "../../../../db/schema.ts";

/**
 * The clients, deactivated ones too, whose name may be this one without case. What the database takes for the same letter
 * depends on its locale: of names beyond ASCII all are given, for name.ts to compare.
 */
export async function clientsLike(db: Queries, name: string) {
  const alike = sql`lower(${clients.name}) = lower(${name}::text)`;
  const beyondAscii = sql`octet_length(${clients.name}) <> length(${clients.name})`;
  return db
    .select({ id: clients.id, name: clients.name, deactivatedAt: clients.deactivatedAt })
    .from(clients)
    .where(/^\p{ASCII}*$/u.test(name) ? alike : or(alike, beyondAscii))
    .orderBy(asc(clients.id));
}

/** What a client is called, or undefined where there is none of that id. */
export async function nameOfClient(db: Queries, id: number): Promise<string | undefined> {
  const [client] = await db.select({ name: clients.name }).from(clients).where(eq(clients.id, id));
  return client?.name;
}

/** Names of clients that something can still be attributed to, in their order. */
export async function activeNames(db: Queries, limit: number): Promise<string[]> {
  const rows = await db
    .select({ name: clients.name })
    .from(clients)
    .where(isNull(clients.deactivatedAt))
    .orderBy(sql`lower(${clients.name})`, asc(clients.id))
    .limit(limit);
  return rows.map(({ name }) => name);
}
