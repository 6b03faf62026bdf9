import { type Command, Option } from "commander";
import { dayIn } from "../../server/entries/date-range.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { CliError } from "../errors.ts";
import { show } from "../output/show.ts";
import { written } from "../output/sink.ts";
import { type Rounding, statementOf } from "../reports/statement.ts";
import type { World } from "../world.ts";
import { tellPeriod, timeZone } from "./day-options.ts";
import { addFilterOptions, filterQuery, readFilter } from "./filter-options.ts";
import { tellEmpty } from "./empty-list.ts";
import { saved } from "./list-notes.ts";
import type { ListOptions } from "./list-options.ts";
import { addDestinationOptions, addDialectOption, destinationOf, refuseNames } from "./output-options.ts";
import { readAll } from "./read-all.ts";
import { addServerOptions, connect, each, filled, once } from "./server-options.ts";
import { statementAs, type StatementFormat } from "./statement-output.ts";

type Options = ListOptions & { round?: Rounding["per"]; roundTo?: string[] };

/** Adds `svc statement`: what was used of a budget, to be sent to whom it belongs. */
export function addStatement(program: Command, world: World): void {
  const command = program
    .command("statement")
    .summary("make a usage statement of a budget or a client")
    .description("Makes a usage statement of a budget or a client, day by day, to send to somebody.");
  addFilterOptions(command)
    .addOption(
      new Option(
        "--round <per>",
        "bill each entry, each day or the total rounded up; raw time stays",
      ).choices(["entry", "day", "total"]),
    )
    .option("--round-to <minutes>", "to a multiple of so many minutes (default: 15)", each)
    .addOption(new Option("--csv", "as CSV, a row for each entry").conflicts("json"))
    .option("--json", "as JSON, with days and totals");
  addServerOptions(addDestinationOptions(addDialectOption(command)))
    .addHelpText("before", examples)
    .action((options: Options) => state(world, options));
}

const examples = `Examples:
  $ svc statement --label strippenkaart:2026-12
  $ svc statement --label strippenkaart:2026-12 --round day --round-to 30 -o statement.txt
  $ svc statement --client Acme --period last-month --round entry --csv --csv-dialect excel-nl
`;

async function state(world: World, options: Options): Promise<void> {
  const filter = readFilter(options, world);
  const what = [...(options.label ?? []), ...(options.labelPrefix ?? []), ...(options.client ?? [])];
  if (what.length === 0) {
    const fix = "Add --label strippenkaart:X, or --client NAME";
    throw new CliError("usage", "a statement needs to know of what", fix);
  }
  const rounding = readRounding(options);
  const format = formatOf(options, rounding);
  const destination = destinationOf(options);
  const api = await connect(world, options);
  await tellPeriod(world, filter, options.quiet);
  const query = await filterQuery(api, filter);
  const entries: EntryJson[] = [];
  const list = { api, path: "/time-entries", query, quiet: options.quiet } as const;
  const totals = await readAll(world, list, (portion) => entries.push(...portion));
  const statement = statementOf(entries, rounding);
  const about = {
    what,
    from: query.get("from"),
    to: query.get("to"),
    made: filter.query.get("as_of") ?? dayIn(timeZone(world.env), world.now()),
    rounding,
  };
  const isShown = world.stdout.isTTY && destination.file === undefined;
  const text = statementAs(format, statement, about, {
    width: isShown ? (world.stdout.columns ?? 80) : Infinity,
    dialect: options.csvDialect ?? "rfc4180",
    isShown,
  });
  if (isShown && format === "text") await show(world, text, options.pager);
  else await written(world, destination, (write) => write(text));
  if (options.quiet) return;
  if (entries.length === 0) await tellEmpty(world, api, "entries", filter);
  if (destination.file) await world.stderr.write(saved("entries", totals, destination.file));
}

function readRounding({ round, roundTo }: Options): Rounding | undefined {
  const to = once("--round-to", roundTo);
  if (round === undefined) {
    if (to === undefined) return undefined;
    throw new CliError("usage", "--round-to is there without --round", "Add --round entry, day or total");
  }
  if (to === undefined) return { per: round, to: 15 };
  if (/^[1-9]\d{0,3}$/.test(filled("--round-to", to)) && Number(to) <= 1440)
    return { per: round, to: Number(to) };
  const what = `--round-to ${JSON.stringify(to)} is not a number of minutes`;
  throw new CliError("usage", what, "Write a whole number from 1 to 1440, e.g. 15");
}

function formatOf(options: Options, rounding: Rounding | undefined): StatementFormat {
  refuseNames(options, "a statement has its own columns");
  const ending = /\.(csv|json)$/i.exec(once("--output", options.output) ?? "")?.[1]?.toLowerCase();
  const format = options.json ? "json" : options.csv || ending === "csv" ? "csv" : (ending ?? "text");
  if (options.csvDialect && format !== "csv") {
    throw new CliError("usage", "--csv-dialect is for CSV", "Add --csv, or leave it out");
  }
  if (format === "csv" && rounding && rounding.per !== "entry") {
    throw new CliError(
      "usage",
      `CSV has a row for each entry, and --round ${rounding.per} rounds no entry`,
      "Use --json or text, or --round entry",
    );
  }
  return format as StatementFormat;
}
