import { decimalHours } from "../hours.ts";
import type { EntryJson } from "../json.ts";

/**
 * The columns of the CSV (D24), by which programs find them: they never change names or order, and new ones come last.
 * `labels` is a JSON array in one cell; `minutes` is exact, and `hours` the same with two decimals, rounded half up.
 */
const columns = {
  id: (entry) => String(entry.id),
  kind: (entry) => entry.kind,
  worked_on: (entry) => entry.worked_on,
  minutes: (entry) => String(entry.minutes),
  hours: (entry) => decimalHours(entry.minutes),
  user: (entry) => entry.user.login,
  repository: (entry) => entry.repository,
  issue: (entry) => String(entry.issue.number),
  issue_title: (entry) => entry.issue.title,
  client: (entry) => entry.client?.name ?? null,
  labels: (entry) => JSON.stringify(entry.labels),
  note: (entry) => entry.note,
  client_id: (entry) => number(entry.client_id),
  user_id: (entry) => String(entry.user.id),
  issue_url: (entry) => entry.issue.url,
  comment_url: (entry) => entry.comment_url,
  commented_at: (entry) => entry.commented_at,
  created_at: (entry) => entry.created_at,
  supersedes_id: (entry) => number(entry.supersedes_id),
  superseded_by_id: (entry) => number(entry.superseded_by_id),
} satisfies Record<string, (entry: EntryJson) => string | null>;

export const csvColumns = Object.keys(columns);
const cells: ((entry: EntryJson) => string | null)[] = Object.values(columns);

/**
 * By RFC 4180: commas, lines that end in CR LF, quotes where needed and doubled inside. Lossless: every character of a text
 * comes back, so what a spreadsheet might take for a formula is left as it is. An absent value is an empty cell, an
 * empty text a quoted one.
 */
export const csvHeader = `${csvColumns.join(",")}\r\n`;

/** The line of an entry. */
export function csvLine(entry: EntryJson): string {
  return `${cells.map((cell) => csvCell(cell(entry))).join(",")}\r\n`;
}

/** One cell, in quotes where it needs them. */
export function csvCell(text: string | null): string {
  if (text === null) return "";
  // Space at the edges belongs to the text, and some readers drop it where there are no quotes.
  const needsQuotes = text === "" || /[",\r\n]/.test(text) || text.trim() !== text;
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

const number = (value: number | null) => (value === null ? null : String(value));
