/** What the entries that stand of one person on one issue add up to, in minutes. */
export type PersonSums = { user: { id: number; login: string }; planned: number; actual: number };

export type Comparison = {
  planned: number;
  actual: number;
  /** Actual less planned: above zero the plan was overrun. */
  difference: number;
};

/**
 * Sets what an issue is planned at against what was logged on it (D8a): the sums of the entries that stand, of the whole
 * issue and of each person; those with most hours logged first.
 */
export function compare(people: PersonSums[]): Comparison & { people: (PersonSums & Comparison)[] } {
  const sum = (of: "planned" | "actual") => people.reduce((total, person) => total + person[of], 0);
  const compared = people
    .map((person) => ({ ...person, difference: person.actual - person.planned }))
    .toSorted((one, other) => other.actual - one.actual || one.user.login.localeCompare(other.user.login));
  const [planned, actual] = [sum("planned"), sum("actual")];
  return { planned, actual, difference: actual - planned, people: compared };
}
