import type { ErrorKind, FieldProblem } from "../../errors.ts";

/** What a `code` of a problem means, for whoever looks it up. */
export type Code = {
  /** The first is the usual one. */
  kinds: [ErrorKind, ...ErrorKind[]];
  /** When it comes. */
  when: string;
  /** What to do about it. */
  advice: string;
  /** As it may read. */
  detail: string;
  errors?: FieldProblem[];
};
