import { csvColumns } from "../server/entries/csv/csv.ts";
import { entryReader } from "./csv-entries.ts";
import { type Cell, CsvError, longestRow, readRows } from "./output/csv-reader.ts";

/** What the whole rows of a text add up to, and how much of the text they are. */
export type Counted = { entries: number; minutes: number; length: number };

/**
 * Looks through rows of the server's CSV that are to be passed on as they are: each is of the form of an entry, as whoever
 * reads them finds, at a tenth of the price. What is not in sight at once is read cell by cell.
 * @throws CsvError for what is no entry.
 */
export function countRows(text: string): Counted {
  const counted = { entries: 0, minutes: 0, length: 0 };
  ordinary.lastIndex = 0;
  for (let row = ordinary.exec(text); row; row = ordinary.exec(text)) {
    counted.entries += 1;
    counted.minutes += Number(row[1]);
    counted.length = ordinary.lastIndex;
  }
  const { rows, read } = readRows(text.slice(counted.length));
  if (rows.length === 0) {
    if (text.length - counted.length > longestRow) throw new CsvError("a row does not end");
    return counted;
  }
  for (const row of rows) {
    counted.entries += 1;
    counted.minutes += entryOf(row).minutes;
  }
  counted.length += read;
  return counted;
}

const readEntry = entryReader(csvColumns)!;
const entryOf = (row: Cell[]) => readEntry(row);

const number = "\\d{1,16}";
const text = '(?:[^",\\r\\n]*|"(?:[^"]|"")*")';
// A JSON array of texts in quotes that are doubled.
const one = '""(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:""|[\\\\/bfnrt]))*""';
const labels = `(?:\\[\\]|"\\[${one}(?:,${one})*\\]")`;
const ordinary = new RegExp(
  `${number},(?:time|plan),\\d{4}-\\d\\d-\\d\\d,(${number}),${text},${text},${text},${number},${text},${text},${labels},` +
    `${text},(?:${number})?,${number},${text},${text},${text},${text},(?:${number})?,(?:${number})?\\r\\n`,
  "y",
);
