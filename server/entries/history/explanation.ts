/** Which mappings matched when an entry was made (D9), as kept with it. */
export type AttributionFacts = { winner: Match | null; runnersUp: Match[]; deactivated: Match[] };
type Match = { mappingId: number; label: string; clientId: number };

type Named = { mapping_id: number; label: string; client: { id: number; name: string } };

export type Explained = {
  outcome: "attributed" | "client_deactivated" | "no_mapping";
  ambiguous: boolean;
  winner: Named | null;
  runners_up: Named[];
  deactivated: Named[];
  explanation: string;
};

/**
 * Why an entry has the client it has, from what was kept with it: nothing is decided again.
 * @param names what the clients are called now, by id.
 */
export function explain(record: AttributionFacts | null, names: Map<number, string>): Explained {
  const named = ({ mappingId, label, clientId }: Match): Named => ({
    mapping_id: mappingId,
    label,
    client: { id: clientId, name: names.get(clientId) ?? `client ${clientId}` },
  });
  const winner = record?.winner ? named(record.winner) : null;
  const runnersUp = (record?.runnersUp ?? []).map(named);
  const deactivated = (record?.deactivated ?? []).map(named);
  return {
    outcome: winner ? "attributed" : deactivated.length > 0 ? "client_deactivated" : "no_mapping",
    ambiguous: runnersUp.length > 0,
    winner,
    runners_up: runnersUp,
    deactivated,
    explanation: inWords(winner, runnersUp, deactivated),
  };
}

function inWords(winner: Named | null, runnersUp: Named[], deactivated: Named[]): string {
  if (!winner && deactivated.length === 0) {
    return "No label of the issue was mapped to a client when the entry was made.";
  }
  const parts = [
    winner && `The label ${winner.label} was mapped to ${winner.client.name} (mapping ${winner.mapping_id}).`,
    runnersUp.length > 0 && `It came before ${listed(runnersUp)}.`,
    deactivated.length > 0 &&
      `Passed over, because deactivated then: ${listed(deactivated)}.${winner ? "" : " So the entry has no client."}`,
  ];
  return parts.filter(Boolean).join(" ");
}

const listed = (matches: Named[]) =>
  matches
    .map(({ client, label, mapping_id: id }) => `${client.name} (label ${label}, mapping ${id})`)
    .join(", ");
