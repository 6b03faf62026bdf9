import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Queries } from "../../../../db/connect.ts";
import { clients, labelMappings } from "../../../../db/schema.ts";
import type { Mapping } from "../attribution.ts";
import type { LabelFilter, PlaceInList } from "./label-list.ts";

/** A mapping as a list shows it. */
export type MappingRow = Mapping & { clientName: string; createdAt: Date };

/**
 * Mappings by their label, those of one label in the order in which they were made.
 * @param page `after` is the last one seen, which may have been deleted since.
 */
export async function listMappingsByLabel(
  db: Queries,
  filter: LabelFilter,
  { after, limit }: { after?: PlaceInList; limit: number },
): Promise<MappingRow[]> {
  const place = sql`(${labelMappings.labelPattern}, ${labelMappings.id})`;
  return db
    .select({ ...columns, clientName: clients.name, createdAt: labelMappings.createdAt })
    .from(labelMappings)
    .innerJoin(clients, eq(clients.id, labelMappings.clientId))
    .where(and(chosenBy(filter), after && sql`${place} > (${after.label}::text, ${after.id}::int)`))
    .orderBy(labelMappings.labelPattern, labelMappings.id)
    .limit(limit);
}

function chosenBy({ label, clientId, to }: LabelFilter): SQL | undefined {
  return and(
    label === undefined
      ? undefined
      : sql`strpos(lower(${labelMappings.labelPattern}), lower(${label}::text)) > 0`,
    clientId === undefined ? undefined : eq(labelMappings.clientId, clientId),
    to && isNotNull(clients.deactivatedAt),
  );
}

/** All mappings of these labels, with as much as it takes to tell what they do to each other. */
export async function mappingsOfLabels(db: Queries, labels: string[]): Promise<Mapping[]> {
  if (labels.length === 0) return [];
  return db
    .select(columns)
    .from(labelMappings)
    .innerJoin(clients, eq(clients.id, labelMappings.clientId))
    .where(inArray(labelMappings.labelPattern, labels))
    .orderBy(labelMappings.id);
}

const columns = {
  id: labelMappings.id,
  labelPattern: labelMappings.labelPattern,
  clientId: labelMappings.clientId,
  repository: labelMappings.repository,
  clientActive: sql<boolean>`${clients.deactivatedAt} is null`,
};
