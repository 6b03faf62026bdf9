import { Command, CommanderError } from "commander";
import { version } from "../package.json" with { type: "json" };
import { addListCommand } from "./commands/entries.ts";
import { addHelp } from "./commands/help.ts";
import { CliError, type Exit, errorText, exits } from "./errors.ts";
import { refuseForgottenValue } from "./forgotten-value.ts";
import type { World } from "./world.ts";

/** Runs one command line, given without the program's own name. @returns the exit code; all of them stand in errors.ts. */
export async function run(argv: string[], world: World): Promise<number> {
  const exit = await perform(argv, world).catch((error: unknown) => tell(error, world));
  return exits[exit].code;
}

async function perform(argv: string[], world: World): Promise<Exit> {
  const help: string[] = [];
  const program = buildProgram(world, (text) => help.push(text));
  refuseForgottenValue(program, argv);
  const refused = await program.parseAsync(argv, { from: "user" }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (help.length === 0) {
    if (refused === undefined) return "ok";
    throw refused instanceof CommanderError ? asUsage(refused, program, argv) : refused;
  }
  // Commander throws after printing help too. Help that was asked for is the result; instead of one, it is talk.
  const asked = !(refused instanceof CommanderError) || refused.exitCode === 0;
  await (asked ? world.stdout : world.stderr).write(help.join(""));
  return asked ? "ok" : "usage";
}

function buildProgram(world: World, print: (text: string) => void): Command {
  const program = new Command("svc")
    .description("Hours logged with /log on issues, from the command line.")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: print,
      // Errors are told once, in our own form.
      outputError: () => {},
      getOutHelpWidth: () => world.stdout.columns ?? 100,
      getErrHelpWidth: () => world.stderr.columns ?? 100,
    })
    .addHelpText("before", examples)
    .addHelpText("after", environment);
  addListCommand(program, world, "entries");
  addListCommand(program, world, "plans");
  addHelp(program, print);
  return program;
}

const examples = `Examples:
  $ svc entries --from 2026-10-01 --to 2026-10-31
  $ svc entries --label-prefix wbso: --from 2026-10-01 --to 2026-10-31 --csv > wbso.csv
  $ svc plans --label client:acme
`;

const environment = `
Environment:
  SVC_HOST        the server, e.g. https://hours.example.com (default: http://localhost:3000)
  SVC_TOKEN       your token, made on the server's page /admin/tokens
  SVC_TOKEN_FILE  a file that holds it, read where SVC_TOKEN is not set
`;

/** Commander's own errors, in our form. */
function asUsage(error: CommanderError, program: Command, argv: string[]): CliError {
  const [what = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const command = program.commands.find((each) => each.name() === argv[0]);
  const spaces = error.code === "commander.excessArguments" && "A value with spaces needs quotes around it.";
  const see = `See: svc ${command ? `${command.name()} ` : ""}--help`;
  const fix = [suggestion?.replace(/^\((.*)\)$/, "$1"), spaces, see].filter(Boolean).join(" ");
  return new CliError("usage", what, fix);
}

async function tell(error: unknown, world: World): Promise<Exit> {
  const failure = asFailure(error);
  if (failure === "nobody reads on") return "ok";
  // Where stderr cannot be written either, the exit code still tells.
  await world.stderr.write(errorText(failure)).catch(() => {});
  return failure.exit;
}

function asFailure(error: unknown): CliError | "nobody reads on" {
  if (error instanceof CliError) return error;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === "EPIPE") return "nobody reads on";
  if (syscall === "write") {
    const fix = "What is there is not the whole of it. Make room, or write it elsewhere";
    return new CliError("incomplete", `the output could not be written (${code})`, fix);
  }
  return new CliError(
    "failed",
    `something went wrong inside svc: ${message}`,
    "Please report it with the command",
  );
}
