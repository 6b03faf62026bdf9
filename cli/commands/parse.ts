import type { Command } from "commander";
import { formatDuration } from "../../server/entries/duration.ts";
import type { ParsedCommentJson } from "../../server/entries/parse/json.ts";
import { CliError } from "../errors.ts";
import { printJson } from "../output/json.ts";
import { terminalText } from "../output/terminal-text.ts";
import { tsv } from "../output/tsv.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { addServerOptions, connect, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

type Options = ServerOptions & { json?: boolean };

/** Adds `svc parse`: what svc would make of a comment (D2–D4), without posting it. */
export function addParse(program: Command, world: World): void {
  const command = program
    .command("parse <text>")
    .description(
      "Says what would be recorded for a comment, without posting it. With - it reads standard input.",
    )
    .addHelpText("before", examples)
    .addHelpText("after", after)
    .option("--json", "all that the server says, as JSON");
  addServerOptions(command).action((text: string, options: Options) => parse(world, text, options));
}

const examples = `Examples:
  $ svc parse "/log 1u30"
  $ svc parse "/plan 8h the release"
  $ svc parse - < comment.md
`;

const after = `
In a pipe it prints a line for each command, tab-separated: kind, day, minutes, note.
It ends with 2 where a line could not be read: nothing of such a comment is recorded.
`;

async function parse(world: World, text: string, options: Options): Promise<void> {
  const comment = text === "-" ? await world.stdin.readAll() : text;
  const api = await connect(world, options);
  const found = known<ParsedCommentJson>(
    await api.post("/parse", { text: comment }),
    api.host,
    ({ commands, problems }) => Array.isArray(commands) && Array.isArray(problems),
  );
  const { commands, problems } = found;
  if (options.json) await printJson(world.stdout, found);
  else await world.stdout.write(world.stdout.isTTY ? forPerson(commands) : forProgram(commands));
  if (problems.length > 0) throw refusal(problems);
  if (commands.length > 0) return;
  await tell(world, "There is no command in it: one stands at the beginning of a line, as in /log 2h.");
}

type Commands = ParsedCommentJson["commands"];

function forPerson(commands: Commands): string {
  const verbs = { time: "logs", plan: "plans" };
  return commands
    .map(({ kind, minutes, worked_on, note }) => {
      const what = `${verbs[kind]} ${formatDuration(minutes)} (${minutes} minutes) on ${worked_on}`;
      return `${terminalText(note === null ? what : `${what}: ${note}`)}\n`;
    })
    .join("");
}

function forProgram(commands: Commands): string {
  return tsv(
    commands.map(({ kind, minutes, worked_on, note }) => [kind, worked_on, String(minutes), note ?? ""]),
  );
}

function refusal(problems: ParsedCommentJson["problems"]): CliError {
  const [first, ...others] = problems.map(({ line, message }) => `line ${line}: ${message}`);
  return new CliError("usage", first!.replace(/\.$/, ""), others.length > 0 ? others.join(" ") : undefined);
}
