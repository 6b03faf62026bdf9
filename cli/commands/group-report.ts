import { formatDuration } from "../../server/entries/duration.ts";
import { decimalHours } from "../../server/entries/hours.ts";
import type { Totals } from "../entry-stream.ts";
import { paintFor } from "../output/colour.ts";
import { type CsvColumn, csvWriter } from "../output/csv.ts";
import { show } from "../output/show.ts";
import { written } from "../output/sink.ts";
import { table } from "../output/table.ts";
import { terminalJson, terminalLines } from "../output/terminal-text.ts";
import { tsv } from "../output/tsv.ts";
import type { Group, Grouping, Part } from "../reports/grouping.ts";
import type { World } from "../world.ts";
import type { Report } from "./entry-list.ts";
import { tellEmpty } from "./empty-list.ts";
import { counted, saved } from "./list-notes.ts";
import type { ListKind, ListOptions } from "./list-options.ts";
import { readAll } from "./read-all.ts";
import { destinationOf, type Format, formatOf, refuseNames } from "./output-options.ts";

/** Adds entries up by the keys of `--group-by`. @throws CliError `usage` for options that do not fit. */
export function reportGroups(world: World, kind: ListKind, options: ListOptions, grouping: Grouping): Report {
  const format = formatOf(options, world.stdout.isTTY);
  const destination = destinationOf(options);
  refuseNames(options, "--group-by has its own columns");
  return async (api, query, filter) => {
    const list = { api, path: kind.path, query, quiet: options.quiet };
    const totals = await readAll(world, list, grouping.add);
    if (format === "table") await show(world, asTable(grouping, totals), options.pager);
    else await written(world, destination, (write) => write(asText(grouping, format)));
    if (options.quiet) return;
    if (totals.entries === 0) await tellEmpty(world, api, kind.name, filter);
    if (destination.file) await world.stderr.write(saved(kind.name, totals, destination.file));
  };

  function asTable({ keys, groups }: Grouping, totals: Totals): string {
    if (totals.entries === 0) return "";
    const paint = paintFor(world, options.color);
    const columns = [
      ...keys.map(({ name }) => ({ title: name.endsWith(":") ? name : name.toUpperCase(), least: 10 })),
      { title: kind.name.toUpperCase(), align: "right" as const },
      { title: "TIME", align: "right" as const },
    ];
    const rows = groups().map((group) => [
      ...group.parts.map(shown),
      group.entries.toLocaleString("en"),
      formatDuration(group.minutes),
    ]);
    const footer = `${counted(kind.name, totals.entries)} · ${formatDuration(totals.minutes)}`;
    return `${table(columns, rows, world.stdout.columns ?? 80, paint)}\n${paint.bold(footer)}\n`;
  }

  function asText({ keys, groups }: Grouping, format: Exclude<Format, "table">): string {
    const columns = columnsOf(keys);
    if (format === "tsv") {
      const rows = groups().map((group) => columns.map(({ value }) => value(group) ?? ""));
      return tsv(options.header ? [columns.map(({ name }) => name), ...rows] : rows);
    }
    if (format === "csv") {
      const { header, line } = csvWriter(columns, options.csvDialect ?? "rfc4180");
      const csv = header + groups().map(line).join("");
      return world.stdout.isTTY && destination.file === undefined ? terminalLines(csv) : csv;
    }
    const objects = groups().map(({ parts, entries, minutes }) =>
      terminalJson({
        ...Object.fromEntries(keys.map(({ name }, i) => [name, inJson(parts[i]!)])),
        entries,
        minutes,
        hours: Number(decimalHours(minutes)),
      }),
    );
    if (format === "ndjson") return objects.map((object) => `${object}\n`).join("");
    return objects.length === 0 ? "[]\n" : `[\n${objects.join(",\n")}\n]\n`;
  }
}

function columnsOf(keys: Grouping["keys"]): CsvColumn<Group>[] {
  return [
    ...keys.map(({ name }, i): CsvColumn<Group> => ({
      name,
      type: name === "day" ? "day" : "text",
      value: ({ parts }) => shown(parts[i]!),
    })),
    { name: "entries", type: "number", value: ({ entries }) => String(entries) },
    { name: "minutes", type: "number", value: ({ minutes }) => String(minutes) },
    { name: "hours", type: "hours", value: ({ minutes }) => decimalHours(minutes) },
  ];
}

const shown = (part: Part) => (part.is === "value" ? part.text : `(${part.is})`);
/** Null where there is none; an object where there are several, which no value of a label is. */
const inJson = (part: Part) =>
  part.is === "value" ? part.text : part.is === "none" ? null : { several: true };
