import type { Command } from "commander";
import { openApi } from "../api.ts";
import { readEntries, type Listing } from "../entry-pages.ts";
import { jsonArray } from "../output/json.ts";
import { paintFor } from "../output/colour.ts";
import { terminalLines } from "../output/terminal-text.ts";
import { readSettings } from "../settings.ts";
import type { World } from "../world.ts";
import { addListOptions, readListOptions, type ListOptions } from "./list-options.ts";
import { entriesAsCsv, entriesAsTable, entriesAsTsv } from "./entry-output.ts";
import { leftOut, nothingFound } from "./list-notes.ts";

const kinds = {
  entries: {
    path: "/time-entries",
    summary: "list the hours that were logged, newest first",
    examples: `Examples:
  $ svc entries --from 2026-10-01 --to 2026-10-31
  $ svc entries --label-prefix wbso: --from 2026-10-01 --to 2026-10-31 --csv > wbso.csv
  $ svc entries --label client:acme --label type:bugfix --json | jq 'map(.minutes) | add'
`,
  },
  plans: {
    path: "/plans",
    summary: "list the hours that were planned, newest first",
    examples: `Examples:
  $ svc plans --label strippenkaart:2026-12
  $ svc plans --label-prefix client: --from 2026-10-01 --csv > plans.csv
  $ svc plans --json | jq 'map(.minutes) | add'
`,
  },
} as const;

const onTerminal = 50;

/** Adds `svc entries` or `svc plans` (spec 4.1, 4.2). */
export function addListCommand(program: Command, world: World, kind: keyof typeof kinds): void {
  const { summary, examples } = kinds[kind];
  const command = program
    .command(kind)
    .summary(summary)
    .description(`${summary[0]!.toUpperCase()}${summary.slice(1)}.`);
  addListOptions(command)
    .addHelpText("before", examples)
    .addHelpText("after", formats)
    .action((options: ListOptions) => list(world, kind, options));
}

const formats = `
On a terminal it prints a table with totals; in a pipe one line for each, tab-separated: id, day, minutes,
login, repository#issue, client, labels, note. Only --csv and --json keep every character of a text.
`;

type Format = "table" | "tsv" | "csv" | "json";

async function list(world: World, kind: keyof typeof kinds, options: ListOptions): Promise<void> {
  const { filter, limit, host } = readListOptions(options);
  const settings = await readSettings(world, host);
  const format = options.json ? "json" : options.csv ? "csv" : world.stdout.isTTY ? "table" : "tsv";
  const most = limit ?? (format === "table" ? onTerminal : undefined);
  const listing = await readEntries(openApi(world, settings), kinds[kind].path, filter, most);
  await world.stdout.write(rendered(listing, format));
  const note =
    listing.totals.entries === 0 ? nothingFound(kind, filter) : leftOut(kind, listing, limit !== undefined);
  if (note) await world.stderr.write(note);

  function rendered(listing: Listing, format: Format): string {
    const { entries } = listing;
    if (format === "json") return jsonArray(entries);
    if (format === "tsv") return entriesAsTsv(entries);
    if (format === "table")
      return entriesAsTable(kind, listing, world.stdout.columns ?? 80, paintFor(world, options.color));
    const csv = entriesAsCsv(entries);
    // Exact in a file or a pipe; a terminal would obey what is in it.
    return world.stdout.isTTY ? terminalLines(csv) : csv;
  }
}
