import type { EntryKind } from "./entry-filter.ts";

/** Where the list of a kind of entries is in the API. */
export const listAddress = (kind: EntryKind) => `/api/v1/${kind === "time" ? "time-entries" : "plans"}`;

/** Where an entry is in the API. */
export const entryAddress = (kind: EntryKind, id: number) => `${listAddress(kind)}/${id}`;
