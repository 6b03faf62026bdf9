import type { Command } from "commander";
import { fullName } from "../../../cli/command-at.ts";
import { topics } from "../../../cli/commands/help-topics.ts";
import { helpOf } from "../../../cli/help-text.ts";
import { buildProgram } from "../../../cli/program.ts";
import { aWorld } from "../../cli/running.ts";
import { pageOf, verbatim } from "./markdown.ts";

/** docs/reference/cli.md: what `--help` of each command prints, and the topics of `svc help`. */
export async function cliPage(): Promise<string> {
  const world = aWorld({ stdout: "", stderr: "", opened: [] });
  const program = await buildProgram(
    { ...world, fetch: () => Promise.reject(new Error("asks nothing")) },
    () => {},
  );
  return pageOf("The svc program", [
    introduction,
    "## svc",
    verbatim(helpOf(program)),
    ...below(program).flatMap((command) => [`## ${fullName(command)}`, verbatim(helpOf(command))]),
    ...[...topics].flatMap(([name, text]) => [`## svc help ${name}`, verbatim(text())]),
  ]);
}

const introduction =
  "What each command says of itself with `--help`. How they work together, with their output: [the command line](../cli.md).";

function below(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((each) => [each, ...below(each)]);
}
