import type { EntryJson, EntryListJson } from "../server/entries/json.ts";
import type { Api } from "./api.ts";
import { csvHeader } from "../server/entries/csv/csv.ts";
import { entryReader } from "./csv-entries.ts";
import { CliError } from "./errors.ts";
import { CsvError, createCsvReader } from "./output/csv-reader.ts";
import { countRows } from "./ordinary-rows.ts";
import { unknownForm } from "./unknown-form.ts";

export type Totals = EntryListJson["totals"];
export type ListPath = "/time-entries" | "/plans";

/** A whole list, newest first, in portions. Who reads it to its end has had all of it: else the reading throws. */
export type WholeList = { totals: Totals; portions: AsyncIterable<EntryJson[]> };
/** The same as text, where the server has the columns that this svc knows; its rows are those of CSV as they came. */
export type WholeText = { totals: Totals; portions: AsyncIterable<{ text: string; entries: number }> };

/**
 * Reads a whole list as the server's CSV (D24), of one moment and at constant memory, and proves that it is whole: it ends
 * where a row ends, with as many entries and minutes as the server counted before it began.
 * @throws CliError `incomplete` where it is not, from the reading too.
 */
export async function readWholeList(api: Api, path: ListPath, filter: URLSearchParams): Promise<WholeList> {
  const { totals, chunks } = await ask(api, path, filter);
  return { totals, portions: portionsOf(chunks, totals, api.host) };
}

/**
 * The same, for whoever wants no more than the text below the header: it is looked through, and not taken apart.
 * @param otherwise makes the text of entries, for a server with columns of its own.
 */
export async function readWholeText(
  api: Api,
  path: ListPath,
  filter: URLSearchParams,
  otherwise: (entries: EntryJson[]) => string,
): Promise<WholeText> {
  const { totals, chunks } = await ask(api, path, filter);
  return { totals, portions: textsOf(chunks, totals, { host: api.host, otherwise }) };
}

async function ask(api: Api, path: ListPath, filter: URLSearchParams) {
  const query = new URLSearchParams(filter);
  query.set("format", "csv");
  const { headers, chunks } = await api.stream(path, query, "text/csv");
  const totals = totalsFrom(headers);
  if (!totals) {
    // Lets go of the connection.
    for await (const _ of chunks) break;
    throw unknownForm(api.host);
  }
  return { totals, chunks };
}

async function* textsOf(
  chunks: AsyncIterable<string>,
  totals: Totals,
  { host, otherwise }: { host: string; otherwise: (entries: EntryJson[]) => string },
): AsyncGenerator<{ text: string; entries: number }> {
  const came = chunks[Symbol.asyncIterator]();
  let rest = "";
  let ended = false;
  while (!ended && rest.length < csvHeader.length) {
    const got: IteratorResult<string, unknown> = await came.next();
    if (got.done) ended = true;
    else rest += got.value;
  }
  const following = { [Symbol.asyncIterator]: () => came };
  if (!rest.startsWith(csvHeader)) {
    for await (const entries of portionsOf(joined(rest, following), totals, host)) {
      yield { text: otherwise(entries), entries: entries.length };
    }
    return;
  }
  const left = { ...totals };
  try {
    const below = rest.slice(csvHeader.length);
    rest = "";
    for await (const chunk of joined(below, following)) {
      const text = rest + chunk;
      const { entries, minutes, length } = countRows(text);
      left.entries -= entries;
      left.minutes -= minutes;
      rest = text.slice(length);
      if (entries > 0) yield { text: text.slice(0, length), entries };
    }
    if (rest !== "") throw new CsvError("the text ends within a row");
  } catch (error) {
    throw error instanceof CsvError ? notWhole(`it is damaged: ${error.message}`) : error;
  }
  refuseDifference(totals, left);
}

async function* joined(first: string, more: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* more;
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
  refuseDifference(totals, left);
}

function refuseDifference(totals: Totals, left: Totals): void {
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
