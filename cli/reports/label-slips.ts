import type { EntryJson } from "../../server/entries/json.ts";
import { dimensionOf } from "../../server/entries/label-filter.ts";
import { nearest } from "../../server/nearest.ts";

/** A label, how many entries have it, and the ids of the first hundred that came. */
export type CountedLabel = { label: string; count: number; entries: number[] };
export type Slip = { label: string; entries: number[]; message: string };

/** Counts labels as entries come. */
export function createLabelCount(): { add: (entry: EntryJson) => void; counted: () => CountedLabel[] } {
  const found = new Map<string, CountedLabel>();
  return {
    add({ id, labels }) {
      for (const label of labels) {
        const counted = found.get(label) ?? { label, count: 0, entries: [] };
        found.set(label, counted);
        counted.count += 1;
        if (counted.entries.length < 100) counted.entries.push(id);
      }
    },
    counted: () => [...found.values()],
  };
}

/** The dimensions of the conventions (spec 2.6). */
const conventions = ["client:", "type:", "wbso:", "strippenkaart:", "internal:"];
/** One use in so many of another label may be a slip of it. */
const rare = 10;
/** Every label is compared with no more than so many, the most used. */
const mostCompared = 200;

/**
 * Labels that look like a slip of another: a dimension close to one of the conventions, one of them without its value, or a
 * value that is rare beside a close one. Values with digits are left alone: 2026-11 is close to 2026-12, and both are meant.
 */
export function likelySlips(labels: CountedLabel[]): Slip[] {
  const dimensions = countDimensions(labels);
  const often = labels.toSorted((a, b) => b.count - a.count).slice(0, mostCompared);
  return labels.flatMap(({ label, count, entries }) => {
    const meant = withoutForm(label) ?? otherDimension(label, dimensions) ?? otherValue(label, count, often);
    return meant === undefined ? [] : [{ label, entries, message: meant }];
  });
}

function withoutForm(label: string): string | undefined {
  if (dimensionOf(label) !== undefined) return undefined;
  const [word = ""] = label.toLowerCase().split(/[^a-z]/);
  const dimension = conventions.find((each) => each === `${word}:`);
  // `type` and `client` are words that labels of other kinds begin with too.
  if (dimension === undefined || (label !== dimension && ["type:", "client:"].includes(dimension)))
    return undefined;
  return `is not of the form ${dimension}value, so that no prefix finds it`;
}

function otherDimension(label: string, dimensions: Map<string, number>): string | undefined {
  const own = dimensionOf(label);
  if (own === undefined || conventions.includes(own)) return undefined;
  const known = [...dimensions].filter(([, count]) => count >= rare * (dimensions.get(own) ?? 0));
  const meant = nearest(
    own.slice(0, -1).trim(),
    [...conventions, ...known.map(([each]) => each)].map((each) => each.slice(0, -1)),
  );
  return meant === undefined || `${meant}:` === own
    ? undefined
    : `may be meant as ${meant}:${label.slice(own.length)}`;
}

function otherValue(label: string, count: number, labels: CountedLabel[]): string | undefined {
  const own = dimensionOf(label);
  const value = label.slice(own?.length);
  if (own === undefined || /\d/.test(value) || value.length < 4) return undefined;
  const common = labels.filter((other) => other.label.startsWith(own) && other.count >= rare * count);
  const meant = nearest(
    value,
    common.map((other) => other.label.slice(own.length)),
  );
  return meant === undefined ? undefined : `may be meant as ${own}${meant}`;
}

function countDimensions(labels: CountedLabel[]): Map<string, number> {
  const dimensions = new Map<string, number>();
  for (const { label, count } of labels) {
    const own = dimensionOf(label);
    if (own !== undefined) dimensions.set(own, (dimensions.get(own) ?? 0) + count);
  }
  return dimensions;
}
