import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Column, table } from "../../cli/output/table.ts";

const plain = { bold: (text: string) => text, dim: (text: string) => text };
const columns: Column[] = [
  { title: "ID", align: "right" },
  { title: "WHO", least: 4 },
  { title: "LABELS", least: 6 },
];
const draw = (rows: string[][], width: number) => table(columns, rows, width, plain);

test("columns are as wide as what is in them", () => {
  const rows = [
    ["7", "ada", "type:bugfix"],
    ["1234", "grace", "a"],
  ];
  expect(draw(rows, 80)).toBe("  ID  WHO    LABELS\n   7  ada    type:bugfix\n1234  grace  a\n");
});

test("a narrow terminal takes from the widest columns, and never from those that must be whole", () => {
  const rows = [["123456", "grace-hopper", "client:acme, type:bugfix"]];
  expect(draw(rows, 30)).toBe("    ID  WHO         LABELS\n123456  grace-hop…  client:ac…\n");
  expect(draw(rows, 5)).toBe("    ID  WHO   LABELS\n123456  gra…  clien…\n");
});

test("a terminal too narrow for all columns is spared those that may be left out, the last one first", () => {
  const spared = columns.map((column) =>
    column.title === "ID" ? column : { ...column, optional: true as const },
  );
  const rows = [["123456", "grace-hopper", "client:acme, type:bugfix"]];
  const widths = [20, 19, 11].map((width) => table(spared, rows, width, plain).split("\n")[1]);
  expect(widths).toEqual(["123456  gra…  clien…", "123456  grace-hopp…", "123456"]);
});

test("wide characters count as two columns, and combined ones as one", () => {
  const rows = [
    ["1", "日本", "x"],
    ["2", "e\u0301", "x"],
    ["3", "👩‍💻", "x"],
  ];
  expect(draw(rows, 80)).toBe(
    "ID  WHO   LABELS\n 1  日本  x\n 2  é     x\n 3  👩‍💻    x\n".replace("é", "e\u0301"),
  );
});

test("a column may keep the end of what is cut", () => {
  const ends: Column[] = [{ title: "ISSUE", least: 8, keep: "end" }];
  expect(table(ends, [["acme/website#12"]], 8, plain)).toBe("ISSUE\n…site#12\n");
  expect(table(ends, [["日本語日本語日本"]], 8, plain)).toBe("ISSUE\n…語日本\n");
});

test("what a terminal would obey is shown", () => {
  expect(draw([["1", "\x1b[2J", "a\nb"]], 80)).toBe("ID  WHO      LABELS\n 1  \\x1b[2J  a\\nb\n");
});

describe("for any text", () => {
  const cell = fc.string({
    unit: fc.constantFrom("a", "é", "日", "👩‍💻", "🇳🇱", "e\u0301", "\x1b", "\u202e", " ", ","),
  });

  const bothEnds: Column[] = [columns[0]!, { title: "WHO", least: 4, keep: "end" }, columns[2]!];

  test("no line is wider than the terminal, and each row is one line", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell)), fc.integer({ min: 16, max: 100 }), (pairs, width) => {
        const rows = pairs.map(([who, labels], i) => [String(i), who, labels]);
        const lines = table(bothEnds, rows, width, plain).split("\n");
        expect(lines).toHaveLength(rows.length + 2);
        for (const line of lines) expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  test("where there is room nothing is cut", () => {
    fc.assert(
      fc.property(cell, cell, (who, labels) => {
        expect(draw([["1", who, labels]], 10_000)).not.toContain("…");
      }),
    );
  });
});
