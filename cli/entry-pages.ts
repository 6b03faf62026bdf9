import type { EntryJson, EntryListJson } from "../server/entries/json.ts";
import type { Api } from "./api.ts";
import { CliError } from "./errors.ts";
import { unknownForm } from "./unknown-form.ts";

export type Listing = { entries: EntryJson[]; totals: EntryListJson["totals"] };

/** What a whole filter adds up to, without its entries. */
export async function readTotals(
  api: Api,
  path: "/time-entries" | "/plans",
  filter: URLSearchParams,
): Promise<EntryListJson["totals"]> {
  const query = new URLSearchParams(filter);
  query.set("limit", "1");
  return checked(await api.get(path, query), api.host).totals;
}

/**
 * Reads a list page by page, newest first, until its end or `limit` (D23), and proves that it is whole: as many entries
 * and minutes as the server counts on the last page.
 * @throws CliError `incomplete` where they differ, as they do when somebody logs hours meanwhile.
 */
export async function readEntries(
  api: Api,
  path: "/time-entries" | "/plans",
  filter: URLSearchParams,
  limit = Infinity,
  reached: (rows: number, of: number) => void = () => {},
): Promise<Listing> {
  const entries: EntryJson[] = [];
  let cursor: string | null = null;
  let page: EntryListJson;
  do {
    const query = new URLSearchParams(filter);
    query.set("limit", String(Math.min(mostPerPage, limit - entries.length)));
    if (cursor !== null) query.set("cursor", cursor);
    page = checked(await api.get(path, query), api.host);
    entries.push(...page.data);
    cursor = page.next_cursor;
    const { totals, data } = page;
    reached(entries.length, Math.min(limit, totals.entries));
    // Without this a server that goes round in a circle would keep us for ever.
    if (cursor !== null && (data.length === 0 || entries.length >= totals.entries)) {
      throw incomplete(`${entries.length} of ${totals.entries} entries came, and more are said to follow`);
    }
  } while (cursor !== null && entries.length < limit);
  return whole({ entries, totals: page.totals }, limit);
}

const mostPerPage = 1000;

function whole(listing: Listing, limit: number): Listing {
  const { entries, totals } = listing;
  const expected = Math.min(limit, totals.entries);
  if (entries.length !== expected) {
    throw incomplete(`${entries.length} entries came, where the server counts ${expected}`);
  }
  const minutes = entries.reduce((sum, entry) => sum + entry.minutes, 0);
  if (entries.length === totals.entries && minutes !== totals.minutes) {
    throw incomplete(`the entries add up to ${minutes} minutes, where the server counts ${totals.minutes}`);
  }
  return listing;
}

function incomplete(difference: string): CliError {
  return new CliError(
    "incomplete",
    `the list is not whole: ${difference}`,
    "Hours may have been logged or corrected meanwhile. Nothing was printed; run the command again",
  );
}

function checked(answer: unknown, host: string): EntryListJson {
  if (isEntryList(answer)) return answer;
  throw unknownForm(host);
}

function isEntryList(answer: unknown): answer is EntryListJson {
  const { data, next_cursor, totals } = (answer ?? {}) as Partial<EntryListJson>;
  return (
    Array.isArray(data) &&
    data.every(isEntry) &&
    (next_cursor === null || typeof next_cursor === "string") &&
    Number.isSafeInteger(totals?.entries) &&
    Number.isSafeInteger(totals?.minutes)
  );
}

/** What the outputs read of an entry; the rest is passed on as it came. */
function isEntry(value: unknown): value is EntryJson {
  const entry = (value ?? {}) as Partial<EntryJson>;
  const texts = [entry.kind, entry.worked_on, entry.user?.login, entry.repository, entry.issue?.title];
  return (
    [entry.id, entry.minutes, entry.issue?.number].every(Number.isSafeInteger) &&
    [...texts, entry.note ?? "", entry.client?.name ?? ""].every((text) => typeof text === "string") &&
    Array.isArray(entry.labels) &&
    entry.labels.every((label) => typeof label === "string")
  );
}
