import type { EntryJson, EntryListJson } from "../server/entries/json.ts";
import type { Api } from "./api.ts";
import { entryReader } from "./csv-entries.ts";
import { CliError } from "./errors.ts";
import { CsvError, createCsvReader } from "./output/csv-reader.ts";
import { unknownForm } from "./unknown-form.ts";

export type Totals = EntryListJson["totals"];
export type ListPath = "/time-entries" | "/plans";

/** A whole list, newest first, in portions. Who reads it to its end has had all of it: else the reading throws. */
export type WholeList = { totals: Totals; portions: AsyncIterable<EntryJson[]> };

/**
 * Reads a whole list as the server's CSV (D24), of one moment and at constant memory, and proves that it is whole: it ends
 * where a row ends, with as many entries and minutes as the server counted before it began.
 * @throws CliError `incomplete` where it is not, from the reading too.
 */
export async function readWholeList(api: Api, path: ListPath, filter: URLSearchParams): Promise<WholeList> {
  const query = new URLSearchParams(filter);
  query.set("format", "csv");
  const { headers, chunks } = await api.stream(path, query, "text/csv");
  const totals = totalsFrom(headers);
  if (!totals) {
    // Lets go of the connection.
    for await (const _ of chunks) break;
    throw unknownForm(api.host);
  }
  return { totals, portions: portionsOf(chunks, totals, api.host) };
}

async function* portionsOf(
  chunks: AsyncIterable<string>,
  totals: Totals,
  host: string,
): AsyncGenerator<EntryJson[]> {
  const csv = createCsvReader();
  let read: ReturnType<typeof entryReader>;
  const left = { ...totals };
  try {
    for await (const chunk of chunks) {
      const rows = csv.push(chunk);
      if (!read) {
        const header = rows.shift();
        if (!header) continue;
        read = entryReader(header);
        if (!read) throw unknownForm(host);
      }
      const entries = rows.map(read);
      left.entries -= entries.length;
      left.minutes -= entries.reduce((sum, { minutes }) => sum + minutes, 0);
      if (entries.length > 0) yield entries;
    }
    csv.end();
  } catch (error) {
    throw error instanceof CsvError ? notWhole(`it is damaged: ${error.message}`) : error;
  }
  if (!read) throw notWhole("nothing came, not even its header");
  if (left.entries !== 0) {
    throw notWhole(`${totals.entries - left.entries} of ${totals.entries} entries came`);
  }
  if (left.minutes !== 0) {
    throw notWhole(
      `the entries add up to ${totals.minutes - left.minutes} minutes, where the server counts ${totals.minutes}`,
    );
  }
}

function notWhole(why: string): CliError {
  return new CliError(
    "incomplete",
    `the list is not whole: ${why}`,
    "Nothing was printed. Run the command again",
  );
}

function totalsFrom(headers: Headers): Totals | undefined {
  const [entries, minutes] = [headers.get("x-total-count"), headers.get("x-total-minutes")];
  const isCsv = /^text\/csv\b/.test(headers.get("content-type") ?? "");
  return isCsv && isCount(entries) && isCount(minutes)
    ? { entries: Number(entries), minutes: Number(minutes) }
    : undefined;
}

const isCount = (text: string | null) => text !== null && /^\d{1,15}$/.test(text);
