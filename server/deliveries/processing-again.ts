import type { Outcome } from "./outcome.ts";

type Standing = { state: "pending" | "done" | "failed"; outcome: string | null };

/** Outcomes that hung on something beside the delivery: who is a member, which owners are allowed, what svc can read. */
const open: readonly string[] = ["not_member", "foreign_owner", "malformed"] satisfies Outcome[];
const answered: readonly string[] = ["recorded", "refused", "duplicate"] satisfies Outcome[];

/**
 * Whether another outcome could come of processing a delivery once more; if not, why. A comment that was answered is
 * never recorded again (D28), and what is no comment with a command does not become one.
 */
export function anotherOutcome({ state, outcome }: Standing): "possible" | "answered" | "settled" {
  if (state !== "done" || outcome === null || open.includes(outcome)) return "possible";
  return answered.includes(outcome) ? "answered" : "settled";
}
