import { csvCell } from "../../server/entries/csv/csv.ts";

/** A column of a table for programs. Values are written as RFC 4180 has them; a dialect writes some of them otherwise. */
export type CsvColumn<Row> = {
  name: string;
  /** `hours` are decimals with a point, a `day` is YYYY-MM-DD, a `number` is whole; anything else is text from people. */
  type: "text" | "number" | "hours" | "day";
  /** Null is an empty cell, an empty text a quoted one. */
  value: (row: Row) => string | null;
};

export const dialects = ["rfc4180", "excel", "excel-nl"] as const;
export type Dialect = (typeof dialects)[number];

/** A table as CSV, piece by piece. */
export type CsvWriter<Row> = { header: string; line: (row: Row) => string };

/**
 * Writes CSV in a dialect. `rfc4180` is lossless. The ones for Excel begin with a byte order mark, without which it reads
 * UTF-8 as something else, and put `'` before a text that it would take for a formula, a date or another number. `excel-nl`
 * is for a Dutch Excel: semicolons, `1,50` and `31-10-2026`.
 */
export function csvWriter<Row>(columns: CsvColumn<Row>[], dialect: Dialect): CsvWriter<Row> {
  const write = { rfc4180: csvCell, excel: excelCell, "excel-nl": dutchCell }[dialect];
  const between = dialect === "excel-nl" ? ";" : ",";
  const mark = dialect === "rfc4180" ? "" : "\ufeff";
  return {
    header: `${mark}${columns.map(({ name }) => write(name, "text")).join(between)}\r\n`,
    line: (row) => `${columns.map(({ value, type }) => write(value(row), type)).join(between)}\r\n`,
  };
}

type Type = CsvColumn<never>["type"];

function excelCell(value: string | null, type: Type): string {
  return csvCell(type === "text" ? guarded(value) : value);
}

function dutchCell(value: string | null, type: Type): string {
  if (value === null) return "";
  if (type === "day") return value.split("-").reverse().join("-");
  if (type !== "text") return value.replace(".", ",");
  const cell = csvCell(guarded(value));
  return cell.includes(";") && !cell.startsWith('"') ? `"${cell}"` : cell;
}

/** A text that a spreadsheet would work out, or show as something else, made one that it shows as it is. */
function guarded(text: string | null): string | null {
  return text !== null && (formula.test(text) || isTakenForAnother(text)) ? `'${text}` : text;
}

// Line ends and tabs too: Excel looks past them.
const formula = /^[\s\p{Cf}]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/u;

/** A date, a number or a truth: a budget named 2026-12 would become the first of December, and 0012 twelve. */
function isTakenForAnother(text: string): boolean {
  const plain = text.trim();
  if (/^(true|false|waar|onwaar)$/i.test(plain)) return true;
  if (!/\d/.test(plain) || /^(0|[1-9]\d{0,14})$/.test(text)) return false;
  return /^[\d\s.,:/%€$-]+([eE][+-]?\d+|\s?[ap]m?)?$/i.test(plain) || month.test(plain);
}

const months =
  "jan(uari|uary)?|feb(ruari|ruary)?|mrt|maart|mar(ch)?|apr(il)?|mei|may|jun[ie]?|jul[iy]?|aug(ustus|ust)?|" +
  "sept?(ember)?|o[kc]t(ober)?|nov(ember)?|dec(ember)?";
const month = new RegExp(`^(\\d{1,4}[\\s./-]*)?(${months})[\\s./,-]*(\\d[\\d\\s.,/:-]*)?$`, "i");
