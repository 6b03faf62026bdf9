import { decimalHours } from "../server/entries/hours.ts";
import type { EntryJson } from "../server/entries/json.ts";
import { nearest } from "../server/nearest.ts";
import { CliError } from "./errors.ts";

/** How `--json` and `--ndjson` give an entry. */
export type EntryFields = (entry: EntryJson) => unknown;

/**
 * The fields of `--json`: an entry as the API gives it, or those named with commas between, in that order.
 * @throws CliError `usage` for a name that is no field.
 */
export function readFields(flag: string, named: string | undefined): EntryFields {
  if (named === undefined) return (entry) => entry;
  const names = named.split(",").map((name) => (fields.has(name) ? name : unknownField(flag, name)));
  return (entry) => Object.fromEntries(names.map((name) => [name, fields.get(name)!(entry)]));
}

const fields = new Map<string, EntryFields>([
  ...(["id", "kind", "worked_on", "minutes"] as const).map(ownField),
  ["hours", (entry) => Number(decimalHours(entry.minutes))],
  ...(["note", "user", "repository", "issue", "labels", "client_id", "client", "comment_url"] as const).map(
    ownField,
  ),
  ...(["commented_at", "created_at", "supersedes_id", "superseded_by_id"] as const).map(ownField),
]);

export const fieldNames = [...fields.keys()];

function ownField(name: keyof EntryJson): [string, EntryFields] {
  return [name, (entry) => entry[name]];
}

function unknownField(flag: string, name: string): never {
  const meant = nearest(name, fieldNames);
  throw new CliError(
    "usage",
    `${flag} has no field ${JSON.stringify(name)}`,
    meant ? `Did you mean: ${meant}` : `Fields: ${fieldNames.join(",")}`,
  );
}
