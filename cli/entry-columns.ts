import { decimalHours } from "../server/entries/hours.ts";
import type { EntryJson } from "../server/entries/json.ts";
import { isAddressedBy } from "../server/entries/label-filter.ts";
import { nearest } from "../server/nearest.ts";
import { CliError } from "./errors.ts";
import type { CsvColumn } from "./output/csv.ts";

type EntryColumn = CsvColumn<EntryJson>;

/**
 * The columns of `--csv`: all of the server's, or those named with commas between. A name that ends in a colon is a label
 * dimension (spec 2.6): the values that an entry's labels have in it, with `|` between where there are several.
 * @throws CliError `usage` for a name that is no column.
 */
export function readColumns(named: string | undefined): EntryColumn[] {
  if (named === undefined) return everyColumn;
  return named.split(",").map((name) => known.get(name) ?? dimension(name) ?? unknownColumn(name));
}

/** The values of an entry in a dimension, in the order of its labels: of `wbso:` it may be `speur`. */
export function valuesIn(dimension: string, labels: string[]): string[] {
  return labels
    .filter((label) => isAddressedBy(label, dimension))
    .map((label) => label.slice(dimension.length));
}

const column = (name: string, type: EntryColumn["type"], value: EntryColumn["value"]) => ({
  name,
  type,
  value,
});
const text = (name: string, value: EntryColumn["value"]) => column(name, "text", value);
const number = (name: string, value: (entry: EntryJson) => number | null) =>
  column(name, "number", (entry) => value(entry)?.toString() ?? null);

// The server's columns in the server's order, to which programs hold: new ones come last.
const everyColumn: EntryColumn[] = [
  number("id", (entry) => entry.id),
  text("kind", (entry) => entry.kind),
  column("worked_on", "day", (entry) => entry.worked_on),
  number("minutes", (entry) => entry.minutes),
  column("hours", "hours", (entry) => decimalHours(entry.minutes)),
  text("user", (entry) => entry.user.login),
  text("repository", (entry) => entry.repository),
  number("issue", (entry) => entry.issue.number),
  text("issue_title", (entry) => entry.issue.title),
  text("client", (entry) => entry.client?.name ?? null),
  text("labels", (entry) => JSON.stringify(entry.labels)),
  text("note", (entry) => entry.note),
  number("client_id", (entry) => entry.client_id),
  number("user_id", (entry) => entry.user.id),
  text("issue_url", (entry) => entry.issue.url),
  text("comment_url", (entry) => entry.comment_url),
  text("commented_at", (entry) => entry.commented_at),
  text("created_at", (entry) => entry.created_at),
  number("supersedes_id", (entry) => entry.supersedes_id),
  number("superseded_by_id", (entry) => entry.superseded_by_id),
];

const known = new Map<string, EntryColumn>([
  ...everyColumn.map((each): [string, EntryColumn] => [each.name, each]),
  ["date", column("date", "day", (entry) => entry.worked_on)],
  ["issue_name", text("issue_name", (entry) => `${entry.repository}#${entry.issue.number}`)],
]);

export const columnNames = [...known.keys()];

function dimension(name: string): EntryColumn | undefined {
  if (!/^[^:]+:(.*:)?$/.test(name)) return undefined;
  return text(name, ({ labels }) => {
    const values = valuesIn(name, labels);
    return values.length === 0 ? null : values.join("|");
  });
}

function unknownColumn(name: string): never {
  const meant = nearest(name, columnNames);
  throw new CliError(
    "usage",
    `--csv has no column ${JSON.stringify(name)}`,
    meant
      ? `Did you mean: ${meant}`
      : `Columns: ${columnNames.join(",")}, or a label dimension such as wbso:`,
  );
}
