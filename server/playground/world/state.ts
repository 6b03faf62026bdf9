/** What the simulated GitHub keeps over a restart of svc: the playground's database remembers comments by their ids. */
export type State = {
  format: 1;
  /** The last id that was given out. None is given out twice. */
  lastId: number;
  /** Where they were listened on, so that an open page and a bookmark go on working. 0: any. */
  ports: { panel: number; github: number };
  /** By `owner/repo#number`. */
  issues: Record<string, KeptIssue>;
};

export type KeptIssue = { labels: string[]; comments: KeptComment[] };
export type KeptComment = { id: number; by: string; byOurApp: boolean; body: string; at: string };

/** @param firstId from which on ids are free. */
export function freshState(firstId: number): State {
  return { format: 1, lastId: firstId, ports: { panel: 0, github: 0 }, issues: {} };
}

/** The state in a file's text; undefined where it is not one that this version wrote. */
export function readState(text: string): State | undefined {
  try {
    const { format, lastId, ports, issues } = JSON.parse(text) as Partial<State>;
    const isWhole = format === 1 && Number.isSafeInteger(lastId) && ports && issues;
    return isWhole ? { format, lastId: lastId!, ports, issues } : undefined;
  } catch {
    return undefined;
  }
}
