/** A label mapping (spec 2.4), and whether its client still takes new entries. */
export type Mapping = {
  id: number;
  labelPattern: string;
  clientId: number;
  repository: string | null;
  clientActive: boolean;
};

export type Match = { mappingId: number; label: string; clientId: number };

/** The client of an entry, and why: kept with the entry, so that it can be explained (D9). */
export type Attribution = {
  clientId: number | null;
  /** Mappings of another active client matched as well (spec 7.1.4). */
  ambiguous: boolean;
  /** Null where no label is mapped at all. */
  record: { winner: Match | null; runnersUp: Match[]; deactivated: Match[] } | null;
};

/**
 * Walks the labels in order; the repository's own mappings of a label beat the global ones; the first active
 * client wins (spec 7.1, D9).
 * @param repository `owner/repo`; compared without case. Labels are compared exactly.
 */
export function attribute(labels: string[], repository: string, mappings: Mapping[]): Attribution {
  const matches = [...new Set(labels)].flatMap((label) => mappingsOf(label, repository, mappings));
  if (matches.length === 0) return { clientId: null, ambiguous: false, record: null };
  // Only now: a global mapping that a repository's own shadowed does not come back when its client is deactivated.
  const active = matches.filter((match) => match.clientActive);
  const [winner] = active;
  const others = active.filter((match) => match.clientId !== winner?.clientId);
  return {
    clientId: winner?.clientId ?? null,
    ambiguous: others.length > 0,
    record: {
      winner: winner ? recorded(winner) : null,
      runnersUp: others.map(recorded),
      deactivated: matches.filter((match) => !match.clientActive).map(recorded),
    },
  };
}

function mappingsOf(label: string, repository: string, mappings: Mapping[]) {
  const ofLabel = mappings.filter((mapping) => mapping.labelPattern === label).sort((a, b) => a.id - b.id);
  const own = ofLabel.filter((mapping) => mapping.repository?.toLowerCase() === repository.toLowerCase());
  const applying = own.length > 0 ? own : ofLabel.filter((mapping) => mapping.repository === null);
  return applying.map((mapping) => ({ ...mapping, label }));
}

const recorded = ({ id, label, clientId }: Mapping & { label: string }): Match => ({
  mappingId: id,
  label,
  clientId,
});
