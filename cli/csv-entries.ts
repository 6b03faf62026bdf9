import type { EntryJson } from "../server/entries/json.ts";
import { type Cell, CsvError } from "./output/csv-reader.ts";

/**
 * How to read the rows below a header of the server's CSV (D24) as entries. Columns are found by their names, so that new
 * ones do no harm; undefined where one that is needed is not there.
 */
export function entryReader(header: Cell[]): ((row: Cell[]) => EntryJson) | undefined {
  const at = Object.fromEntries(needed.map((name) => [name, header.indexOf(name)])) as Record<Column, number>;
  if (needed.some((name) => at[name] === -1)) return undefined;
  return (row) => {
    if (row.length !== header.length) throw new CsvError(`a row has ${row.length} cells`);
    const text = (column: Column) => row[at[column]] ?? "";
    const orNull = (column: Column) => row[at[column]] ?? null;
    const clientId = numberOrNull(orNull("client_id"));
    return {
      id: number(text("id")),
      kind: kind(text("kind")),
      worked_on: day(text("worked_on")),
      minutes: number(text("minutes")),
      note: orNull("note"),
      user: { id: number(text("user_id")), login: text("user") },
      repository: text("repository"),
      issue: { number: number(text("issue")), title: text("issue_title"), url: text("issue_url") },
      labels: labels(text("labels")),
      client_id: clientId,
      client: clientId === null ? null : { id: clientId, name: text("client") },
      comment_url: text("comment_url"),
      commented_at: text("commented_at"),
      created_at: text("created_at"),
      supersedes_id: numberOrNull(orNull("supersedes_id")),
      superseded_by_id: numberOrNull(orNull("superseded_by_id")),
    };
  };
}

const needed = [
  ...([
    "id",
    "kind",
    "worked_on",
    "minutes",
    "user",
    "repository",
    "issue",
    "issue_title",
    "client",
  ] as const),
  ...(["labels", "note", "client_id", "user_id", "issue_url", "comment_url", "commented_at"] as const),
  ...(["created_at", "supersedes_id", "superseded_by_id"] as const),
];
type Column = (typeof needed)[number];

function number(text: string): number {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  throw new CsvError(`${JSON.stringify(text)} stands where a number belongs`);
}

const numberOrNull = (text: Cell) => (text === null ? null : number(text));

function kind(text: string): EntryJson["kind"] {
  if (text === "time" || text === "plan") return text;
  throw new CsvError(`${JSON.stringify(text)} stands where a kind belongs`);
}

function day(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  throw new CsvError(`${JSON.stringify(text)} stands where a day belongs`);
}

function labels(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read) && read.every((label) => typeof label === "string")) return read;
  } catch {
    // Told below.
  }
  throw new CsvError("labels cannot be read");
}
