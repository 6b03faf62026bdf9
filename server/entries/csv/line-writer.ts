import { decimalHours } from "../hours.ts";
import { issueAddress } from "../json.ts";
import { csvCell } from "./csv.ts";

/** The columns of a row, in the order in which `declareRows` selects them. */
const column = {
  id: 0,
  kind: 1,
  workedOn: 2,
  minutes: 3,
  login: 4,
  repository: 5,
  issueNumber: 6,
  issueTitle: 7,
  client: 8,
  labels: 9,
  note: 10,
  clientId: 11,
  userId: 12,
  commentId: 13,
  commentedAt: 14,
  createdAt: 15,
  supersedesId: 16,
  supersededById: 17,
} as const;
type Column = (typeof column)[keyof typeof column];
const columns = Object.keys(column).length;

const comma = 0x2c;
const quote = 0x22;
const cr = 0x0d;
const lf = 0x0a;
const digitZero = 0x30;
/** A message of PostgreSQL's protocol: its kind, its length, the number of its columns. */
const beforeColumns = 7;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

export type Lines = { bytes: Uint8Array; minutes: number };

/**
 * Writes the lines of entries as `csvLine` does, byte for byte, straight from what PostgreSQL sent: a whole list may have a
 * million of them, and texts and objects of each would take longer than all the rest. What is rare (a cell whose edges may be
 * white space, an instant after the year 9999) goes by way of a text.
 * @param site the code host people see.
 */
export function createLineWriter(site: string): (rows: Uint8Array[]) => Lines {
  const sitePart = encoder.encode(`${site}/`);
  const isPlainSite = csvCell(site) === site;
  const issuesPart = encoder.encode("/issues/");
  const commentPart = encoder.encode("#issuecomment-");
  const starts = new Int32Array(columns);
  const lengths = new Int32Array(columns);
  let row: Uint8Array = new Uint8Array();
  let out = new Uint8Array(256 * 1024);
  let end = 0;

  return (rows) => {
    let minutes = 0;
    end = 0;
    for (row of rows) {
      readColumns();
      minutes += writeLine();
    }
    return { bytes: out.slice(0, end), minutes };
  };

  function readColumns(): void {
    let at = beforeColumns;
    for (let n = 0; n < columns; n += 1) {
      const length = (row[at]! << 24) | (row[at + 1]! << 16) | (row[at + 2]! << 8) | row[at + 3]!;
      at += 4;
      starts[n] = at;
      lengths[n] = length;
      if (length > 0) at += length;
    }
  }

  /** Returns the entry's minutes. */
  function writeLine(): number {
    // At worst every byte is a quote, doubled, and stands there three times, as the repository does.
    reserve(row.length * 6 + sitePart.length * 4 + 200);
    for (const plain of [column.id, column.kind, column.workedOn, column.minutes] as const) writePlain(plain);
    const minutes = readNumber(column.minutes);
    writeAscii(decimalHours(minutes));
    writeCell(column.login);
    const isPlain = writeCell(column.repository) && isPlainSite;
    writePlain(column.issueNumber);
    writeCell(column.issueTitle);
    writeCell(column.client);
    writeCell(column.labels);
    writeCell(column.note);
    writePlain(column.clientId);
    writePlain(column.userId);
    if (isPlain) writeAddresses();
    else writeOddAddresses();
    writeInstant(column.commentedAt);
    writeInstant(column.createdAt);
    writePlain(column.supersedesId);
    writePlain(column.supersededById);
    out[end - 1] = cr;
    put(lf);
    return minutes;
  }

  /** What never needs quotes; nothing where it is absent. */
  function writePlain(n: Column): void {
    copy(n);
    put(comma);
  }

  /** A text, in quotes where it needs them. Returns whether it needed none. */
  function writeCell(n: Column): boolean {
    const length = lengths[n]!;
    if (length < 0) {
      put(comma);
      return true;
    }
    const start = starts[n]!;
    const last = start + length - 1;
    if (length === 0 || mayBeSpace(row[start]!) || mayBeSpace(row[last]!)) {
      const text = textOf(n);
      const cell = csvCell(text);
      writeText(cell);
      return cell === text;
    }
    const from = end;
    let isPlain = true;
    for (let at = start; at <= last; at += 1) {
      const byte = row[at]!;
      put(byte);
      if (byte <= comma && (byte === comma || byte === quote || byte === lf || byte === cr)) isPlain = false;
    }
    if (!isPlain) {
      end = from;
      writeQuoted(start, last);
    }
    put(comma);
    return isPlain;
  }

  function writeQuoted(start: number, last: number): void {
    put(quote);
    for (let at = start; at <= last; at += 1) {
      const byte = row[at]!;
      put(byte);
      if (byte === quote) put(quote);
    }
    put(quote);
  }

  function writeAddresses(): void {
    writeIssueAddress();
    put(comma);
    writeIssueAddress();
    append(commentPart);
    writePlain(column.commentId);
  }

  function writeIssueAddress(): void {
    append(sitePart);
    copy(column.repository);
    append(issuesPart);
    copy(column.issueNumber);
  }

  function writeOddAddresses(): void {
    const address = issueAddress(textOf(column.repository), readNumber(column.issueNumber), site);
    writeText(csvCell(address));
    writeText(csvCell(`${address}#issuecomment-${textOf(column.commentId)}`));
  }

  /** PostgreSQL's `2026-10-05 15:00:12.3+00` as `2026-10-05T15:00:12.300Z`. */
  function writeInstant(n: Column): void {
    const start = starts[n]!;
    const last = start + lengths[n]! - 1;
    const isUsual = row[start + 4] === 0x2d && row[last - 2] === 0x2b;
    if (!isUsual) {
      writeText(new Date(textOf(n)).toISOString());
      return;
    }
    for (let at = start; at < start + 19; at += 1) {
      put(row[at]!);
    }
    out[end - 9] = 0x54; // T
    put(0x2e); // .
    for (let at = start + 20; at < start + 23; at += 1) put(at < last - 2 ? row[at]! : digitZero);
    put(0x5a); // Z
    put(comma);
  }

  function writeText(text: string): void {
    reserve(text.length * 3 + 1);
    end += encoder.encodeInto(text, out.subarray(end)).written;
    put(comma);
  }

  function writeAscii(text: string): void {
    for (let at = 0; at < text.length; at += 1) {
      put(text.charCodeAt(at));
    }
    put(comma);
  }

  function copy(n: Column): void {
    const start = starts[n]!;
    const stop = start + lengths[n]!;
    for (let at = start; at < stop; at += 1) {
      put(row[at]!);
    }
  }

  function append(part: Uint8Array): void {
    for (let at = 0; at < part.length; at += 1) {
      put(part[at]!);
    }
  }

  function put(byte: number): void {
    out[end] = byte;
    end += 1;
  }

  function readNumber(n: Column): number {
    let value = 0;
    const stop = starts[n]! + lengths[n]!;
    for (let at = starts[n]!; at < stop; at += 1) value = value * 10 + row[at]! - digitZero;
    return value;
  }

  function textOf(n: Column): string {
    return decoder.decode(row.subarray(starts[n]!, starts[n]! + lengths[n]!));
  }

  function reserve(bytes: number): void {
    if (end + bytes <= out.length) return;
    const larger = new Uint8Array(Math.max(out.length * 2, end + bytes));
    larger.set(out.subarray(0, end));
    out = larger;
  }
}

/** A first or last byte that may be of white space, of which there is some beyond ASCII. */
const mayBeSpace = (byte: number) => byte <= 0x20 || byte >= 0x80;
