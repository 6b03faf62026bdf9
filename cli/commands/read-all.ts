import type { EntryJson } from "../../server/entries/json.ts";
import type { Api } from "../api.ts";
import { type ListPath, readWholeList, type Totals } from "../entry-stream.ts";
import { showProgress } from "../output/progress.ts";
import type { World } from "../world.ts";

/**
 * Takes in a whole list, portion by portion, for what is made of all of it.
 * @throws CliError `incomplete` where the list did not come in full: nothing may be made of what came.
 */
export async function readAll(
  world: Pick<World, "stderr">,
  list: { api: Api; path: ListPath; query: URLSearchParams; quiet: boolean | undefined },
  take: (entries: EntryJson[]) => void,
): Promise<Totals> {
  const progress = showProgress(world, list.quiet === true);
  try {
    const { totals, portions } = await readWholeList(list.api, list.path, list.query);
    let rows = 0;
    for await (const entries of portions) {
      take(entries);
      rows += entries.length;
      progress.reached(rows, totals.entries);
    }
    return totals;
  } finally {
    await progress.end();
  }
}
