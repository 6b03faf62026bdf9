/**
 * A table as CSV by RFC 4180: commas, lines that end in CR LF, quotes where needed and doubled inside. Lossless, so cells
 * that a spreadsheet might take for a formula are left as they are. Null is an empty cell, an empty text a quoted one.
 */
export function csv(header: string[], rows: (string | null)[][]): string {
  return [header, ...rows].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string | null): string {
  if (text === null) return "";
  return text === "" || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
