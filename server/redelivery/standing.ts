/** How it stands with what GitHub delivers (D28). */
export type Standing = {
  /** When something was last delivered. */
  lastEventAt: Date | null;
  /** When GitHub's record of its deliveries was last read to its end, and since when it is to be. */
  readAt: Date | null;
  begunAt: Date;
  problem: string | null;
  problemAt: Date | null;
  /** Deliveries that did not arrive and are asked for again. */
  missing: number;
  oldestMissing: Date | null;
  /** Those that were given up lately: their comments were read instead. */
  givenUp: number;
  /** A time of which GitHub delivers nothing any more, whose comments are being read. */
  gap: { from: Date; until: Date } | null;
};

/** What somebody should know of, since hours may be missing until it is over. */
export type Matter =
  | { kind: "problem"; problem: string; at: Date }
  | { kind: "unread"; since: Date }
  | { kind: "missing"; count: number; since: Date }
  | { kind: "gap"; from: Date; until: Date };

// Three looks that did not come.
const longestUnreadMs = 16 * 60_000;

/** What is the matter, the worst first; nothing while all that GitHub delivered is here. */
export function mattersOf(standing: Standing, now: Date): Matter[] {
  const { problem, problemAt, readAt, begunAt, missing, oldestMissing, gap } = standing;
  const since = readAt ?? begunAt;
  const matters: (Matter | false)[] = [
    problem !== null && { kind: "problem", problem, at: problemAt ?? now },
    now.getTime() - since.getTime() > longestUnreadMs && { kind: "unread", since },
    missing > 0 && { kind: "missing", count: missing, since: oldestMissing ?? now },
    gap !== null && { kind: "gap", ...gap },
  ];
  return matters.filter((matter) => matter !== false);
}
