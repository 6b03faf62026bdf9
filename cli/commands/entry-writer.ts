import { csvHeader } from "../../server/entries/csv/csv.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { readColumns } from "../entry-columns.ts";
import { readFields } from "../entry-fields.ts";
import { csvWriter } from "../output/csv.ts";
import { terminalJson, terminalLines } from "../output/terminal-text.ts";
import { tsv } from "../output/tsv.ts";
import { entriesAsTsv, tsvNames } from "./entry-output.ts";
import { type Format, type OutputOptions, valueOf } from "./output-options.ts";

/** How entries become text, portion by portion. */
export type EntryWriter = {
  begin: string;
  portion: (entries: EntryJson[]) => string;
  end: string;
  /** Whether that is what the server's CSV has, to the letter. */
  isServers?: boolean;
};

/**
 * The writer of a format. @param isShown whether it goes to a terminal, which would obey what is in a text.
 * @throws CliError `usage` for a column or field that there is not.
 */
export function entryWriter(
  format: Exclude<Format, "table">,
  options: OutputOptions,
  isShown: boolean,
): EntryWriter {
  if (format === "json") return jsonWriter(options);
  if (format === "ndjson") {
    const fields = readFields("--ndjson", valueOf(options.ndjson));
    return {
      begin: "",
      portion: (entries) => entries.map((entry) => `${terminalJson(fields(entry))}\n`).join(""),
      end: "",
    };
  }
  if (format === "tsv")
    return { begin: options.header ? tsv([tsvNames]) : "", portion: entriesAsTsv, end: "" };
  const { header, line } = csvWriter(readColumns(valueOf(options.csv)), options.csvDialect ?? "rfc4180");
  // Exact in a file or a pipe.
  const shown = isShown ? terminalLines : (text: string) => text;
  const isServers = valueOf(options.csv) === undefined && header === csvHeader && !isShown;
  const portion = (entries: EntryJson[]) => shown(entries.map(line).join(""));
  return { begin: shown(header), portion, end: "", isServers };
}

/** An array with one element a line: whole for programs, and still good to read and to search. */
function jsonWriter(options: OutputOptions): EntryWriter {
  const fields = readFields("--json", valueOf(options.json));
  let before = "\n";
  return {
    begin: "[",
    portion(entries) {
      const text = entries.map((entry) => terminalJson(fields(entry))).join(",\n");
      const written = text === "" ? "" : before + text;
      if (text !== "") before = ",\n";
      return written;
    },
    get end() {
      return before === "\n" ? "]\n" : "\n]\n";
    },
  };
}
