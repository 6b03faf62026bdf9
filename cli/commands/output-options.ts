import { type Command, Option } from "commander";
import { type Dialect, dialects } from "../output/csv.ts";
import { CliError } from "../errors.ts";
import type { Destination } from "../output/sink.ts";
import { each, filled, once } from "./server-options.ts";

/** The options that say how a result is given, as typed. An option with an optional value is true without one. */
export type OutputOptions = {
  csv?: string | true;
  csvDialect?: Dialect;
  json?: string | true;
  ndjson?: string | true;
  tsv?: boolean;
  header?: boolean;
  output?: string[];
  force?: boolean;
  color: boolean;
  pager: boolean;
  quiet?: boolean;
};

export type Format = "table" | "tsv" | "csv" | "json" | "ndjson";

/** Declares where a result goes and how it looks. */
export function addDestinationOptions(command: Command): Command {
  return command
    .option("-o, --output <file>", "write it to a file, which appears when it is whole", each)
    .option("-f, --force", "let -o put it in the place of a file that is there")
    .option("-q, --quiet", "say nothing on stderr but errors")
    .option("--no-pager", "print a long table as it is (also SVC_PAGER=cat)")
    .option("--no-color", "no colour (also NO_COLOR=1)");
}

/** Declares the dialects of CSV. */
export function addDialectOption(command: Command): Command {
  return command.addOption(
    new Option(
      "--csv-dialect <dialect>",
      "excel-nl for a Dutch Excel: semicolons, decimal commas, dd-mm-yyyy",
    ).choices(dialects),
  );
}

/**
 * The format that was asked for: by a flag, by the ending of the file's name, else a table on a terminal and TSV in a pipe.
 * @throws CliError `usage` where nothing says it.
 */
export function formatOf(options: OutputOptions, isTTY: boolean): Format {
  const file = once("--output", options.output);
  const named = (["csv", "json", "ndjson", "tsv"] as const).find((format) => options[format] !== undefined);
  const format = named ?? (file === undefined ? (isTTY ? "table" : "tsv") : endingOf(file));
  if (options.csvDialect && format !== "csv") {
    throw new CliError("usage", "--csv-dialect is for CSV", "Add --csv, or leave it out");
  }
  if (options.header && format !== "tsv") {
    throw new CliError("usage", `--header is for TSV, and this is ${format}`, "Add --tsv, or leave it out");
  }
  return format;
}

/** @throws CliError `usage` */
export function destinationOf(options: OutputOptions, direct = false): Destination {
  const file = once("--output", options.output);
  if (file === undefined && options.force) {
    throw new CliError("usage", "-f is there without -o", "Add -o FILE, or leave -f out");
  }
  return {
    file: file === undefined ? undefined : filled("--output", file),
    overwrite: options.force ?? false,
    direct,
  };
}

/** @throws CliError `usage` for columns or fields named where the result has its own. */
export function refuseNames(options: OutputOptions, why: string): void {
  for (const flag of ["csv", "json", "ndjson"] as const) {
    const named = valueOf(options[flag]);
    if (named === undefined) continue;
    throw new CliError("usage", `${why}, so --${flag} ${named} cannot be`, `Write --${flag} alone`);
  }
}

/** The value of an option with an optional one, where it has one. */
export function valueOf(option: string | true | undefined): string | undefined {
  return option === true ? undefined : option;
}

function endingOf(file: string): Format {
  const ending = /\.(csv|json|ndjson|tsv)$/i.exec(file)?.[1]?.toLowerCase();
  if (ending) return ending as Format;
  throw new CliError(
    "usage",
    `${file} does not say what is to be in it`,
    "Add --csv, --json, --ndjson or --tsv, or give the file such an ending",
  );
}
