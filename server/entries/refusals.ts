import { AppError } from "../errors.ts";
import { entryAddress, listAddress } from "./address.ts";
import type { EntryKind } from "./entry-filter.ts";

const called = { time: "time entry", plan: "plan" };

/** There is no such entry of that kind. @param actual its kind, where there is one of another. */
export function entryNotFound(kind: EntryKind, id: number, actual?: EntryKind): AppError {
  const advice = actual
    ? `${id} is a ${called[actual]}: ask for ${entryAddress(actual, id)}.`
    : `Look it up in ${listAddress(kind)}.`;
  return new AppError("notFound", "entry_not_found", `There is no ${called[kind]} ${id}. ${advice}`);
}

/** D8: an entry is corrected once, and then its correction is. The header leads to the one that stands. */
export function alreadyCorrected(kind: EntryKind, id: number, currentId: number): AppError {
  const location = entryAddress(kind, currentId);
  return new AppError(
    "conflict",
    "already_corrected",
    `The ${called[kind]} ${id} was corrected already, and ${currentId} stands in its place: ${location}. Look at that one, and correct it where it is still wrong.`,
    { headers: { location } },
  );
}
