import type { Command } from "commander";
import { formatDuration } from "../../server/entries/duration.ts";
import type { SeenLabelListJson } from "../../server/entries/labels/json.ts";
import { dimensionOf } from "../../server/entries/label-filter.ts";
import type { Api } from "../api.ts";
import { printRows, type RowColumn } from "../output/rows.ts";
import { readPages } from "../pages.ts";
import type { World } from "../world.ts";
import { addServerOptions, connect, each, filled, once, type ServerOptions } from "./server-options.ts";
import { tell } from "./tell.ts";

type SeenLabel = SeenLabelListJson["data"][number];
type Options = ServerOptions & { prefix?: string[]; json?: boolean };

/** Adds `svc labels`: what there is to filter by. There is no register of labels (spec 1). */
export function addLabels(program: Command, world: World): void {
  const command = program
    .command("labels")
    .description(
      "Lists the labels that were seen on entries, with the hours and plans that stand under each.",
    )
    .addHelpText("before", examples)
    .addHelpText("after", pipe)
    .option("--prefix <text>", "only those that begin so, e.g. wbso:", each)
    .option("--json", "as a JSON array, as the API gives them");
  addServerOptions(command).action((options: Options) => list(world, options));
}

const examples = `Examples:
  $ svc labels
  $ svc labels --prefix wbso:
  $ svc labels --prefix strippenkaart: --json
`;

const pipe = `
In a pipe it prints a line for each, tab-separated: label, entries, minutes, plans, planned minutes.
`;

async function list(world: World, options: Options): Promise<void> {
  const prefix = once("--prefix", options.prefix);
  if (prefix !== undefined) filled("--prefix", prefix);
  const labels = await readLabels(await connect(world, options), prefix);
  await printRows(world, labels, columns, options);
  if (labels.length > 0) return;
  await tell(world, prefix === undefined ? "No labels were seen yet." : `No label begins with ${prefix}`);
}

/** The labels that were seen and begin so, in the order of their bytes. */
export function readLabels(api: Pick<Api, "get" | "host">, prefix?: string): Promise<SeenLabel[]> {
  const filter = new URLSearchParams(prefix === undefined ? {} : { prefix });
  return readPages<SeenLabel>(
    api,
    "/labels",
    filter,
    ({ label, time, plan }) =>
      typeof label === "string" && Number.isSafeInteger(time?.minutes) && Number.isSafeInteger(plan?.minutes),
  );
}

/** The dimensions (spec 2.6) of labels, each once: what a prefix may well be. */
export function dimensionsOf(labels: string[]): string[] {
  return [...new Set(labels.flatMap((label) => dimensionOf(label) ?? []))];
}

const columns: RowColumn<SeenLabel>[] = [
  { title: "LABEL", least: 12, person: ({ label }) => label },
  { title: "ENTRIES", align: "right", person: ({ time }) => String(time.entries) },
  span("LOGGED", ({ time }) => time.minutes),
  { title: "PLANS", align: "right", person: ({ plan }) => String(plan.entries) },
  span("PLANNED", ({ plan }) => plan.minutes),
];

function span(title: string, of: (label: SeenLabel) => number): RowColumn<SeenLabel> {
  return {
    title,
    align: "right",
    person: (label) => (of(label) === 0 ? "–" : formatDuration(of(label))),
    program: (label) => String(of(label)),
  };
}
