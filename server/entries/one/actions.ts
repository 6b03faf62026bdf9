import type { Queries } from "../../../db/connect.ts";
import { AppError } from "../../errors.ts";
import { wholeNumber } from "../../query.ts";
import type { EntryKind } from "../entry-filter.ts";
import { type EntryVersion, findVersions } from "../store.ts";

type Found = {
  entry: EntryVersion;
  /** All of them, this one among them, from what was first recorded to what stands now (D8). */
  versions: EntryVersion[];
  current: EntryVersion;
};

/**
 * The entry that an address of the panel means, or the kind whose page it has where it is of the other one. Throws
 * `notFound` for an id that there is none of.
 */
export async function findPageEntry(
  db: Queries,
  kind: EntryKind,
  id: string,
): Promise<Found | { elsewhere: EntryKind }> {
  const number = wholeNumber(id);
  const versions = number === undefined ? [] : await findVersions(db, number);
  const entry = versions.find((version) => version.id === number);
  if (entry) return entry.kind === kind ? { entry, versions, current: versions.at(-1)! } : elsewhere(entry);
  throw new AppError(
    "notFound",
    "entry_not_found",
    "There is no entry with this number. Look it up under Entries or Plans, or follow the link of its issue.",
  );
}

const elsewhere = ({ kind }: { kind: EntryKind }) => ({ elsewhere: kind });
