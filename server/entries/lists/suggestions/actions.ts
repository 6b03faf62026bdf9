import type { Queries } from "../../../../db/connect.ts";
import type { EntryKind } from "../../entry-filter.ts";
import { activeNames } from "../client/store.ts";
import { firstLabels, recentLabels } from "./store.ts";

// All of them travel with each page: more would be slower to come than to type.
const most = { labels: 25, clients: 15 };

/** What the fields of the filter suggest. Anything else can be typed. */
export async function suggest(
  db: Queries,
  kind: EntryKind,
): Promise<{ labels: string[]; clients: string[] }> {
  const [recent, first, clients] = await Promise.all([
    recentLabels(db, kind, most.labels),
    firstLabels(db, most.labels),
    activeNames(db, most.clients),
  ]);
  const labels = [...new Set([...recent, ...first])].slice(0, most.labels);
  return { labels, clients: ["none", ...clients] };
}
