import { and, asc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Queries, Transaction } from "../../../db/connect.ts";
import { clients, labelMappings } from "../../../db/schema.ts";

export type LabelMapping = typeof labelMappings.$inferSelect;

/** A mapping with what attribution needs to know of its client. */
export type MappingOfClient = Pick<LabelMapping, "id" | "labelPattern" | "clientId" | "repository"> & {
  clientName: string;
  clientActive: boolean;
};

/** Spec 4.5. `repository` null makes the mapping global. */
export async function insertMapping(
  db: Queries,
  mapping: { labelPattern: string; clientId: number; repository: string | null },
): Promise<LabelMapping> {
  const [row] = await db.insert(labelMappings).values(mapping).returning();
  return row!;
}

/**
 * The mappings that could apply to an issue with these labels (spec 7.1.2). Their clients stay locked until
 * the transaction ends, so that no entry is attributed to one after its deactivation has returned (D9).
 */
export async function lockMappingsFor(
  tx: Transaction,
  labels: string[],
  repository: string,
): Promise<MappingOfClient[]> {
  if (labels.length === 0) return [];
  return tx
    .select({
      id: labelMappings.id,
      labelPattern: labelMappings.labelPattern,
      clientId: labelMappings.clientId,
      repository: labelMappings.repository,
      clientName: clients.name,
      clientActive: sql<boolean>`${clients.deactivatedAt} is null`,
    })
    .from(labelMappings)
    .innerJoin(clients, eq(clients.id, labelMappings.clientId))
    .where(
      and(
        inArray(labelMappings.labelPattern, labels),
        or(
          isNull(labelMappings.repository),
          eq(sql`lower(${labelMappings.repository})`, repository.toLowerCase()),
        ),
      ),
    )
    .orderBy(asc(clients.id), asc(labelMappings.id))
    .for("share", { of: clients });
}
