import { attribute, type Mapping } from "../attribution.ts";

/** A mapping with the name of its client. */
export type NamedMapping = Mapping & { clientName: string };

/** What became of a mapping that could apply to an issue. */
export type MappingOutcome =
  /** It decides. */
  | "wins"
  /** It leads to the same client and changes nothing. */
  | "same_client"
  /** It leads to another client: the attribution is ambiguous (spec 7.1.4). */
  | "other_client"
  /** A mapping of the repository's own takes its place (spec 7.1.3). */
  | "shadowed"
  /** Its client takes nothing new (spec 7.1.6). */
  | "client_deactivated";

export type Explanation<M = NamedMapping> = {
  client: { id: number; name: string } | null;
  ambiguous: boolean;
  /** The decision in a sentence or two. */
  message: string;
  /** The labels in the issue's order, each with the mappings that could apply. */
  labels: { label: string; mappings: { mapping: M; outcome: MappingOutcome }[] }[];
};

/** Which client an issue with these labels leads to, and what became of each mapping: the rule of attribution.ts, in words (D9). */
export function explain<M extends NamedMapping>(
  labels: string[],
  repository: string,
  mappings: M[],
): Explanation<M> {
  const { clientId, ambiguous, record } = attribute(labels, repository, mappings);
  const outcomes = new Map<number, MappingOutcome>([
    ...(record?.runnersUp ?? []).map(({ mappingId }) => [mappingId, "other_client"] as const),
    ...(record?.deactivated ?? []).map(({ mappingId }) => [mappingId, "client_deactivated"] as const),
    ...(record?.winner ? [[record.winner.mappingId, "wins"] as const] : []),
  ]);
  const here = mappings.filter(({ repository: own }) => own === null || isSame(own, repository));
  const explained = [...new Set(labels)].map((label) => {
    const ofLabel = here.filter((mapping) => mapping.labelPattern === label).sort((a, b) => a.id - b.id);
    const hasOwn = ofLabel.some((mapping) => mapping.repository !== null);
    const otherwise = (mapping: M): MappingOutcome =>
      hasOwn && mapping.repository === null ? "shadowed" : "same_client";
    return {
      label,
      mappings: ofLabel.map((mapping) => ({
        mapping,
        outcome: outcomes.get(mapping.id) ?? otherwise(mapping),
      })),
    };
  });
  const winner = here.find((mapping) => mapping.id === record?.winner?.mappingId);
  return {
    client: winner && clientId !== null ? { id: clientId, name: winner.clientName } : null,
    ambiguous,
    message: inWords(explained, winner),
    labels: explained,
  };
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

function inWords(labels: Explanation["labels"], winner: NamedMapping | undefined): string {
  const all = labels.flatMap(({ mappings }) => mappings);
  const those = (outcome: MappingOutcome) => inShort(all.filter((one) => one.outcome === outcome));
  if (winner) {
    const others = those("other_client");
    const decided = `${winner.clientName}, by ${named(winner)}.`;
    return others ? `${decided} It comes first, and is ambiguous: there is also ${others}.` : decided;
  }
  const passedOver = those("client_deactivated");
  return passedOver
    ? `No client. What these labels lead to is deactivated: ${passedOver}.`
    : "No client. None of these labels has a mapping that applies here.";
}

function inShort(all: Explanation["labels"][number]["mappings"]): string {
  const each = all.map(({ mapping }) => `${mapping.clientName}, by ${named(mapping)}`);
  return each.length > 3 ? `${each.slice(0, 3).join("; ")}; and ${each.length - 3} more` : each.join("; ");
}

function named({ id, labelPattern, repository }: NamedMapping): string {
  return `mapping ${id} of ${JSON.stringify(labelPattern)}${repository === null ? "" : ` for ${repository}`}`;
}
