import type { Command } from "commander";
import { Concluded } from "../errors.ts";
import { printRows, type RowColumn } from "../output/rows.ts";
import { createAdvisor, type Finding } from "../reports/advice.ts";
import type { World } from "../world.ts";
import { addDayOptions, type DayOptions, tellPeriod, timeZone } from "./day-options.ts";
import { type FilterOptions, filterQuery, readFilter } from "./filter-options.ts";
import { counted } from "./list-notes.ts";
import { readAll } from "./read-all.ts";
import { addServerOptions, connect, each, type ServerOptions } from "./server-options.ts";

type Options = DayOptions & Pick<FilterOptions, "user"> & ServerOptions & { json?: boolean; quiet?: boolean };

/** Adds `svc check`: advice on hours for the WBSO, which never changes anything. */
export function addCheck(program: Command, world: World): void {
  const command = program
    .command("check")
    .summary("look for hours that the WBSO may ask about")
    .description("Looks for hours that somebody may ask about, for the WBSO above all. It changes nothing.");
  addServerOptions(
    addDayOptions(command)
      .option("--user <login>", "only of this person", each)
      .option("--json", "as a JSON array")
      .option("-q, --quiet", "say nothing on stderr but errors"),
  )
    .addHelpText("before", examples)
    .addHelpText("after", rules)
    .action((options: Options) => check(world, options));
}

const examples = `Examples:
  $ svc check
  $ svc check --period last-month --user ada
  $ svc check --period 2026-Q4 --json | jq 'map(select(.rule == "late"))'
`;

const rules = `
Without days it looks at the last 30. It finds, by the name of the rule:
  late       wbso: hours logged more than 10 working days after the work (holidays count as working days)
  long-day   more than 8 h of one person on one day
  leave      wbso: hours on a day with internal:verlof or internal:ziek
  label      a label that looks mistyped
  no-client  hours without a client that are not internal:
Exit code 3 tells that something was found. In a pipe it prints a line for each, tab-separated: rule, day, login,
ids of the entries, what it is.
`;

async function check(world: World, options: Options): Promise<void> {
  const { period, from, to } = options;
  const days = period || from || to ? {} : { period: ["last-30-days"] };
  const filter = readFilter({ ...options, ...days }, world);
  const api = await connect(world, options);
  await tellPeriod(world, filter, options.quiet);
  const advisor = createAdvisor(timeZone(world.env));
  const query = await filterQuery(api, filter);
  const list = { api, path: "/time-entries", query, quiet: options.quiet } as const;
  const { entries } = await readAll(world, list, advisor.add);
  const findings = advisor.findings();
  await printRows(world, findings, columns, options);
  const found = findings.length === 0 ? "Nothing" : findings.length.toLocaleString("en");
  const things = findings.length === 1 ? "thing" : "things";
  const what = findings.length === 0 ? found : `${found} ${things}`;
  if (!options.quiet) await world.stderr.write(`${what} to look at in ${counted("entries", entries)}.\n`);
  if (findings.length > 0) throw new Concluded("incomplete");
}

const columns: RowColumn<Finding>[] = [
  { title: "RULE", person: ({ rule }) => rule },
  { title: "DAY", person: ({ day }) => day ?? "–", program: ({ day }) => day ?? "" },
  { title: "WHO", least: 6, person: ({ user }) => user ?? "–", program: ({ user }) => user ?? "" },
  {
    title: "ENTRIES",
    least: 8,
    person: ({ entries }) => entries.join(", "),
    program: ({ entries }) => entries.join(","),
  },
  { title: "WHAT", least: 20, person: ({ message }) => message },
];
