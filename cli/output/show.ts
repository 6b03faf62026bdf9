import type { World } from "../world.ts";

/** Prints what is for people; in a pager where it is longer than the terminal, unless they want none. */
export async function show(
  { stdout, env, showInPager }: Pick<World, "stdout" | "env" | "showInPager">,
  text: string,
  wantsPager: boolean,
): Promise<void> {
  const pager = (env["SVC_PAGER"] ?? env["PAGER"] ?? "less").trim();
  const isLong = stdout.isTTY && stdout.rows !== undefined && text.split("\n").length > stdout.rows;
  const paged = wantsPager && isLong && pager !== "" && pager !== "cat" && env["TERM"] !== "dumb";
  if (paged && (await showInPager(text, pager))) return;
  await stdout.write(text);
}
