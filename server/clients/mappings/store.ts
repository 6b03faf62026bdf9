import { and, asc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/connect.ts";
import { lockOf, takeLocks } from "../../../db/locks.ts";
import { statement } from "../../../db/prepared.ts";
import { clients, labelMappings } from "../../../db/schema.ts";
import type { MappingFilter } from "./list-query.ts";
import type { WantedMapping } from "./mapping.ts";

/** A mapping with what attribution and lists need to know of its client. */
export type MappingOfClient = typeof labelMappings.$inferSelect & {
  clientName: string;
  clientActive: boolean;
};

/** Spec 4.5. The new mapping's id, or undefined where the same one stands already (D12). */
export async function insertMapping(db: Queries, mapping: WantedMapping): Promise<number | undefined> {
  const [row] = await db
    .insert(labelMappings)
    .values(mapping)
    .onConflictDoNothing()
    .returning({ id: labelMappings.id });
  return row?.id;
}

export async function findMapping(db: Queries, id: number): Promise<MappingOfClient | undefined> {
  const [mapping] = await selectMappings(db).where(eq(labelMappings.id, id));
  return mapping;
}

/** The mapping of the same label, client and repository, if it stands (D12). */
export async function findSameMapping(
  db: Queries,
  { labelPattern, clientId, repository }: WantedMapping,
): Promise<MappingOfClient | undefined> {
  const [mapping] = await selectMappings(db).where(chosenBy({ labelPattern, clientId, repository }));
  return mapping;
}

/**
 * Mappings in the order in which they were made.
 * @param page `after` is the id of the last one seen; all where no limit is given.
 */
export async function listMappings(
  db: Queries,
  filter: MappingFilter,
  { after, limit }: { after?: number; limit?: number } = {},
): Promise<MappingOfClient[]> {
  const query = selectMappings(db)
    .where(and(chosenBy(filter), after === undefined ? undefined : gt(labelMappings.id, after)))
    .orderBy(asc(labelMappings.id));
  return limit === undefined ? query : query.limit(limit);
}

/** The mapping as it was, or undefined where there is none. Entries keep the attribution that it gave them. */
export async function deleteMapping(db: Queries, id: number): Promise<WantedMapping | undefined> {
  const [mapping] = await db.delete(labelMappings).where(eq(labelMappings.id, id)).returning();
  return mapping;
}

/** To an issue with these `labels`, in a `repository` in lower case. */
const apply = and(
  sql`${labelMappings.labelPattern} = any (${sql.placeholder("labels")})`,
  or(
    isNull(labelMappings.repository),
    eq(sql`lower(${labelMappings.repository})`, sql.placeholder("repository")),
  ),
);

/** The mappings that could apply to an issue with these labels (spec 7.1.2), by their id. */
export async function mappingsFor(
  db: Queries,
  labels: string[],
  repository: string,
): Promise<MappingOfClient[]> {
  if (labels.length === 0) return [];
  return applying(db, { labels, repository: repository.toLowerCase() });
}

const applying = statement((db) =>
  selectMappings(db).where(apply).orderBy(asc(labelMappings.id)).prepare("mappings_applying"),
);

/**
 * The same, and they and their clients stay as they are until the transaction ends, so that no entry is attributed to a
 * client after its deactivation has returned (D9), or by a mapping after its deletion has. Comes after the lock `attributing`.
 */
export async function lockMappingsFor(
  tx: Transaction,
  labels: string[],
  repository: string,
): Promise<MappingOfClient[]> {
  if (labels.length === 0) return [];
  return applyingLocked(tx, { labels, repository: repository.toLowerCase() });
}

const applyingLocked = statement((db) =>
  selectMappings(db)
    .where(apply)
    .orderBy(asc(clients.id), asc(labelMappings.id))
    .for("share")
    .prepare("mappings_applying_locked"),
);

/** Taken before clients and mappings are read to attribute entries by them: nobody changes them until the transaction ends. */
export const attributing = lockOf("attribution", { shared: true });

/**
 * Before what entries are attributed by is taken away: waits for those being written, and has later ones wait. The lock of the row
 * would not do by itself: PostgreSQL lets others share it past somebody who waits for it, for as long as they keep coming.
 */
export async function haltAttribution(tx: Transaction): Promise<void> {
  await takeLocks(tx, lockOf("attribution"));
}

/** A client that stays as it is until the transaction ends. */
export async function shareClient(
  tx: Transaction,
  id: number,
): Promise<{ id: number; name: string; active: boolean } | undefined> {
  const active = sql<boolean>`${clients.deactivatedAt} is null`;
  const [client] = await tx
    .select({ id: clients.id, name: clients.name, active })
    .from(clients)
    .where(eq(clients.id, id))
    .for("share");
  return client;
}

function selectMappings(db: Queries) {
  return db
    .select({
      id: labelMappings.id,
      labelPattern: labelMappings.labelPattern,
      clientId: labelMappings.clientId,
      repository: labelMappings.repository,
      createdAt: labelMappings.createdAt,
      clientName: clients.name,
      clientActive: sql<boolean>`${clients.deactivatedAt} is null`,
    })
    .from(labelMappings)
    .innerJoin(clients, eq(clients.id, labelMappings.clientId));
}

function chosenBy({ labelPattern, clientId, repository }: MappingFilter): SQL | undefined {
  return and(
    labelPattern === undefined ? undefined : eq(labelMappings.labelPattern, labelPattern),
    clientId === undefined ? undefined : eq(labelMappings.clientId, clientId),
    repository === undefined ? undefined : ofScope(repository),
  );
}

const ofScope = (repository: string | null) =>
  repository === null ? isNull(labelMappings.repository) : ofRepository(repository);

function ofRepository(repository: string): SQL {
  return eq(sql`lower(${labelMappings.repository})`, repository.toLowerCase());
}
