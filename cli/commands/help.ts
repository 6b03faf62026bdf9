import type { Command } from "commander";
import { nearest } from "../../server/nearest.ts";
import { CliError, exits } from "../errors.ts";

/** Adds `svc help [topic]`: a command, or `exit-codes`. */
export function addHelp(program: Command, print: (text: string) => void): void {
  program
    .helpCommand(false)
    .command("help [topic]")
    .summary("explain a command, or `exit-codes`")
    .action((topic: string | undefined) => {
      if (topic === "exit-codes") return print(exitCodes());
      const command = topic === undefined ? program : program.commands.find((each) => each.name() === topic);
      if (!command) throw unknown(topic!, program);
      command.outputHelp();
    });
}

function exitCodes(): string {
  const rows = Object.values(exits).map(({ code, meaning }) => `${String(code).padStart(5)}  ${meaning}\n`);
  return `Exit codes of svc:\n\n${rows.join("")}`;
}

function unknown(topic: string, program: Command): CliError {
  const topics = [...program.commands.map((each) => each.name()), "exit-codes"];
  const meant = nearest(topic, topics);
  return new CliError(
    "usage",
    `there is no help on ${JSON.stringify(topic)}`,
    meant ? `Did you mean: svc help ${meant}` : `Topics: ${topics.join(", ")}`,
  );
}
