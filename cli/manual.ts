import type { Command } from "commander";
import { fullName } from "./command-at.ts";

/**
 * The manual page of svc in the form of man(7), generated from its commands and topics.
 * @param examples gives the examples of a command.
 * @param topics name and text of each, the text with a first line that says what it is about.
 */
export function manual(
  program: Command,
  version: string,
  { topics, examples }: { topics: [name: string, text: string][]; examples: (command: Command) => string[] },
): string {
  return [
    `.TH SVC 1 "" "svc ${version}" "User commands"`,
    ".SH NAME",
    "svc \\- hours logged with /log on issues, from the command line",
    ".SH SYNOPSIS",
    ".B svc",
    "[\\fIcommand\\fR] [\\fIoptions\\fR]",
    ".SH EXAMPLES",
    ...verbatim(examples(program).join("\n")),
    ".SH COMMANDS",
    ...below(program).flatMap((command) => section(command, examples)),
    ...topics.flatMap(([name, told]) => [
      `.SH ${text((headings[name] ?? name).toUpperCase())}`,
      ...verbatim(told),
    ]),
    "",
  ].join("\n");
}

// As manual pages have them.
const headings: Record<string, string> = { "exit-codes": "exit status" };

/** Every command that does something or explains its own, in the order of the help. */
function below(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((each) => [each, ...below(each)]);
}

function section(command: Command, examples: (command: Command) => string[]): string[] {
  const help = command.createHelp();
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const aliases = command.aliases().map((alias) => `svc ${alias}`);
  return [
    `.SS ${text([fullName(command), ...args].join(" "))}`,
    text(command.description()),
    ...(aliases.length > 0 ? [text(`Also: ${aliases.join(", ")}.`)] : []),
    ...help
      .visibleOptions(command)
      .filter(({ long }) => long !== "--help")
      .flatMap((option) => [".TP", `.B ${text(option.flags)}`, text(help.optionDescription(option))]),
    ".PP",
    ...verbatim(examples(command).join("\n")),
  ];
}

function verbatim(lines: string): string[] {
  return [".nf", ...lines.trim().split("\n").map(text), ".fi"];
}

/** Text of which man makes nothing else: a hyphen that can be searched and copied, and no request at the start of a line. */
function text(plain: string): string {
  return plain
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replace(/^(?=[.\n])/gm, "\\&")
    .replace(/\P{ASCII}/gu, (character) => `\\[u${hex(character)}]`);
}

const hex = (character: string) => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
