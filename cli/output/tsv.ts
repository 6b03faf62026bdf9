import { terminalText } from "./terminal-text.ts";

/**
 * Lines of cells with tabs between, without a header: for cut, grep and awk. A tab, line end or other control inside a
 * cell is written out, so that a row is always one line; what must be exact is asked for as CSV or JSON.
 */
export function tsv(rows: string[][]): string {
  return rows.map((cells) => `${cells.map(terminalText).join("\t")}\n`).join("");
}
