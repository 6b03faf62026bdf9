import type { Queries } from "../../../../db/connect.ts";
import { closestLabel } from "../../../clients/mappings/preview/closest-label.ts";
import { labelIsKnown, labelsAlike } from "../../../clients/mappings/preview/store.ts";
import type { LabelFilter } from "../../label-filter.ts";
import { listLabels } from "../../labels/store.ts";

/** Labels of a filter that no entry ever had, each with the one that may have been meant; and a prefix that none begins with. */
export type NeverSeen = {
  labels: { label: string; closest: string | undefined }[];
  prefix: string | undefined;
};

/** Why a list may be empty: what its filter asks for was never on an entry. */
export async function neverSeen(db: Queries, { labels, prefix }: LabelFilter): Promise<NeverSeen> {
  const [found, ofPrefix] = await Promise.all([
    Promise.all(labels.slice(0, mostLookedFor).map((label) => look(db, label))),
    prefix === undefined ? [] : listLabels(db, { prefix, after: undefined, limit: 1 }),
  ]);
  return {
    labels: found.filter((one) => one !== undefined),
    prefix: ofPrefix.length === 0 ? prefix : undefined,
  };
}

const mostLookedFor = 3;
// What comparing them costs grows with the square of the length. Labels of the host have 50 characters at most.
const mostCompared = 500;
const longestCompared = 100;

async function look(db: Queries, label: string): Promise<NeverSeen["labels"][number] | undefined> {
  if (await labelIsKnown(db, label)) return undefined;
  const alike = label.length > longestCompared ? [] : await labelsAlike(db, label, mostCompared);
  return { label, closest: closestLabel(label, alike) };
}
