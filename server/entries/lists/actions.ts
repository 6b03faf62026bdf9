import type { Queries } from "../../../db/connect.ts";
import type { Place } from "../cursor.ts";
import type { EntryFilter } from "../entry-filter.ts";
import { chosenBy } from "../filter/store.ts";
import { type ListedEntry, listPage } from "../store.ts";
import { sumEntries, type Totals } from "../totals/store.ts";

/**
 * One page, newest first, and the totals of the whole filter (spec 4.1, 4.2, D23). Superseded entries are left out unless
 * the filter has them in (D8).
 * @param page `limit` is the rows asked for; one more is read to know whether a next page exists. With `newerThan` the page
 * is the one before that place, and `hasMore` tells of newer ones still.
 */
export async function listEntries(
  db: Queries,
  filter: EntryFilter,
  page: { limit: number; after?: Place; newerThan?: Place },
): Promise<{ rows: ListedEntry[]; hasMore: boolean; totals: Totals }> {
  const chosen = await chosenBy(db, filter);
  if (!chosen) return { rows: [], hasMore: false, totals: { entries: 0, minutes: 0 } };
  const [rows, totals] = await Promise.all([
    listPage(db, chosen, { ...page, limit: page.limit + 1 }),
    sumEntries(db, chosen),
  ]);
  const shown = page.newerThan ? rows.slice(-page.limit) : rows.slice(0, page.limit);
  return { rows: shown, hasMore: rows.length > page.limit, totals };
}
