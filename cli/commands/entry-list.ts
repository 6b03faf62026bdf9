import type { EntryJson } from "../../server/entries/json.ts";
import type { Api } from "../api.ts";
import { type Listing, readEntries } from "../entry-pages.ts";
import { readWholeList, readWholeText, type WholeText } from "../entry-stream.ts";
import { CliError } from "../errors.ts";
import { paintFor } from "../output/colour.ts";
import { showProgress } from "../output/progress.ts";
import { show } from "../output/show.ts";
import { written } from "../output/sink.ts";
import type { World } from "../world.ts";
import { tellEmpty } from "./empty-list.ts";
import { entriesAsTable } from "./entry-output.ts";
import { type EntryWriter, entryWriter } from "./entry-writer.ts";
import type { Filter } from "./filter-options.ts";
import { leftOut, saved } from "./list-notes.ts";
import type { ListKind, ListOptions } from "./list-options.ts";
import { destinationOf, formatOf } from "./output-options.ts";

const onTerminal = 50;

/** What carries out a report, once the filter is known to the server. */
export type Report = (api: Api, query: URLSearchParams, filter: Filter) => Promise<void>;

/** Lists entries in the format that was asked for. @throws CliError `usage` for options that do not fit. */
export function listEntries(
  world: World,
  kind: ListKind,
  options: ListOptions,
  limit: number | undefined,
): Report {
  const format = formatOf(options, world.stdout.isTTY);
  const direct = format === "ndjson";
  const destination = destinationOf(options, direct);
  const isShown = world.stdout.isTTY && destination.file === undefined;
  const writer = format === "table" ? undefined : entryWriter(format, options, isShown);

  return async (api, query, filter) => {
    const progress = showProgress(world, options.quiet === true || (direct && isShown));
    const page = (most: number) => readEntries(api, kind.path, query, most, progress.reached);
    try {
      if (!writer) {
        const listing = await page(limit ?? onTerminal);
        await progress.end();
        const { columns = 80 } = world.stdout;
        await show(
          world,
          entriesAsTable(kind.name, listing, columns, paintFor(world, options.color)),
          options.pager,
        );
        return await note(api, listing, filter);
      }
      if (limit === undefined) return await whole(writer);
      const listing = await page(limit);
      await progress.end();
      await written(world, destination, async (write) => {
        await write(writer.begin + writer.portion(listing.entries) + writer.end);
      });
      await note(api, listing, filter);
    } finally {
      await progress.end();
    }

    async function texts(writer: EntryWriter): Promise<WholeText> {
      if (writer.isServers) return readWholeText(api, kind.path, query, writer.portion);
      const { totals, portions } = await readWholeList(api, kind.path, query);
      return { totals, portions: textsBy(writer, portions) };
    }

    async function whole(writer: EntryWriter): Promise<void> {
      // Asked only once the file is there to be written: an answer that nobody reads keeps the program waiting.
      const totals = await written(world, destination, async (write) => {
        const { totals, portions } = await texts(writer);
        let rows = 0;
        await write(writer.begin);
        try {
          for await (const { text, entries } of portions) {
            await write(text);
            rows += entries;
            progress.reached(rows, totals.entries);
          }
        } catch (error) {
          throw direct && rows > 0 && destination.file === undefined ? partlyPrinted(error, rows) : error;
        }
        await write(writer.end);
        await progress.end();
        return totals;
      });
      await note(api, { entries: undefined, totals }, filter);
    }
  };

  async function note(
    api: Api,
    { entries, totals }: { entries: Listing["entries"] | undefined; totals: Listing["totals"] },
    filter: Filter,
  ): Promise<void> {
    if (options.quiet) return;
    if (totals.entries === 0) await tellEmpty(world, api, kind.name, filter);
    const told = [
      entries && leftOut(kind.name, { entries, totals }, limit !== undefined),
      destination.file !== undefined && saved(kind.name, entries ? sumOf(entries) : totals, destination.file),
    ];
    await world.stderr.write(told.filter(Boolean).join(""));
  }
}

function sumOf(entries: Listing["entries"]): Listing["totals"] {
  return { entries: entries.length, minutes: entries.reduce((sum, { minutes }) => sum + minutes, 0) };
}

function partlyPrinted(error: unknown, rows: number): unknown {
  if (!(error instanceof CliError)) return error;
  const fix = `The ${rows.toLocaleString("en")} lines that were printed are not the whole of it. Run the command again`;
  return new CliError(error.exit, error.message, fix, error.requestId);
}

async function* textsBy(writer: EntryWriter, portions: AsyncIterable<EntryJson[]>) {
  for await (const entries of portions) yield { text: writer.portion(entries), entries: entries.length };
}
