import type { Command } from "commander";
import { type Api, openApi } from "../api.ts";
import { CliError } from "../errors.ts";
import { waitedFor } from "../output/progress.ts";
import { readSettings } from "../settings.ts";
import type { World } from "../world.ts";

/** What every command that asks the server takes. */
export type ServerOptions = { host?: string[] };

/** Declares the option that names the server. */
export function addServerOptions(command: Command): Command {
  return command.option(
    "--host <address>",
    "the server to ask (default: SVC_HOST, or the one you logged in to)",
    each,
  );
}

/** The API as the person who runs the command. @throws CliError `usage` or `auth` where that cannot be. */
export async function connect(world: World, options: ServerOptions & { quiet?: boolean }): Promise<Api> {
  const settings = await readSettings(world, once("--host", options.host));
  return openApi(waitedFor(world, settings.host, options.quiet === true), settings);
}

/** Keeps every value of an option that is given, so that none is dropped unseen. */
export const each = (value: string, before: string[] = []) => [...before, value];

/** The value of an option that is given once. @throws CliError `usage` */
export function once(flag: string, values: string[] = []): string | undefined {
  if (values.length <= 1) return values[0];
  const given = values.map((value) => JSON.stringify(value)).join(" and ");
  throw new CliError("usage", `${flag} is given more than once: ${given}`, "Give it once");
}

/** The same for one that must be there, and hold something. @throws CliError `usage` */
export function needed(flag: string, values: string[] | undefined, example: string): string {
  const value = once(flag, values);
  if (value === undefined)
    throw new CliError("usage", `${flag} is missing`, `Add it, e.g. ${flag} ${example}`);
  return filled(flag, value);
}

/** @throws CliError `usage` for an empty value, which a variable that is not set leaves. */
export function filled(flag: string, value: string): string {
  if (value !== "") return value;
  throw new CliError(
    "usage",
    `${flag} is empty`,
    "If a variable should hold its value, check that it is set",
  );
}
