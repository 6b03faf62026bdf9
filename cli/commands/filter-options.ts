import type { Command } from "commander";
import { parseInstant } from "../../server/entries/instant.ts";
import { parseIssue, parseRepository } from "../../server/entries/issue-name.ts";
import type { Api } from "../api.ts";
import { chooseClient, readClients } from "../clients.ts";
import { CliError } from "../errors.ts";
import type { World } from "../world.ts";
import { addDayOptions, type DayOptions, readDays } from "./day-options.ts";
import { each, filled, once } from "./server-options.ts";

/** The options that say which entries, as typed. Those with a value keep every one given, so that none is dropped unseen. */
export type FilterOptions = DayOptions &
  Partial<
    Record<"label" | "labelPrefix" | "client" | "user" | "repo" | "issue" | "include" | "asOf", string[]>
  >;

export type Filter = {
  query: URLSearchParams;
  /** A client by id or name, which only the server knows. */
  client: string | undefined;
  /** The days that a period came to, to be told. */
  period: string | undefined;
};

/** Declares the options that every list takes (spec 4.1, 4.2, D11). */
export function addFilterOptions(command: Command): Command {
  return addDayOptions(
    command
      .option("--label <label>", "only with this label; repeat it to ask for several at once", each)
      .option("--label-prefix <prefix>", "only with a label that starts so, e.g. wbso:", each)
      .option("--client <client>", "only of this client: its name, its id, or none", each)
      .option("--user <login>", "only of this person", each)
      .option("--repo <owner/repo>", "only of this repository", each)
      .option("--issue <owner/repo#n>", "only of this issue", each),
  )
    .option("--include <what>", "superseded: also what was corrected since", each)
    .option("--as-of <instant>", "the list as it was then, e.g. 2026-11-03T09:00:00Z", each);
}

/** Checks the options before anything is asked of the server. @throws CliError `usage` that names the flag. */
export function readFilter(options: FilterOptions, world: Pick<World, "env" | "now">): Filter {
  const query = new URLSearchParams();
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined) query.set(name, value);
  };
  for (const label of options.label ?? []) query.append("label", filled("--label", label));
  set("label_prefix", text("--label-prefix", options.labelPrefix));
  const days = readDays(options, world);
  set("from", days.from);
  set("to", days.to);
  set("user", text("--user", options.user)?.replace(/^@/, ""));
  set("repository", formed("--repo", options.repo, parseRepository, "owner/repo, e.g. acme/web"));
  set("issue", formed("--issue", options.issue, parseIssue, "owner/repo#number, e.g. acme/web#12"));
  const include = (value: string) => value === "superseded" || undefined;
  set("include", formed("--include", options.include, include, "superseded"));
  const instant = "an instant with its offset, e.g. 2026-11-03T09:00:00Z";
  set("as_of", formed("--as-of", options.asOf, parseInstant, instant));
  return { query, client: text("--client", options.client), period: days.period };
}

/** The query of a filter, its client looked up. */
export async function filterQuery(api: Api, { query, client }: Filter): Promise<URLSearchParams> {
  const resolved = new URLSearchParams(query);
  if (client !== undefined) resolved.set("client_id", await clientId(api, client));
  return resolved;
}

async function clientId(api: Api, asked: string): Promise<string> {
  if (asked === "none" || /^[1-9]\d*$/.test(asked)) return asked;
  return String(chooseClient(await readClients(api), asked).id);
}

function text(flag: string, values: string[] | undefined): string | undefined {
  const value = once(flag, values);
  return value === undefined ? undefined : filled(flag, value);
}

function formed(
  flag: string,
  values: string[] | undefined,
  parse: (value: string) => unknown,
  form: string,
): string | undefined {
  const value = text(flag, values);
  if (value === undefined || parse(value)) return value;
  throw new CliError("usage", `${flag} ${JSON.stringify(value)} is not what it takes`, `Write it as ${form}`);
}
