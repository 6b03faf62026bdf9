import type { Command } from "commander";
import { formatDuration } from "../../server/entries/duration.ts";
import type { PlanVsActualJson } from "../../server/entries/plan-vs-actual/json.ts";
import type { Api } from "../api.ts";
import { readIssue } from "../issue-argument.ts";
import { paintFor } from "../output/colour.ts";
import { printRows, type RowColumn } from "../output/rows.ts";
import { printJson } from "../output/json.ts";
import { terminalText } from "../output/terminal-text.ts";
import { known } from "../unknown-form.ts";
import type { World } from "../world.ts";
import { addServerOptions, connect, type ServerOptions } from "./server-options.ts";

type Options = ServerOptions & { json?: boolean };

/** Adds `svc plan-vs-actual`, also `svc pva` (spec 4.3, D8a). */
export function addPlanVsActual(program: Command, world: World): void {
  const command = program
    .command("plan-vs-actual <issue>")
    .alias("pva")
    .description("Compares what an issue is planned at with what was logged on it, in all and by person.")
    .addHelpText("before", examples)
    .addHelpText("after", pipe)
    .option("--json", "all that the server says, its entries too, as JSON");
  addServerOptions(command).action((text: string, options: Options) => report(world, text, options));
}

const examples = `Examples:
  $ svc plan-vs-actual acme/web#12
  $ svc pva https://github.com/acme/web/issues/12
  $ svc pva acme/web#12 --json
`;

const pipe = `
In a pipe it prints a line for each person, tab-separated, in minutes: login, planned, logged, difference.
`;

async function report(world: World, text: string, options: Options): Promise<void> {
  const issue = readIssue(text);
  const found = await readPlanVsActual(await connect(world, options), issue);
  if (options.json) return printJson(world.stdout, found);
  if (world.stdout.isTTY) await world.stdout.write(`${summary(found, world)}\n`);
  await printRows(world, found.people, columns, {});
}

/** Asks the server to compare plan and actual of one issue. */
export async function readPlanVsActual(
  api: Pick<Api, "get" | "host">,
  { repository, number }: { repository: string; number: number },
): Promise<PlanVsActualJson> {
  return known<PlanVsActualJson>(
    await api.get(`/issues/${repository}/${number}/plan-vs-actual`),
    api.host,
    ({ people, planned_minutes, actual_minutes, issue }) =>
      Array.isArray(people) &&
      Number.isSafeInteger(planned_minutes) &&
      Number.isSafeInteger(actual_minutes) &&
      typeof issue?.url === "string",
  );
}

function summary(found: PlanVsActualJson, world: World): string {
  const { repository, issue, planned_minutes, actual_minutes, people } = found;
  const name = `${repository}#${issue.number}${issue.title === null ? "" : ` ${issue.title}`}`;
  const sums = `${span(planned_minutes)} planned · ${span(actual_minutes)} logged · ${verdict(found)}`;
  const lines = `${terminalText(name)}\n${paintFor(world, true).bold(sums)}\n`;
  return people.length === 0 ? `${lines}\nNothing is planned or logged on it.` : lines;
}

function verdict({ planned_minutes, difference_minutes }: PlanVsActualJson): string {
  if (planned_minutes === 0) return "no plan";
  if (difference_minutes === 0) return "exactly as planned";
  return difference_minutes > 0 ? `${span(difference_minutes)} over` : `${span(-difference_minutes)} left`;
}

type Person = PlanVsActualJson["people"][number];

const columns: RowColumn<Person>[] = [
  { title: "WHO", person: ({ user }) => user.login },
  minutes("PLANNED", ({ planned_minutes }) => planned_minutes),
  minutes("LOGGED", ({ actual_minutes }) => actual_minutes),
  minutes("DIFFERENCE", ({ difference_minutes }) => difference_minutes, true),
];

function minutes(title: string, of: (person: Person) => number, signed = false): RowColumn<Person> {
  const shown = (amount: number) =>
    amount < 0 ? `−${span(-amount)}` : `${amount > 0 ? "+" : ""}${span(amount)}`;
  return {
    title,
    align: "right",
    person: (person) => (signed ? shown(of(person)) : span(of(person))),
    program: (person) => String(of(person)),
  };
}

function span(amount: number): string {
  return amount === 0 ? "0h" : formatDuration(amount);
}
