import type { EntryJson } from "../../server/entries/json.ts";
import { formatDuration } from "../../server/entries/duration.ts";
import type { Listing } from "../entry-pages.ts";
import type { Paint } from "../output/colour.ts";
import { table, type Column } from "../output/table.ts";
import { terminalJson } from "../output/terminal-text.ts";
import { tsv } from "../output/tsv.ts";
import { counted } from "./list-notes.ts";

/** Entries for a pipe, by column: id, day, minutes, login, repository#issue, client, labels as a JSON array, note. */
export function entriesAsTsv(entries: EntryJson[]): string {
  return tsv(
    entries.map((entry) => [
      String(entry.id),
      entry.worked_on,
      String(entry.minutes),
      entry.user.login,
      issueName(entry),
      entry.client?.name ?? "",
      terminalJson(entry.labels),
      entry.note ?? "",
    ]),
  );
}

/** The columns of TSV, for `--header`. */
export const tsvNames = ["id", "worked_on", "minutes", "user", "issue_name", "client", "labels", "note"];

const columns: Column[] = [
  { title: "ID", align: "right" },
  { title: "DAY" },
  { title: "TIME", align: "right" },
  { title: "WHO", least: 6 },
  // Cut in front: the number says most.
  { title: "ISSUE", least: 16, keep: "end" },
  { title: "CLIENT", least: 6 },
  { title: "LABELS", least: 10, optional: true },
  { title: "NOTE", least: 6, optional: true },
];

/** Entries for a person, and below them what the whole list adds up to. Empty where there are none. */
export function entriesAsTable(
  kind: "entries" | "plans",
  { entries, totals }: Listing,
  width: number,
  paint: Paint,
): string {
  if (entries.length === 0) return "";
  const rows = entries.map((entry) => [
    String(entry.id),
    entry.worked_on,
    formatDuration(entry.minutes),
    entry.user.login,
    issueName(entry),
    entry.client?.name ?? "–",
    entry.labels.join(", "),
    entry.note ?? "",
  ]);
  const withNotes = entries.some((entry) => entry.note);
  const shown = withNotes ? columns : columns.slice(0, -1);
  const unattributed = entries.filter((entry) => !entry.client).length;
  const footer = [
    counted(kind, totals.entries),
    formatDuration(totals.minutes),
    // Known only where every entry is here.
    entries.length === totals.entries && unattributed > 0 && `${unattributed} without client`,
  ];
  return `${table(shown, rows, width, paint)}\n${paint.bold(footer.filter(Boolean).join(" · "))}\n`;
}

function issueName(entry: EntryJson): string {
  return `${entry.repository}#${entry.issue.number}`;
}
