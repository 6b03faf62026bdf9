/** A cell; null where it is empty without quotes. */
export type Cell = string | null;

export type CsvReader = {
  /** The rows that are complete with this piece of the text. @throws CsvError */
  push: (text: string) => Cell[][];
  /** To be called at the end. @throws CsvError where the text ends within a row. */
  end: () => void;
};

/** What was read is no CSV by RFC 4180, or not all of one. */
export class CsvError extends Error {}

/**
 * Reads CSV by RFC 4180 as it comes, in pieces cut anywhere: commas, rows that end in CR LF, every one of them. Stricter than
 * most readers, since what it reads is either what svc wrote or was damaged on the way.
 */
export function createCsvReader(): CsvReader {
  // What is left of the piece before: the beginning of a row.
  let rest = "";
  return {
    push(text) {
      const { rows, read } = readRows(rest + text);
      rest = (rest + text).slice(read);
      if (rest.length > longestRow) throw new CsvError("a row does not end");
      return rows;
    },
    end() {
      if (rest !== "") throw new CsvError("the text ends within a row");
    },
  };
}

// Far beyond what an entry can be. Without a limit, one quote lost on the way would have all that follows kept.
export const longestRow = 4_000_000;

/** @returns the whole rows, and how much of the text they took. @throws CsvError */
export function readRows(text: string): { rows: Cell[][]; read: number } {
  const rows: Cell[][] = [];
  let row: Cell[] = [];
  let read = 0;
  for (let at = 0; ;) {
    const cell = text[at] === '"' ? quoted(text, at) : bare(text, at);
    // Its end may lie in the next piece.
    if (!cell || cell.end + 1 >= text.length) return { rows, read };
    row.push(cell.value);
    if (text[cell.end] === ",") {
      at = cell.end + 1;
      continue;
    }
    if (text[cell.end] !== "\r" || text[cell.end + 1] !== "\n") {
      throw new CsvError(`a cell ends in ${JSON.stringify(text[cell.end])}`);
    }
    rows.push(row);
    row = [];
    at = read = cell.end + 2;
  }
}

type Found = { value: Cell; end: number };

function bare(text: string, start: number): Found | undefined {
  for (let end = start; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code === quote || code === lineFeed) throw new CsvError("a character stands where it needs quotes");
    if (code === comma || code === carriageReturn) {
      return { value: end === start ? null : text.slice(start, end), end };
    }
  }
  return undefined;
}

function quoted(text: string, start: number): Found | undefined {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] !== '"') {
      return { value: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
    }
  }
  return undefined;
}

const [quote, comma, carriageReturn, lineFeed] = [0x22, 0x2c, 0x0d, 0x0a];
