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
  const names = await clientNames(db, clientsIn(entry.attribution));
  return entryDetailJson(entry, versions, names, config.github.url);
}

function clientsIn(record: AttributionFacts | null): number[] {
  const { winner, runnersUp = [], deactivated = [] } = record ?? {};
  return [...(winner ? [winner] : []), ...runnersUp, ...deactivated].map(({ clientId }) => clientId);
}
