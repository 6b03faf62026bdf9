import type { Transaction } from "../../../db/connect.ts";
import type { Actor, AuditAction } from "../../audit/event.ts";
import { recordEvent } from "../../audit/store.ts";
import type { Deps } from "../../deps.ts";
import { type MappingFields, parseMapping, type WantedMapping } from "./mapping.ts";
import {
  deactivatedClient,
  invalidMapping,
  mappingExists,
  mappingNotFound,
  unknownClient,
} from "./refusals.ts";
import {
  deleteMapping,
  findMapping,
  findSameMapping,
  haltAttribution,
  insertMapping,
  type MappingOfClient,
  shareClient,
} from "./store.ts";

type World = Pick<Deps, "db">;
/** Who does it, for the audit log. */
type By = { actor: Actor; requestId: string };

/**
 * Makes a mapping (spec 4.5); entries made from now on follow it. Throws `conflict` for one that stands already (D12), and
 * `invalid` for fields that cannot be one, an unknown client and a deactivated one.
 */
export async function createMapping(
  { db }: World,
  { labelPattern, clientId, repository, ...by }: By & MappingFields,
): Promise<MappingOfClient> {
  const read = parseMapping({ labelPattern, clientId, repository });
  if (!read.ok) throw invalidMapping(read.problems);
  const wanted = read.value;
  return db.transaction(async (tx) => {
    const client = await shareClient(tx, wanted.clientId);
    if (!client) throw unknownClient(wanted.clientId);
    for (;;) {
      const id = client.active ? await insertMapping(tx, wanted) : undefined;
      if (id !== undefined) {
        await audit(tx, by, "mapping.created", id, wanted);
        return (await findMapping(tx, id))!;
      }
      const same = await findSameMapping(tx, wanted);
      if (same) throw mappingExists(same.id);
      if (!client.active) throw deactivatedClient(client);
      // The one that stood has been deleted in this moment: there is room again.
    }
  });
}

/** Deletes a mapping; from the moment this returns no entry is attributed by it, and what was stays. Throws `notFound`. */
export async function removeMapping({ db }: World, { id, ...by }: By & { id: number }): Promise<void> {
  await db.transaction(async (tx) => {
    await haltAttribution(tx);
    const mapping = await deleteMapping(tx, id);
    if (!mapping) throw mappingNotFound(id);
    await audit(tx, by, "mapping.deleted", id, mapping);
  });
}

function audit(
  tx: Transaction,
  { actor, requestId }: By,
  action: AuditAction,
  id: number,
  { labelPattern, clientId, repository }: WantedMapping,
): Promise<void> {
  const detail = { label_pattern: labelPattern, client_id: clientId, repository };
  return recordEvent(tx, { actor, requestId }, { action, target: { type: "mapping", id }, detail });
}
