import type { Command } from "commander";

/** The command that a command line means, by its first words, and how many of them name it: `mappings list` is two. */
export function commandAt(program: Command, argv: string[]): { command: Command; depth: number } {
  let command = program;
  let depth = 0;
  for (const word of argv) {
    const next = command.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (!next) break;
    command = next;
    depth += 1;
  }
  return { command, depth };
}

/** As it is typed: `svc mappings list`. */
export function fullName(command: Command): string {
  return command.parent ? `${fullName(command.parent)} ${command.name()}` : command.name();
}
