import type { World } from "../world.ts";

/** Marks up text that is already fit for the terminal. Colour never says anything alone. */
export type Paint = { bold: (text: string) => string; dim: (text: string) => string };

/** Paint for stdout: none in a pipe, on a terminal that cannot, or where the person asked for none (no-color.org). */
export function paintFor({ stdout, env }: Pick<World, "stdout" | "env">, wanted: boolean): Paint {
  const unwanted = env["NO_COLOR"] || env["SVC_NO_COLOR"] || env["TERM"] === "dumb";
  if (!wanted || !stdout.isTTY || unwanted) return { bold: (text) => text, dim: (text) => text };
  return { bold: (text) => `\x1b[1m${text}\x1b[22m`, dim: (text) => `\x1b[2m${text}\x1b[22m` };
}
