import type { Parsed } from "../config/values.ts";

/** What `server/main.ts` was started to do. */
export type Command =
  | { kind: "start" }
  | { kind: "print-config" }
  | { kind: "help" }
  | { kind: "backup"; file: string; force: boolean }
  | { kind: "restore"; file: string }
  | { kind: "move-to"; url: string };

export const usage = `Usage: bun server/main.ts [command]

  (none)                  starts svc
  --print-config          prints the settings in force, without secrets
  backup FILE [--force]   writes all data to FILE, while svc runs or not; --force replaces a file
  restore FILE            fills an empty database with what a backup holds
  move-to DATABASE_URL    copies svc's own database to an empty one on a server
  --help                  prints this
`;

/** Reads the arguments. Whatever is not known is refused with all that is. */
export function readCommand(args: string[]): Parsed<Command> {
  const [word, ...rest] = args;
  switch (word) {
    case undefined:
      return { value: { kind: "start" } };
    case "--print-config":
      return rest.length === 0 ? { value: { kind: "print-config" } } : tooMuch(word, rest);
    case "--help":
    case "help":
      return { value: { kind: "help" } };
    case "backup": {
      const force = rest.includes("--force");
      return withOne(word, "FILE", without(rest, "--force"), (file) => ({ kind: "backup", file, force }));
    }
    case "restore":
      return withOne(word, "FILE", rest, (file) => ({ kind: "restore", file }));
    case "move-to":
      return withOne(word, "DATABASE_URL", rest, (url) => ({ kind: "move-to", url }));
    default:
      return { problem: `There is no command ${JSON.stringify(word)}.\n\n${usage}` };
  }
}

const without = (args: string[], flag: string) => args.filter((each) => each !== flag);

function withOne(
  word: string,
  what: string,
  args: string[],
  make: (value: string) => Command,
): Parsed<Command> {
  const [value, ...rest] = args;
  const option = args.find((each) => each.startsWith("-"));
  if (option) return tooMuch(word, [option]);
  if (!value) return { problem: `${word} needs ${what}.\n\n${usage}` };
  return rest.length > 0 ? tooMuch(word, rest) : { value: make(value) };
}

/** What it is is not repeated: it may be half of an address with a password. */
function tooMuch(word: string, rest: string[]): Parsed<Command> {
  const [first = ""] = rest;
  const what = /^--?[a-z-]+$/.test(first) ? `the option ${first}` : "so many arguments";
  return { problem: `${word} does not take ${what}.\n\n${usage}` };
}
