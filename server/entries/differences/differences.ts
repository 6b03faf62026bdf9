/** What two versions of an entry can have different. */
export type Comparable = {
  minutes: number;
  /** `YYYY-MM-DD`. */
  workedOn: string;
  note: string | null;
  labels: string[];
  clientId: number | null;
  clientName: string | null;
};

export type Difference =
  | { field: "minutes"; before: number; after: number }
  | { field: "workedOn"; before: string; after: string }
  | { field: "note" | "client"; before: string | null; after: string | null }
  /** With neither, they stand in another order, which decides which one counts first (D9). */
  | { field: "labels"; removed: string[]; added: string[] };

/** What a correction changed (D8), field by field. */
export function differencesBetween(before: Comparable, after: Comparable): Difference[] {
  const found: (Difference | false)[] = [
    before.minutes !== after.minutes && { field: "minutes", before: before.minutes, after: after.minutes },
    before.workedOn !== after.workedOn && {
      field: "workedOn",
      before: before.workedOn,
      after: after.workedOn,
    },
    before.note !== after.note && { field: "note", before: before.note, after: after.note },
    !isSameList(before.labels, after.labels) && {
      field: "labels",
      removed: without(before.labels, after.labels),
      added: without(after.labels, before.labels),
    },
    before.clientId !== after.clientId && {
      field: "client",
      before: before.clientName,
      after: after.clientName,
    },
  ];
  return found.filter((one) => one !== false);
}

export function isSameList(one: string[], other: string[]): boolean {
  return one.length === other.length && one.every((label, at) => label === other[at]);
}

function without(labels: string[], others: string[]): string[] {
  const known = new Set(others);
  return labels.filter((label) => !known.has(label));
}
