import { Option, type Command } from "commander";
import { parseDay } from "../../server/entries/date-range.ts";
import { CliError } from "../errors.ts";

/** The options of a list as typed. Those with a value keep every one given, so that none is dropped unseen. */
export type ListOptions = {
  label?: string[];
  labelPrefix?: string[];
  from?: string[];
  to?: string[];
  limit?: string[];
  host?: string[];
  json?: boolean;
  csv?: boolean;
  color: boolean;
};

export type ListRequest = {
  filter: URLSearchParams;
  /** Undefined where the person set none. */
  limit: number | undefined;
  host: string | undefined;
};

/** Declares the options that every list takes (spec 4.1, 4.2, D11). */
export function addListOptions(command: Command): Command {
  return command
    .option("--label <label>", "only with this label; repeat it to ask for several at once", each)
    .option("--label-prefix <prefix>", "only with a label that starts so, e.g. wbso:", each)
    .option("--from <day>", "first day, YYYY-MM-DD", each)
    .option("--to <day>", "last day, inclusive, YYYY-MM-DD", each)
    .option("-L, --limit <number>", "at most so many, the newest (on a terminal: 50, else all)", each)
    .addOption(new Option("--csv", "all of them as CSV, with a header row").conflicts("json"))
    .option("--json", "all of them as a JSON array, as the API gives them")
    .option("--host <address>", "the server to ask (default: SVC_HOST, or http://localhost:3000)", each)
    .option("--no-color", "no colour (also NO_COLOR=1)");
}

/** Checks the options before anything is asked of the server. @throws CliError `usage` that names the flag. */
export function readListOptions(options: ListOptions): ListRequest {
  const filter = new URLSearchParams();
  for (const label of options.label ?? []) filter.append("label", filled("--label", label));
  const prefix = once("--label-prefix", options.labelPrefix);
  if (prefix !== undefined) filter.set("label_prefix", filled("--label-prefix", prefix));
  const from = once("--from", options.from);
  const to = once("--to", options.to);
  if (from !== undefined) filter.set("from", day("--from", from));
  if (to !== undefined) filter.set("to", day("--to", to));
  // Written YYYY-MM-DD, days compare as text.
  if (from !== undefined && to !== undefined && from > to) {
    throw new CliError("usage", `--from ${from} is after --to ${to}`, "Put the earlier day in --from");
  }
  return { filter, limit: limit(once("--limit", options.limit)), host: once("--host", options.host) };
}

const each = (value: string, before: string[] = []) => [...before, value];

function once(flag: string, values: string[] = []): string | undefined {
  if (values.length > 1) {
    const given = values.map((value) => JSON.stringify(value)).join(" and ");
    throw new CliError("usage", `${flag} is given more than once: ${given}`, "Give it once");
  }
  return values[0];
}

function filled(flag: string, value: string): string {
  if (value !== "") return value;
  throw new CliError(
    "usage",
    `${flag} is empty`,
    "If a variable should hold its value, check that it is set",
  );
}

function day(flag: string, value: string): string {
  if (parseDay(value) !== null) return value;
  const why = /^\d{4}-\d\d-\d\d$/.test(value) ? "is not in the calendar" : "is not a day";
  throw new CliError(
    "usage",
    `${flag} ${JSON.stringify(value)} ${why}`,
    "Write it as YYYY-MM-DD, e.g. 2026-10-31",
  );
}

function limit(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new CliError(
    "usage",
    `--limit ${JSON.stringify(value)} is not a number of rows`,
    "Write a whole number from 1, or leave it out",
  );
}
