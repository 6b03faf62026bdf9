import { CliError } from "../errors.ts";
import { terminalText } from "../output/terminal-text.ts";
import type { World } from "../world.ts";

/**
 * Asks a person before something that others will notice; a program says so with `--yes`.
 * @throws CliError `usage` where nobody can be asked or the answer is not yes.
 */
export async function confirm(world: World, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return;
  if (!world.stdin.isTTY) {
    throw new CliError("usage", `${question} Nobody is there to say so`, "If it is meant, add --yes");
  }
  const answer = await world.stdin.ask(`${terminalText(question)} [y/N] `);
  if (!/^\s*(y|yes|j|ja)\s*$/i.test(answer)) {
    throw new CliError("usage", "nothing was changed", "Answer y to go on, or add --yes");
  }
}
