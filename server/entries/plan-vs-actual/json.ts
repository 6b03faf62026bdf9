import { type Static, Type } from "@sinclair/typebox";
import type { Issue } from "../issue-name.ts";
import { type EntryFacts, EntryJson, entryJson, issueAddress, minutes, nullable, UserJson } from "../json.ts";
import type { Comparison, PersonSums } from "./plan-vs-actual.ts";

const sums = {
  planned_minutes: minutes("The plans that stand, added up (D8a).", 960),
  actual_minutes: minutes("The hours that stand, added up.", 1_110),
  difference_minutes: Type.Integer({
    minimum: -Number.MAX_SAFE_INTEGER,
    description: "Actual less planned: above zero the plan was overrun.",
    examples: [150],
  }),
};

/** Plan against actual of one issue (spec 4.3). */
export const PlanVsActualJson = Type.Object(
  {
    repository: Type.String({ maxLength: 201, description: "As it was asked for.", examples: ["acme/web"] }),
    issue: Type.Object(
      {
        number: Type.Integer({ minimum: 1, description: "Its number in the repository.", examples: [12] }),
        title: nullable(
          Type.String({ maxLength: 1024, examples: ["Checkout fails on Safari"] }),
          "As it was at the newest of the entries; null where there are none.",
        ),
        url: Type.String({
          format: "uri",
          maxLength: 2048,
          description: "Where it can be read.",
          examples: ["https://github.com/acme/web/issues/12"],
        }),
      },
      { additionalProperties: false, description: "The issue or pull request." },
    ),
    ...sums,
    people: Type.Array(
      Type.Object(
        { user: UserJson, ...sums },
        { additionalProperties: false, description: "What one person planned and logged." },
      ),
      { maxItems: 10_000, description: "By person, those with most hours logged first." },
    ),
    entries: Type.Array(EntryJson, {
      maxItems: 1000,
      description:
        "The entries that stand, hours and plans, newest first; the newest 1,000 where there are more.",
    }),
    more_entries: Type.Boolean({
      description:
        "Whether there are more entries than are listed: ask the lists for `issue=owner/repo#number`.",
      examples: [false],
    }),
  },
  { additionalProperties: false, description: "What an issue is planned at, and what was logged on it." },
);
export type PlanVsActualJson = Static<typeof PlanVsActualJson>;

type Report = {
  comparison: Comparison & { people: (PersonSums & Comparison)[] };
  listed: EntryFacts[];
  /** Whether there are more than are listed. */
  more: boolean;
};

/** @param site the code host people see, e.g. `https://github.com`. */
export function planVsActualJson(
  issue: Issue,
  { comparison, listed, more }: Report,
  site: string,
): PlanVsActualJson {
  return {
    repository: issue.repository,
    issue: {
      number: issue.number,
      title: newestTitle(listed),
      url: issueAddress(issue.repository, issue.number, site),
    },
    ...sumsOf(comparison),
    people: comparison.people.map((person) => ({ user: person.user, ...sumsOf(person) })),
    entries: listed.map((entry) => entryJson(entry, site)),
    more_entries: more,
  };
}

/** The title as it was at the newest of the entries; null where there are none. */
export function newestTitle(listed: { id: number; issueTitle: string }[]): string | null {
  return listed.toSorted((one, other) => other.id - one.id)[0]?.issueTitle ?? null;
}

function sumsOf({ planned, actual, difference }: Comparison) {
  return { planned_minutes: planned, actual_minutes: actual, difference_minutes: difference };
}
