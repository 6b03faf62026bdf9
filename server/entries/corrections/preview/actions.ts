import type { Queries } from "../../../../db/connect.ts";
import { reasonsOf } from "../../attribution/actions.ts";
import { clientNames } from "../../history/store.ts";
import type { EntryVersion } from "../../store.ts";
import { foreseeClient } from "../actions.ts";
import type { Corrected } from "../correction.ts";
import type { Foreseen } from "./foreseen.ts";

/**
 * What a correction would come to if it were saved now (D8); nothing is written.
 * @param corrected undefined where nothing is changed so far.
 */
export async function foresee(
  db: Queries,
  old: EntryVersion,
  corrected: Corrected | undefined,
): Promise<Foreseen> {
  const anew = { ...(corrected ?? unchanged(old)), decidesClient: true };
  const [decided, now] = await Promise.all([
    foreseeClient(db, old, corrected ?? unchanged(old)),
    foreseeClient(db, old, anew),
  ]);
  const names = await clientNames(
    db,
    [decided.clientId, now.clientId].filter((id) => id !== null),
  );
  const nameOf = (id: number | null) => (id === null ? null : (names.get(id) ?? null));
  const changes = corrected && (corrected.changed.length > 0 || decided.clientId !== old.clientId);
  const { clientId } = decided;
  return {
    before: old,
    after: changes ? { ...corrected.entry, clientId, clientName: nameOf(clientId) } : undefined,
    reasons: corrected?.decidesClient ? await reasonsOf(db, decided.attribution) : undefined,
    nowOther: now.clientId === decided.clientId ? undefined : { name: nameOf(now.clientId) },
  };
}

const unchanged = (old: EntryVersion): Corrected => ({
  entry: old,
  decidesClient: false,
  changed: [],
  reason: "",
});
