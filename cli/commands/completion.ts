import { Argument, type Command } from "commander";
import { type Candidate, fitting, suggest } from "../completion/candidates.ts";
import { liveWords } from "../completion/live.ts";
import { scripts, type Shell, shells } from "../completion/scripts.ts";
import type { World } from "../world.ts";

/** Adds `svc completion`, and what its scripts ask at each tab. */
export function addCompletion(program: Command, world: World): void {
  program
    .command("completion")
    .addArgument(new Argument("<shell>").choices(shells))
    .description(
      "Prints the script that completes svc in a shell: commands and options, and the labels, clients, repositories and people that your server knows.",
    )
    .addHelpText("before", examples)
    .action((shell: Shell) => world.stdout.write(scripts[shell]));
  program
    .command("__complete [words...]", { hidden: true })
    .action((words: string[]) => complete(program, world, words));
}

const examples = `Examples:
  $ source <(svc completion bash)
  $ svc completion fish > svc.fish
  $ svc completion powershell > svc-completion.ps1
`;

async function complete(program: Command, world: World, given: string[]): Promise<void> {
  const current = (given.at(-1) ?? "").replace(/^:/, "");
  const words = given.slice(0, -1);
  const { words: known, live, before } = suggest(program, words, current);
  // Nobody wants an error in the middle of a line: without a server there is less to suggest.
  const found = live ? await liveWords(world, live, hostIn(words)).catch(() => []) : [];
  const all: Candidate[] = [...known, ...found.map((value) => ({ value }))];
  const candidates = fitting(
    all.map(({ value, ...more }) => ({ value: before + value, ...more })),
    current,
  );
  await world.stdout.write(candidates.map(({ value, about }) => `${value}\t${about ?? ""}\n`).join(""));
}

function hostIn(words: string[]): string | undefined {
  const at = words.findIndex((word) => word === "--host" || word.startsWith("--host="));
  if (at === -1) return undefined;
  return words[at] === "--host" ? words[at + 1] : words[at]!.slice("--host=".length);
}
