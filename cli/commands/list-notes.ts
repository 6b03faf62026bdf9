import { formatDuration } from "../../server/entries/duration.ts";
import type { Listing } from "../entry-pages.ts";
import { terminalText } from "../output/terminal-text.ts";
import type { Filter } from "./filter-options.ts";

type Kind = "entries" | "plans";

/** `1 entry`, `12,400 plans`. */
export function counted(kind: Kind, count: number): string {
  const one = { entries: "entry", plans: "plan" }[kind];
  return `${count.toLocaleString("en")} ${count === 1 ? one : kind}`;
}

/** What to say where a list is empty, which is no failure: the filter as it was typed, so that a slip is seen. */
export function nothingFound(kind: Kind, filter: Pick<Filter, "query" | "client">): string {
  const typed = asTyped(filter);
  if (typed !== "") return `No ${kind} match ${typed}.\n`;
  const command = { entries: "/log 2h", plans: "/plan 8h" }[kind];
  return `No ${kind} yet. Comment \`${command}\` on an issue to make the first.\n`;
}

/** What to say where older ones are kept back; undefined where nothing is left out. */
export function leftOut(kind: Kind, { entries, totals }: Listing, asAsked: boolean): string | undefined {
  if (entries.length === totals.entries) return undefined;
  const shown = `The newest ${entries.length.toLocaleString("en")} of ${counted(kind, totals.entries)}`;
  if (asAsked) return `${shown}, as --limit asks.\n`;
  return `${shown}. See all with --limit ${totals.entries}, or save them with --csv > ${kind}.csv\n`;
}

/** What went to a file: `412 entries · 812h 30m in october.csv`. */
export function saved(kind: Kind, { entries, minutes }: Listing["totals"], file: string): string {
  return `${counted(kind, entries)} · ${formatDuration(minutes)} in ${terminalText(file)}\n`;
}

function asTyped({ query, client }: Pick<Filter, "query" | "client">): string {
  const flags = [...query].map(([name, value]) => [flagOf[name] ?? name.replace("_", "-"), value] as const);
  if (client !== undefined) flags.push(["client", client]);
  return flags.map(([flag, value]) => `--${flag} ${quoted(value)}`).join(" ");
}

const flagOf: Record<string, string> = { repository: "repo" };

/** As it is typed in a shell, fit for the terminal. */
export function quoted(value: string): string {
  return terminalText(/^[\p{L}\p{N}_.:/@+-]+$/u.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`);
}
