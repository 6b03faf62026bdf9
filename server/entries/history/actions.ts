import type { Deps } from "../../deps.ts";
import type { EntryKind } from "../entry-filter.ts";
import { entryNotFound } from "../refusals.ts";
import { findVersions } from "../store.ts";
import type { AttributionFacts } from "./explanation.ts";
import { type EntryDetailJson, entryDetailJson } from "./json.ts";
import { clientNames } from "./store.ts";

/** An entry with why it has its client (D9) and all its versions (D8). Throws `notFound`, also for one of another kind. */
export async function readEntry(
  { db, config }: Pick<Deps, "db" | "config">,
  kind: EntryKind,
  id: number,
): Promise<EntryDetailJson> {
  const versions = await findVersions(db, id);
  const entry = versions.find((version) => version.id === id);
  if (entry?.kind !== kind) throw entryNotFound(kind, id, entry?.kind);
  const own = entry.clientId === null ? [] : [[entry.clientId, entry.clientName ?? ""] as const];
  const others = clientsIn(entry.attribution).filter((client) => client !== entry.clientId);
  const names = new Map([...own, ...(await clientNames(db, others))]);
  return entryDetailJson(entry, versions, names, config.github.url);
}

function clientsIn(record: AttributionFacts | null): number[] {
  const { winner, runnersUp = [], deactivated = [] } = record ?? {};
  return [...(winner ? [winner] : []), ...runnersUp, ...deactivated].map(({ clientId }) => clientId);
}
