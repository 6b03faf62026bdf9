import { type QueryReading, queryProblem, textProblem } from "../query.ts";

/** Which entries a list is of, by their labels: all of `labels`, and one addressed by `prefix` (spec 4.1). */
export type LabelFilter = { labels: string[]; prefix?: string };

/** Whether an entry with these labels belongs to the list. The SQL in store.ts says the same; a test holds them together. */
export function matches(labels: string[], { labels: wanted, prefix }: LabelFilter): boolean {
  const contained = wanted.every((label) => labels.includes(label));
  return contained && (prefix === undefined || labels.some((label) => isAddressedBy(label, prefix)));
}

/** A label without the form `dimension:value` cannot be addressed by prefix (spec 2.6); the comparison is literal (D10). */
export function isAddressedBy(label: string, prefix: string): boolean {
  return dimensionOf(label) !== undefined && label.startsWith(prefix);
}

/** `wbso:` for `wbso:speur`; undefined for a label that is not of the form `dimension:value`. */
export function dimensionOf(label: string): string | undefined {
  const colon = label.indexOf(":");
  return colon > 0 && colon < label.length - 1 ? label.slice(0, colon + 1) : undefined;
}

const longestLabel = 1024;

/** The `label` (all of them) and `label_prefix` (one at most) of a query. Any text that can be stored is a label. */
export function parseLabelFilter(labels: string[], prefixes: string[]): QueryReading<LabelFilter> {
  const problems = [
    ...labels.flatMap((label) => textProblem("label", label, longestLabel) ?? []),
    ...prefixes.flatMap((prefix) => textProblem("label_prefix", prefix, longestLabel) ?? []),
  ];
  const [prefix] = prefixes;
  if (prefix === "") {
    const message = "label_prefix is empty. Give the beginning of a label, e.g. wbso:, or leave it out.";
    problems.push(queryProblem("label_prefix", "empty", message));
  }
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, value: { labels: [...new Set(labels)], ...(prefix !== undefined && { prefix }) } };
}
