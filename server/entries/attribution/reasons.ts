type Match = { mapping_id: number; label: string; client: { id: number; name: string } };

/** Why an entry has its client (D9), as it is told. */
export type Reasons = {
  winner: Match | null;
  runnersUp: Match[];
  deactivated: Match[];
  /** Where the mappings apply, by id: `owner/repo`, or null for everywhere. Those deleted since are not there. */
  scopes: Map<number, string | null>;
};
