import { attribute } from "../attribution.ts";
import type { NamedMapping } from "../explanation/explain.ts";
import type { WantedMapping } from "../mapping.ts";

export type ConflictKind =
  /** The very same stands already. */
  | "exists"
  /** The same label leads to another client, in the same place. */
  | "other_client"
  /** The wanted one is a repository's own, and takes the place of this global one there (spec 7.1.3). */
  | "shadows"
  /** The wanted one is global, and this repository's own takes its place there. */
  | "shadowed";
export type Conflict<M> = { kind: ConflictKind; mapping: M; message: string };

/** Mappings of the same label that a wanted one meets, each with what comes of it. */
export function conflictsOf<M extends NamedMapping>(wanted: WantedMapping, ofLabel: M[]): Conflict<M>[] {
  return ofLabel.flatMap((mapping) => {
    const kind = kindOf(wanted, mapping);
    return kind ? [{ kind, mapping, message: messageFor[kind](mapping, wanted) }] : [];
  });
}

function kindOf(wanted: WantedMapping, mapping: NamedMapping): ConflictKind | undefined {
  if (wanted.repository?.toLowerCase() === mapping.repository?.toLowerCase()) {
    return wanted.clientId === mapping.clientId ? "exists" : "other_client";
  }
  if (mapping.repository === null) return "shadows";
  return wanted.repository === null ? "shadowed" : undefined;
}

const messageFor: Record<ConflictKind, (mapping: NamedMapping, wanted: WantedMapping) => string> = {
  exists: ({ id }) => `This mapping stands already, as mapping ${id}.`,
  other_client: ({ id, clientName, clientActive }) =>
    clientActive
      ? `Mapping ${id} of this label leads to ${clientName} and is the older one: it wins, and the confirmation says that the labels are ambiguous.`
      : `Mapping ${id} of this label leads to ${clientName}, which is deactivated: this one counts.`,
  shadows: ({ id, clientName }, { repository }) =>
    `In ${repository} this one takes the place of mapping ${id}, which leads to ${clientName} everywhere else.`,
  shadowed: ({ id, clientName, repository }) =>
    `In ${repository} mapping ${id} takes the place of this one and leads to ${clientName}.`,
};

/** Where an issue leads that has the label and no other that is mapped. */
export type Lead = { client: { id: number; name: string } | null; ambiguous: boolean };

/** Where the label alone leads now, and where it would with the wanted mapping: by the rule that entries are attributed by. */
export function leadsOf(
  wanted: WantedMapping,
  client: { name: string; active: boolean },
  ofLabel: NamedMapping[],
): { before: Lead; after: Lead } {
  const stands = conflictsOf(wanted, ofLabel).some(({ kind }) => kind === "exists");
  const id = Math.max(0, ...ofLabel.map((mapping) => mapping.id)) + 1;
  const added = { ...wanted, id, clientName: client.name, clientActive: client.active };
  return {
    before: leadOf(wanted, ofLabel),
    after: leadOf(wanted, stands ? ofLabel : [...ofLabel, added]),
  };
}

/** Where the label alone leads by these mappings, in the place that the mapping is for. */
export function leadOf(
  { labelPattern, repository }: Pick<WantedMapping, "labelPattern" | "repository">,
  mappings: NamedMapping[],
): Lead {
  // No repository is called so: of those without a mapping of their own.
  const { clientId, ambiguous } = attribute([labelPattern], repository ?? "", mappings);
  const winner = mappings.find((mapping) => mapping.clientId === clientId);
  return { client: winner ? { id: winner.clientId, name: winner.clientName } : null, ambiguous };
}
