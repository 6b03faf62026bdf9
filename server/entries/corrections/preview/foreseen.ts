import type { Reasons } from "../../attribution/reasons.ts";
import type { Comparable } from "../../differences/differences.ts";

/** What a correction would come to if it were saved now. */
export type Foreseen = {
  before: Comparable;
  /** Undefined where nothing comes out different. */
  after: Comparable | undefined;
  /** Why its client is the one it would have; undefined where the client stays since the labels do. */
  reasons: Reasons | undefined;
  /** The client that the labels lead to by the mappings of now, where that is another one. */
  nowOther: { name: string | null } | undefined;
};
