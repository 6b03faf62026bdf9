import type { DateRange } from "./date-range.ts";
import type { Issue } from "./issue-name.ts";
import type { LabelFilter } from "./label-filter.ts";

export type EntryKind = "time" | "plan";

/** Which entries a list is of (spec 4.1, 4.2, D10, D11): those for which all of it holds. */
export type EntryFilter = LabelFilter &
  DateRange & {
    kind: EntryKind;
    /** Null for the entries that no client is attributed to. */
    clientId?: number | null;
    /** The login its author has now, compared without case. */
    user?: string;
    /** `owner/repo` as it was called when the comment was made, compared without case. */
    repository?: string;
    issue?: Issue;
    /** With those that a correction superseded (D8). */
    withSuperseded?: boolean;
    /**
     * The list as it stood at the end of this millisecond. An entry is dated when its transaction begins, so in the few
     * seconds that one may last another can still come to the list of that moment; then it stays the same for ever.
     * People and clients have the names they have today.
     */
    asOf?: Date;
  };
