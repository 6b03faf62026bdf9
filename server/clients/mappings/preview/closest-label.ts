import { nearest } from "../../../nearest.ts";

/** Of the labels that were seen the one that a label never seen may have been meant for, or undefined (spec 2.6 for their form). */
export function closestLabel(label: string, seen: string[]): string | undefined {
  const given = partsOf(label);
  const sameText = seen.find((one) => one.toLowerCase() === label.toLowerCase());
  if (sameText !== undefined) return sameText;
  // Values are compared by themselves: `client:ibm` and `client:kpn` have most of their letters in common.
  const ofDimension = seen.filter((one) => partsOf(one).dimension === given.dimension);
  const value = nearestOfLength(
    given.value,
    ofDimension.map((one) => partsOf(one).value),
  );
  if (value !== undefined) return ofDimension.find((one) => partsOf(one).value === value);
  const ofValue = seen.filter((one) => partsOf(one).value === given.value);
  return nearest(label, ofValue) ?? ofValue[0];
}

/** Of words of one or two letters each is near to the other. */
function nearestOfLength(word: string, words: string[]): string | undefined {
  return word.length < 3 ? undefined : nearest(word, words);
}

/** In lower case; a label without colon has no dimension. */
function partsOf(label: string): { dimension: string; value: string } {
  const text = label.toLowerCase();
  const colon = text.indexOf(":");
  return { dimension: text.slice(0, colon + 1), value: text.slice(colon + 1) };
}
