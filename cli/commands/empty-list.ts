import { isAddressedBy } from "../../server/entries/label-filter.ts";
import { nearest } from "../../server/nearest.ts";
import type { Api } from "../api.ts";
import type { World } from "../world.ts";
import type { Filter } from "./filter-options.ts";
import { dimensionsOf, readLabels } from "./labels.ts";
import { nothingFound, quoted } from "./list-notes.ts";

/** Tells that a list is empty, and on a terminal which label in use is close to one that was asked for. */
export async function tellEmpty(
  { stderr }: Pick<World, "stderr">,
  api: Api,
  kind: "entries" | "plans",
  filter: Filter,
): Promise<void> {
  // A program has no use for what may have been meant; and where it cannot be told, the list is empty all the same.
  const meant = stderr.isTTY ? await closest(api, filter).catch(() => undefined) : undefined;
  await stderr.write(nothingFound(kind, filter) + (meant ?? ""));
}

async function closest(api: Api, { query }: Filter): Promise<string | undefined> {
  const prefix = query.get("label_prefix");
  const labels = query.getAll("label");
  if (prefix === null && labels.length === 0) return undefined;
  const seen = (await readLabels(api)).map(({ label }) => label);
  if (prefix !== null && !seen.some((label) => isAddressedBy(label, prefix))) {
    return suggestion("prefix", "--label-prefix", nearest(prefix, dimensionsOf(seen)));
  }
  const unseen = labels.find((label) => !seen.includes(label));
  return unseen === undefined ? undefined : suggestion("label", "--label", nearest(unseen, seen));
}

function suggestion(what: string, flag: string, meant: string | undefined): string | undefined {
  return meant === undefined ? undefined : `  The closest ${what} in use: ${flag} ${quoted(meant)}\n`;
}
