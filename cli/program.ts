import { Command, CommanderError } from "commander";
import { version } from "../package.json" with { type: "json" };
import { commandAt, fullName } from "./command-at.ts";
import { commandTable, type Entry, meant } from "./command-table.ts";
import { CliError, Concluded, type Exit, errorText, exits } from "./errors.ts";
import { refuseForgottenValue } from "./forgotten-value.ts";
import { overview } from "./overview.ts";
import { traced } from "./trace.ts";
import type { World } from "./world.ts";

/** Runs one command line, given without the program's own name. @returns the exit code; all of them stand in errors.ts. */
export async function run(argv: string[], world: World): Promise<number> {
  const exit = await perform(argv, world).catch((error: unknown) => tell(error, world));
  return exits[exit].code;
}

async function perform(argv: string[], world: World): Promise<Exit> {
  const help: string[] = [];
  const program = await buildProgram(world, (text) => help.push(text), meant(argv));
  refuseForgottenValue(program, argv);
  const refused = await program.parseAsync(debugFirst(argv), { from: "user" }).then(
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

/** `--debug` is of the whole program, and may be typed anywhere all the same. */
function debugFirst(argv: string[]): string[] {
  const end = argv.includes("--") ? argv.indexOf("--") : argv.length;
  const at = argv.indexOf("--debug");
  return at > 0 && at < end ? ["--debug", ...argv.toSpliced(at, 1)] : argv;
}

/**
 * The tree of commands.
 * @param print takes the help of a command.
 * @param declared those that are declared in full; of the others it knows the name and what they are for.
 */
export async function buildProgram(
  plainWorld: World,
  print: (text: string) => void,
  declared: Entry[] = commandTable,
): Promise<Command> {
  const program = new Command("svc");
  const debugging = () => plainWorld.env["SVC_DEBUG"] === "api" || program.opts()["debug"] === true;
  const world = traced(plainWorld, debugging);
  program
    .description("Hours logged with /log on issues, from the command line.")
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand(false)
    .option("--debug", "tell every request and answer on stderr, without tokens (also SVC_DEBUG=api)")
    // An option after a command is that command's: `entries` and `entries view` both have --json.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: print,
      // Errors are told once, in our own form.
      outputError: () => {},
      getOutHelpWidth: () => world.stdout.columns ?? 100,
      getErrHelpWidth: () => world.stderr.columns ?? 100,
    });
  program.helpInformation = overview;
  for (const entry of commandTable) {
    const { name, alias, summary, load } = entry;
    if (declared.includes(entry)) (await load())(program, world, print);
    else program.command(name).aliases(alias ? [alias] : []);
    program.commands.find((each) => each.name() === name)!.summary(summary);
  }
  return program;
}

/** Commander's own errors, in our form. */
function asUsage(error: CommanderError, program: Command, argv: string[]): CliError {
  const [what = "", suggestion] = error.message.replace(/^error: /, "").split("\n");
  const spaces = error.code === "commander.excessArguments" && "A value with spaces needs quotes around it.";
  const see = `See: ${fullName(commandAt(program, argv).command)} --help`;
  const fix = [suggestion?.replace(/^\((.*)\)$/, "$1"), spaces, see].filter(Boolean).join(" ");
  return new CliError("usage", what, fix);
}

async function tell(error: unknown, world: World): Promise<Exit> {
  if (error instanceof Concluded) return error.exit;
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
