import type { Command } from "commander";
import { decimalHours } from "../../server/entries/hours.ts";
import { readTotals } from "../entry-pages.ts";
import { readGrouping } from "../reports/grouping.ts";
import type { World } from "../world.ts";
import { tellPeriod } from "./day-options.ts";
import { filterQuery, readFilter } from "./filter-options.ts";
import { listEntries } from "./entry-list.ts";
import { reportGroups } from "./group-report.ts";
import { addListOptions, type ListKind, type ListOptions, readLimit } from "./list-options.ts";
import { destinationOf } from "./output-options.ts";
import { connect } from "./server-options.ts";
import { written } from "../output/sink.ts";

const kinds = {
  entries: {
    path: "/time-entries",
    summary: "list the hours that were logged, newest first",
    examples: `Examples:
  $ svc entries --period last-month --group-by client
  $ svc entries --label-prefix wbso: --period 2026-Q4 --csv date,user,issue,hours,client,wbso: -o wbso.csv
  $ svc entries --label client:acme --label type:bugfix --json | jq 'map(.minutes) | add'
`,
  },
  plans: {
    path: "/plans",
    summary: "list the hours that were planned, newest first",
    examples: `Examples:
  $ svc plans --label strippenkaart:2026-12
  $ svc plans --label-prefix client: --from 2026-10-01 --csv > plans.csv
  $ svc plans --period 2026 --group-by client --group-by month
`,
  },
} as const;

/** Adds `svc entries` or `svc plans` (spec 4.1, 4.2), to which `list` may be added in words. @returns the command. */
export function addListCommand(program: Command, world: World, name: keyof typeof kinds): Command {
  const { summary, examples, path } = kinds[name];
  const declare = (command: Command) =>
    addListOptions(command)
      .summary(summary)
      .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`)
      .addHelpText("before", examples)
      .addHelpText("after", formats)
      .action((options: ListOptions) => list(world, { name, path }, options));
  // Options that follow `list` are its own.
  const command = declare(program.command(name)).enablePositionalOptions();
  declare(command.command("list", { hidden: true }));
  return command;
}

const formats = `
On a terminal it prints a table with totals; in a pipe one line for each, tab-separated: id, day, minutes,
login, repository#issue, client, labels, note. Only CSV and JSON keep every character of a text.
Nothing is printed before all of it has come, except with --ndjson; exit code 3 tells a list that broke off.
`;

async function list(world: World, kind: ListKind, options: ListOptions): Promise<void> {
  const filter = readFilter(options, world);
  const limit = readLimit(options);
  const grouping = readGrouping(options.groupBy);
  const destination = destinationOf(options);
  const run = options.total
    ? total
    : grouping
      ? reportGroups(world, kind, options, grouping)
      : listEntries(world, kind, options, limit);
  const api = await connect(world, options);
  await tellPeriod(world, filter, options.quiet);
  await run(api, await filterQuery(api, filter), filter);

  async function total(...[from, query]: Parameters<ReturnType<typeof listEntries>>): Promise<void> {
    const { minutes } = await readTotals(from, kind.path, query);
    await written(world, destination, (write) => write(`${decimalHours(minutes)}\n`));
  }
}
