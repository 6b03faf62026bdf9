/** A mapping as the one who made it thinks of it, in the order in which they were made. */
export type KnownMapping = {
  label: string;
  clientId: number;
  repository: string | null;
  active: boolean;
};

/**
 * Which client spec 7.1 and D9 give an entry, written a second time and as plainly as can be: what svc stored is held
 * against it.
 */
export function clientOf(labels: string[], repository: string, mappings: KnownMapping[]): number | null {
  for (const label of labels) {
    const ofLabel = mappings.filter((mapping) => mapping.label === label);
    const ofRepository = ofLabel.filter(
      (mapping) => mapping.repository?.toLowerCase() === repository.toLowerCase(),
    );
    const applying =
      ofRepository.length > 0 ? ofRepository : ofLabel.filter((mapping) => mapping.repository === null);
    const winner = applying.find((mapping) => mapping.active);
    if (winner) return winner.clientId;
  }
  return null;
}
