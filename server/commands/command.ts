import type { Parsed } from "../config/values.ts";
import { nearest } from "../nearest.ts";
import { catalogue, type CommandName, type Entry, usage, usageOf } from "./catalogue.ts";

/** What `server/main.ts` was started to do. */
export type Command =
  | { kind: "help"; of?: CommandName }
  | {
      kind: CommandName;
      operands: string[];
      /** Each option that was given, with its value. */
      options: Record<string, string | true>;
    };

/** Reads the arguments. Whatever is not known is refused with all that is. */
export function readCommand(args: string[]): Parsed<Command> {
  const [first] = args;
  if (first === undefined) return { value: { kind: "start", operands: [], options: {} } };
  if (first === "--help" || first === "-h" || first === "help") return helpOn(args.slice(1));
  const name = nameIn(args);
  if (name === undefined) return unknown(args);
  const rest = args.slice(catalogue[name].words.length);
  return rest.includes("--help") || rest.includes("-h")
    ? { value: { kind: "help", of: name } }
    : readRest(name, rest);
}

const names = Object.keys(catalogue) as CommandName[];

function nameIn(args: string[]): CommandName | undefined {
  return names.find((name) => catalogue[name].words.every((word, place) => args[place] === word));
}

function helpOn(words: string[]): Parsed<Command> {
  if (words.length === 0) return { value: { kind: "help" } };
  const of = nameIn(words);
  return of === undefined ? unknown(words) : { value: { kind: "help", of } };
}

function unknown([first = "", second = ""]: string[]): Parsed<never> {
  const group = names.filter(
    (name) => catalogue[name].words.length > 1 && catalogue[name].words[0] === first,
  );
  const [said, known] = group.length > 0 ? [`${first} ${second}`.trim(), group] : [first, names];
  const meant = nearest(said, known);
  const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return { problem: `There is no command ${JSON.stringify(said)}.${question}\n\n${usage()}` };
}

function readRest(name: CommandName, rest: string[]): Parsed<Command> {
  const { operands: wanted = [], flags = {} }: Entry = catalogue[name];
  const operands: string[] = [];
  const options: Record<string, string | true> = {};
  const refuse = (what: string) => ({ problem: `${name} ${what}.\n\n${usageOf(name)}` });
  for (let place = 0; place < rest.length; place++) {
    const [word, given] = splitAtEquals(rest[place]!);
    if (!word.startsWith("-")) {
      operands.push(rest[place]!);
      continue;
    }
    const flag = flags[word as `--${string}`];
    // What it is is not repeated where it may be half of an address with a password.
    if (!flag)
      return refuse(
        /^--?[a-z-]+$/.test(word) ? `does not take the option ${word}` : "does not take that option",
      );
    if (flag.value === undefined) {
      if (given !== undefined) return refuse(`takes ${word} without a value`);
      options[word] = true;
      continue;
    }
    const value = given ?? rest[++place];
    if (!value || value.startsWith("-")) return refuse(`needs ${flag.value} after ${word}`);
    options[word] = value;
  }
  const missing = wanted.find((_, place) => !operands[place]);
  if (missing !== undefined) return refuse(`needs ${missing}`);
  if (operands.length > wanted.length) return refuse("does not take so many arguments");
  const unset = Object.entries(flags).find(([flag, { required }]) => required && !(flag in options));
  if (unset) return refuse(`needs ${unset[0]}${unset[1].value === undefined ? "" : ` ${unset[1].value}`}`);
  return { value: { kind: name, operands, options } };
}

/** `--user=ada` is `--user ada`. An operand may hold any sign. */
function splitAtEquals(word: string): [string, string?] {
  const [, option, value] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
  return option === undefined ? [word] : [option, value ?? ""];
}
