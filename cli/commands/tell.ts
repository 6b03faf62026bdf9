import { withoutTokens } from "../errors.ts";
import { terminalText } from "../output/terminal-text.ts";
import type { World } from "../world.ts";

/** A line of talk, on stderr. */
export function tell({ stderr }: Pick<World, "stderr">, line: string): Promise<void> {
  return stderr.write(`${terminalText(withoutTokens(line))}\n`);
}
