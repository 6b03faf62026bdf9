import type { Command } from "commander";
import { version } from "../../package.json" with { type: "json" };
import { nearest } from "../../server/nearest.ts";
import { commandAt } from "../command-at.ts";
import { CliError } from "../errors.ts";
import { examplesOf } from "../help-text.ts";
import { manual } from "../manual.ts";
import type { World } from "../world.ts";
import { topics } from "./help-topics.ts";

/** What may follow `svc help` beside a command. */
export const topicNames = [...topics.keys(), "manual"];

/** Adds `svc help [topic]`: a command, one of the topics, or `manual` for all of it as a manual page. */
export function addHelp(program: Command, _world: World, print: (text: string) => void): void {
  program
    .command("help [topic...]")
    .description(
      `Explains a command, or one of the topics: ${topicNames.join(", ")}. The last is all of it, for man.`,
    )
    .addHelpText("before", examples)
    .action((words: string[]) => {
      const topic = words.join(" ");
      if (topic === "manual") return print(manualPage(program));
      // In the singular too.
      const text = topics.get(topic) ?? topics.get(`${topic}s`);
      if (text) return print(text());
      const { command, depth } = commandAt(program, words);
      if (depth < words.length) throw unknown(topic, command, program);
      command.outputHelp();
    });
}

const examples = `Examples:
  $ svc help entries
  $ svc help csv
  $ svc help manual > svc.1
`;

/** The manual page, for man: `svc help manual | man -l -`. */
export function manualPage(program: Command): string {
  const told = [...topics].map(([name, text]): [string, string] => [name, text()]);
  return manual(program, version, { topics: told, examples: examplesOf });
}

function unknown(topic: string, command: Command, program: Command): CliError {
  const commands = program.commands.map((each) => each.name());
  const below = command.commands.map((each) => `${command.name()} ${each.name()}`);
  const meant = nearest(topic, [...commands, ...topicNames, ...below]);
  return new CliError(
    "usage",
    `there is no help on ${JSON.stringify(topic)}`,
    meant ? `Did you mean: svc help ${meant}` : `Topics: ${topicNames.join(", ")}. Commands: svc help`,
  );
}
