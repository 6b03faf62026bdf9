import type { Command } from "commander";
import { commandAt } from "./command-at.ts";
import { CliError } from "./errors.ts";

/**
 * Refuses an option that would take the next option for its value: with `$LABEL` unset, `--label $LABEL --csv` asks for the
 * label `--csv` and finds nothing. Any string is a label still: `--label=--csv` asks for that one.
 * @throws CliError `usage`
 */
export function refuseForgottenValue(program: Command, argv: string[]): void {
  const { command, depth } = commandAt(program, argv);
  const find = (flag: string) => command.options.find(({ long, short }) => flag === long || flag === short);
  for (let i = depth; i < argv.length && argv[i] !== "--"; i++) {
    const [flag, value] = [argv[i]!, argv[i + 1]];
    if (!find(flag)?.required || value === undefined || !find(value.split("=")[0]!)) continue;
    throw new CliError(
      "usage",
      `${flag} has no value: ${value} follows it`,
      `If ${value} is meant as the value, write ${find(flag)!.long}=${value}`,
    );
  }
}
