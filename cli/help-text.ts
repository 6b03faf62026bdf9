import type { Command } from "commander";

/** What `--help` of a command prints. */
export function helpOf(command: Command): string {
  let printed = "";
  const output = { ...command.configureOutput() };
  command.configureOutput({ ...output, writeOut: (text) => void (printed += text) });
  command.outputHelp();
  command.configureOutput(output);
  return printed;
}

/** The examples with which the help of a command leads, without their prompt. */
export function examplesOf(command: Command): string[] {
  return [...helpOf(command).matchAll(/^ {2}\$ (.+)$/gm)].map(([, example]) => example!);
}
