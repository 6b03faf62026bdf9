import { type Command, Option } from "commander";
import type { ListPath } from "../entry-stream.ts";
import { CliError } from "../errors.ts";
import { addFilterOptions, type FilterOptions } from "./filter-options.ts";
import { addDestinationOptions, addDialectOption, type OutputOptions } from "./output-options.ts";
import { addServerOptions, each, once, type ServerOptions } from "./server-options.ts";

/** Which of the two lists. */
export type ListKind = { name: "entries" | "plans"; path: ListPath };

export type ListOptions = FilterOptions &
  OutputOptions &
  ServerOptions & {
    limit?: string[];
    total?: boolean;
    groupBy?: string[];
  };

/** Declares the options of a list of entries or plans. */
export function addListOptions(command: Command): Command {
  const formats = ["csv", "json", "ndjson", "tsv", "total"];
  const formatOption = (flags: string, description: string) => {
    const option = new Option(flags, description);
    return option.conflicts(formats.filter((format) => format !== option.attributeName()));
  };
  addFilterOptions(command)
    .option("-L, --limit <number>", "at most so many, the newest (on a terminal: 50, else all)", each)
    .option(
      "--group-by <key>",
      "add up by client, user, repo, issue, day, week, month or wbso:; repeat it",
      each,
    )
    .addOption(
      formatOption("--csv [columns]", "as CSV; columns with commas between, also labels: date,hours,wbso:"),
    )
    .addOption(formatOption("--json [fields]", "as a JSON array, as the API gives them, or only some fields"))
    .addOption(formatOption("--ndjson [fields]", "as one JSON object a line, printed while they come"))
    .addOption(formatOption("--tsv", "tab-separated, as in a pipe"))
    .addOption(formatOption("--total", "only the hours, as one number: 41.25"));
  addDialectOption(command).option("--header", "names above the columns of TSV");
  return addServerOptions(addDestinationOptions(command));
}

/** The most entries to show, or undefined where the person set no limit. @throws CliError `usage` */
export function readLimit(options: ListOptions): number | undefined {
  const value = once("--limit", options.limit);
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value)) {
    throw new CliError(
      "usage",
      `--limit ${JSON.stringify(value)} is not a number of rows`,
      "Write a whole number from 1, or leave it out",
    );
  }
  const sums = options.total ? "--total" : options.groupBy ? "--group-by" : undefined;
  if (sums) {
    throw new CliError("usage", `--limit would leave hours out of ${sums}`, "Leave one of them out");
  }
  return Number(value);
}
