import type { FakeGitHub } from "../../../server/github/simulated/github.ts";
import type { Comment, Issue } from "../../../server/github/simulated/things.ts";
import type { Chance } from "./chance.ts";
import { people } from "./github-world.ts";

/** What a member said, as svc has to keep it. */
export type Said = {
  guid: string;
  comment: Comment;
  /** Those of the issue at that moment. */
  labels: string[];
  repository: string;
  issueNumber: number;
  login: string;
  commands: { kind: "time" | "plan"; minutes: number }[];
};

type How = {
  issue?: Issue;
  by?: string;
  commands?: Said["commands"];
  /** When it was said, by default now. */
  at?: Date;
};

/** Words to put load on svc, each of which is kept in `said`. */
export function speaker(
  { github, issues, chance }: { github: FakeGitHub; issues: Issue[]; chance: Chance },
  said: Said[],
) {
  /** A member comments with commands; the answer is the status of the delivery, 0 where there was none. */
  async function say(how: How = {}): Promise<number> {
    const {
      issue = chance.oneOf(issues),
      by = chance.oneOf(people),
      commands = someCommands(chance),
      at,
    } = how;
    const guid = crypto.randomUUID();
    const comment = github.write(issue, by, bodyOf(commands), { ...(at && { at }) });
    const { repository, number } = issue;
    said.push({
      guid,
      comment,
      labels: [...issue.labels],
      repository,
      issueNumber: number,
      login: by,
      commands,
    });
    const payload = github.payloads.issueComment("created", comment);
    return (await github.deliver("issue_comment", payload, { guid })).status;
  }

  /** So many comments, `width` of them under way at any time. What was answered, by status. */
  async function storm(count: number, { width = 8, ...how }: How & { width?: number } = {}) {
    const seen: Record<number, number> = {};
    let left = count;
    const worker = async () => {
      while (left-- > 0) {
        const status = await say(how);
        seen[status] = (seen[status] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: width }, worker));
    return seen;
  }

  /** Those whose delivery was answered with success, at whichever attempt. */
  function taken(): Said[] {
    const answered = new Set(
      github.deliveries.filter(({ status }) => status >= 200 && status < 300).map(({ guid }) => guid),
    );
    return said.filter(({ guid }) => answered.has(guid));
  }

  return { say, storm, taken };
}

/** Several such counts as one. */
export function summed(counts: Record<number, number>[]): Record<number, number> {
  const all: Record<number, number> = {};
  for (const seen of counts)
    for (const [status, times] of Object.entries(seen))
      all[Number(status)] = (all[Number(status)] ?? 0) + times;
  return all;
}

/** E.g. `3 × 200, 1 × 503`. */
export function tally(seen: Record<number, number>): string {
  return Object.entries(seen)
    .map(([status, times]) => `${times} × ${status === "0" ? "no answer" : status}`)
    .join(", ");
}

function someCommands(chance: Chance): Said["commands"] {
  return Array.from({ length: chance.next() < 0.9 ? 1 : 2 }, () => ({
    kind: chance.next() < 0.9 ? "time" : "plan",
    minutes: 15 * chance.whole(1, 32),
  }));
}

function bodyOf(commands: Said["commands"]): string {
  return commands
    .map(({ kind, minutes }) => `${kind === "time" ? "/log" : "/plan"} ${minutes}m on it`)
    .join("\n");
}
