import type { Attribution, Match } from "../clients/mappings/attribution.ts";
import { codeSpan } from "./code-span.ts";
import type { Command } from "./command.ts";
import { formatDuration } from "./duration.ts";

export type Confirmed = {
  /** A UUID, by which a retry finds the comment. */
  marker: string;
  login: string;
  commands: Command[];
  attribution: Attribution;
  /** Names of the clients of all matches. */
  clientNames: Map<number, string>;
  /** Elsewhere than in a private repository client names stay unsaid (D6). */
  isPrivate: boolean;
  /** Of the issue, with these commands, in minutes. */
  totals: { planned: number; logged: number };
  /** The day on which svc read the comment and the labels itself, where GitHub's delivery was lost (D28); else null. */
  readOn?: string | null;
};

/** The one comment that answers a comment's commands (spec 4.6, D6, D8a), in Markdown. What people wrote stands in code spans only. */
export function confirmationBody(confirmed: Confirmed): string {
  const { marker, commands, totals } = confirmed;
  const done = commands.map((command) => commandLine(command, confirmed.login));
  return [
    done.length === 1 ? done[0] : done.map((line) => `- ${line}`).join("\n"),
    clientLine(confirmed),
    ambiguityNote(confirmed),
    lateNote(confirmed),
    `This issue: ${duration(totals.planned)} planned, ${duration(totals.logged)} logged.`,
    hiddenMarker(marker),
  ]
    .filter((part) => part !== undefined)
    .join("\n\n");
}

/** Invisible on the page; findable in the comment's source. */
export const hiddenMarker = (marker: string) => `<!-- svc:v1:${marker} -->`;

function commandLine({ kind, minutes, workedOn, note }: Command, login: string): string {
  const done = kind === "time" ? "Logged" : "Planned";
  const what = `${done} **${formatDuration(minutes)}** for ${codeSpan(login)} on ${workedOn}`;
  return note === null ? `${what}.` : `${what}: ${codeSpan(note)}`;
}

function clientLine({ attribution, clientNames, isPrivate }: Confirmed): string {
  const { record } = attribution;
  if (!record) return "Client: none, since no label of this issue is mapped to a client.";
  const { winner, deactivated } = record;
  if (winner) {
    return isPrivate
      ? `Client: ${nameOf(winner, clientNames)}, by the label ${codeSpan(winner.label)}.`
      : `Client: the one of the label ${codeSpan(winner.label)}.`;
  }
  const [first] = deactivated;
  const ofLabel = `the client of the label ${codeSpan(first?.label ?? "")}`;
  const whose = isPrivate && first ? `${nameOf(first, clientNames)}, ${ofLabel},` : ofLabel;
  return `Client: none, since ${whose} is deactivated.`;
}

/** Spec 7.1.4. */
function ambiguityNote({ attribution, clientNames, isPrivate }: Confirmed): string | undefined {
  const { record } = attribution;
  if (!attribution.ambiguous || !record?.winner) return undefined;
  const matches = onePerClient([record.winner, ...record.runnersUp]);
  const wrong = "The first one counts. If that is wrong, ask an admin for a correction.";
  const labels = [...new Set(matches.map((match) => match.label))].map(codeSpan);
  if (!isPrivate) {
    return `**Note:** ${matches.length} different clients match the ${labels.length === 1 ? "label" : "labels"} ${listed(labels)}. ${wrong}`;
  }
  const described = matches.map((match) => `${nameOf(match, clientNames)} (label ${codeSpan(match.label)})`);
  return `**Note:** the labels lead to ${matches.length} different clients: ${listed(described)}. ${wrong}`;
}

/** The labels should be those of the comment's moment (spec 3.1), which nobody can tell any more. */
function lateNote({ readOn }: Confirmed): string | undefined {
  if (!readOn) return undefined;
  return `**Note:** GitHub's notice of this comment did not reach svc, which read it on ${readOn}. The labels are those that the issue had that day, perhaps not those of when you commented. If that is wrong, ask an admin for a correction.`;
}

function onePerClient(matches: Match[]): Match[] {
  return matches.filter(
    (match, place) => matches.findIndex((other) => other.clientId === match.clientId) === place,
  );
}

const mostListed = 10;

function listed(items: string[]): string {
  if (items.length === 1) return items[0]!;
  if (items.length > mostListed)
    return `${items.slice(0, mostListed).join(", ")} and ${items.length - mostListed} more`;
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

const nameOf = ({ clientId }: Match, names: Map<number, string>) =>
  codeSpan(names.get(clientId) ?? `client ${clientId}`);
const duration = (minutes: number) => (minutes === 0 ? "nothing" : formatDuration(minutes));
