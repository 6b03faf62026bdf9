import type { Command, Option } from "commander";
import { commandAt } from "../command-at.ts";
import { commandTable } from "../command-table.ts";
import { topicNames } from "../commands/help.ts";
import { pageNames } from "../commands/open.ts";
import { columnNames } from "../entry-columns.ts";
import { fieldNames } from "../entry-fields.ts";
import { periodWords } from "../period.ts";
import { groupKeys } from "../reports/grouping.ts";

export type Candidate = { value: string; about?: string };

/** What only the server knows the values of. */
export type LiveKind = "labels" | "prefixes" | "clients" | "repositories" | "issues" | "users";

/** What may stand at the cursor: words that are known, or one kind of words that the server knows, each after `before`. */
export type Suggestion = { words: Candidate[]; live?: LiveKind; before: string };

/**
 * What may stand where the cursor is.
 * @param words the words before the cursor, without the program's name.
 * @param current what is typed of the word at the cursor.
 */
export function suggest(program: Command, words: string[], current: string): Suggestion {
  const { command, depth } = commandAt(program, words);
  const own = words.slice(depth);
  const previous = own.at(-1);
  const awaiting = previous === undefined ? undefined : optionOf(command, previous);
  if (awaiting?.required) return valuesOf(awaiting, current);
  const [flag, typed] = current.split(/=(.*)/s);
  if (current.startsWith("--") && typed !== undefined) {
    const option = optionOf(command, flag!);
    if (!option) return { words: [], before: "" };
    const { before, ...values } = valuesOf(option, typed);
    return { ...values, before: `${flag}=${before}` };
  }
  if (current.startsWith("-")) return { words: [...optionsOf(command), ...optionsOf(program)], before: "" };
  if (awaiting?.optional && valuesOf(awaiting, current).words.length > 0) return valuesOf(awaiting, current);
  const subcommands = own.length === 0 ? commandsOf(command) : [];
  const argument = command.registeredArguments[positionals(command, own)];
  const known = argument && argumentValues[argument.name()];
  const choices = [...(argument?.argChoices ?? []), ...(known?.words ?? [])].map((value) => ({ value }));
  return { words: [...subcommands, ...choices], ...(known?.live && { live: known.live }), before: "" };
}

/** Those that begin as what is typed; none of which a terminal or a shell would make something else. */
export function fitting(candidates: Candidate[], current: string): Candidate[] {
  const plain = candidates.filter(({ value }) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(value));
  return plain.filter(({ value }) => value.startsWith(current)).slice(0, 500);
}

type Values = { words?: string[]; live?: LiveKind; /** Several, with commas between. */ several?: true };

const optionValues: Record<string, Values> = {
  "--label": { live: "labels" },
  "--label-prefix": { live: "prefixes" },
  "--prefix": { live: "prefixes" },
  "--client": { live: "clients" },
  "--repo": { live: "repositories" },
  "--issue": { live: "issues" },
  "--user": { live: "users" },
  "--include": { words: ["superseded"] },
  "--period": { words: periodWords },
  "--group-by": { words: groupKeys, live: "prefixes", several: true },
  "--csv": { words: columnNames, live: "prefixes", several: true },
  "--json": { words: fieldNames, several: true },
  "--ndjson": { words: fieldNames, several: true },
};
const argumentValues: Record<string, Values> = {
  client: { live: "clients" },
  issue: { live: "issues" },
  page: { words: pageNames, live: "issues" },
  topic: { words: [...commandTable.map(({ name }) => name), ...topicNames] },
};

function valuesOf(option: Option, typed: string): Suggestion {
  const { words = [], live, several }: Values = optionValues[option.long ?? ""] ?? {};
  return {
    words: [...(option.argChoices ?? []), ...words].map((value) => ({ value })),
    ...(live && { live }),
    before: several ? typed.slice(0, typed.lastIndexOf(",") + 1) : "",
  };
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => flag === long || flag === short);
}

function optionsOf(command: Command): Candidate[] {
  const known = command.createHelp().visibleOptions(command);
  return known.flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : []));
}

function commandsOf(command: Command): Candidate[] {
  const known = command.createHelp().visibleCommands(command);
  return known.map((each) => ({ value: each.name(), about: each.summary() }));
}

/** How many arguments stand there already, next to options and their values. */
function positionals(command: Command, words: string[]): number {
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (optionOf(command, word)?.required) i += 1;
    else if (!word.startsWith("-") || word === "-") count += 1;
  }
  return count;
}
