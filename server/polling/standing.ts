/** How it stands with what svc asks GitHub for, where GitHub cannot deliver it (D28). */
export type PollingStanding = {
  /** When the one that waits the longest was last asked; null where one never was. */
  readAt: Date | null;
  /** What stands in the way of a whole organisation, and since when. */
  problems: { owner: string; problem: string; at: Date }[];
  /** Of how many repositories the comments cannot be read, the first of them and since when. */
  unreadable: number;
  first: { name: string; problem: string; at: Date } | null;
};

/** What somebody should know of, since hours may be missing until it is over. */
export type PollingMatter =
  | { kind: "problem"; owner: string; problem: string; at: Date }
  | { kind: "repositories"; count: number; name: string; problem: string; at: Date }
  | { kind: "unread"; since: Date };

// Six turns that did not come.
const longestUnreadMs = 3 * 60_000;

/** What is the matter, the worst first; nothing while every comment is asked for. */
export function pollingMatters(standing: PollingStanding, now: Date): PollingMatter[] {
  const { problems, unreadable, first } = standing;
  const matters: (PollingMatter | false)[] = [
    ...problems.map((problem) => ({ kind: "problem" as const, ...problem })),
    // What stands in the way is the reason then.
    problems.length === 0 && isBehind(standing, now) && { kind: "unread", since: standing.readAt! },
    first !== null && { kind: "repositories", count: unreadable, ...first },
  ];
  return matters.filter((matter) => matter !== false);
}

/** Whether it was too long ago that GitHub was asked. */
export function isBehind({ readAt }: PollingStanding, now: Date): boolean {
  return readAt !== null && now.getTime() - readAt.getTime() > longestUnreadMs;
}
