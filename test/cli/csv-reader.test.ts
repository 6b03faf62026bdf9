import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { CsvError, createCsvReader } from "../../cli/output/csv-reader.ts";
import { csvCell } from "../../server/entries/csv/csv.ts";

const write = (rows: (string | null)[][]) =>
  rows.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");

function read(pieces: string[]): (string | null)[][] {
  const reader = createCsvReader();
  const rows = pieces.flatMap((piece) => reader.push(piece));
  reader.end();
  return rows;
}

const cell = fc.option(
  fc.string({ unit: fc.constantFrom("a", ",", '"', "\r", "\n", " ", "=", "日", "👩‍💻", "\ufeff") }),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }));

test("what the server writes reads back as it was, cut into pieces anywhere", () => {
  fc.assert(
    fc.property(table, fc.array(fc.nat(40)), (rows, lengths) => {
      let text = write(rows);
      const pieces = lengths.map((length) => {
        const piece = text.slice(0, length);
        text = text.slice(length);
        return piece;
      });
      expect(read([...pieces, text])).toEqual(rows);
    }),
    { numRuns: 1000 },
  );
});

test("a text that ends anywhere but at the end of a row is known for it", () => {
  fc.assert(
    fc.property(table, fc.nat(), (rows, at) => {
      const text = write(rows);
      const ends = new Set([0]);
      for (let i = 1; i <= rows.length; i++) ends.add(write(rows.slice(0, i)).length);
      const cut = at % (text.length + 1);
      if (ends.has(cut)) expect(read([text.slice(0, cut)])).toHaveLength([...ends].indexOf(cut));
      else expect(() => read([text.slice(0, cut)])).toThrow(CsvError);
    }),
    { numRuns: 1000 },
  );
});

describe("what svc never writes is refused", () => {
  test.each(["a\n", 'a"b\r\n', '"a"b\r\n', "a\rb\r\n", '"a\r\n', "a,", '""x,y\r\n', "a,b\nc,d\r\n"])(
    "%j",
    (text) => {
      expect(() => read([text])).toThrow(CsvError);
    },
  );
});
