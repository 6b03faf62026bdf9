import { expect, test } from "bun:test";
import fc from "fast-check";
import { csv } from "../../cli/output/csv.ts";
import { anEntry, page, svc } from "./running.ts";

const hard = [
  "type:a,b",
  '"quoted"',
  'a"b',
  "two\nlines",
  "two\r\nlines",
  "lone\rreturn",
  "👩‍💻 日本 é e\u0301",
  "=1+1",
  "@SUM(A1)",
  "-2",
  " spaces ",
  "%_\\",
  "tab\there",
  "\u202e\x1b[31m\u2028",
  "'",
  ";",
  "[P1] bug",
  "\ufeff",
];

test.if(Bun.which("python3") !== null)(
  "labels, titles and notes of every kind survive CSV as another program reads it",
  async () => {
    const entries = [
      ...hard.map((text, id) =>
        anEntry({
          id,
          labels: [text, ...hard],
          note: text,
          issue: { number: 1, title: text, url: "https://github.example/acme/web/issues/1" },
          client: { id: 1, name: text },
          client_id: 1,
        }),
      ),
      anEntry({
        id: 99,
        labels: Array.from({ length: 1000 }, (_, i) => `label:${i},"`),
        client: null,
        note: null,
      }),
    ];
    const { stdout } = await svc(["entries", "--csv"], [page(entries)]);
    const [header, ...rows] = await readByPython(stdout);
    expect(header!.join()).toBe(
      "id,kind,worked_on,minutes,hours,user,repository,issue,issue_title,client,labels,note",
    );
    expect(rows).toEqual(
      entries.map((entry) => [
        String(entry.id),
        "time",
        "2026-10-30",
        "90",
        "1.50",
        "ada",
        "acme/web",
        String(entry.issue.number),
        entry.issue.title,
        entry.client?.name ?? "",
        JSON.stringify(entry.labels),
        entry.note ?? "",
      ]),
    );
    expect(rows.map((row) => JSON.parse(row[10]!))).toEqual(entries.map((entry) => entry.labels));
  },
);

test("hours are the minutes to two decimals, rounded half up without floating-point error", async () => {
  const examples: [minutes: number, hours: string][] = [
    [1, "0.02"],
    [3, "0.05"],
    [15, "0.25"],
    [20, "0.33"],
    [40, "0.67"],
    [59, "0.98"],
    [60, "1.00"],
    [63, "1.05"],
    [1435, "23.92"],
    [60_000, "1000.00"],
    [1_000_000_029, "16666667.15"],
  ];
  const { stdout } = await svc(
    ["entries", "--csv"],
    [page(examples.map(([minutes]) => anEntry({ minutes })))],
  );
  const read = stdout
    .trim()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(",").slice(3, 5));
  expect(read).toEqual(examples.map(([minutes, hours]) => [String(minutes), hours]));
});

test("an empty text and no text are told apart, as PostgreSQL does", () => {
  expect(csv(["a", "b"], [["", null]])).toBe('a,b\r\n"",\r\n');
});

test("any table reads back as it was", () => {
  const cell = fc.option(fc.string({ unit: fc.constantFrom("a", ",", '"', "\r", "\n", " ", "=", "日") }));
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell, cell)), (rows) => {
      expect(readCsv(csv(["a", "b", "c"], rows))).toEqual([["a", "b", "c"], ...rows]);
    }),
  );
});

/** A reader straight from the grammar of RFC 4180. */
function readCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  const form = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = form.exec(text); found; found = form.exec(text)) {
    const [, quoted, bare, end] = found;
    row.push(quoted === undefined ? bare || null : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

async function readByPython(text: string): Promise<string[][]> {
  const program = `import csv, io, json, sys
text = sys.stdin.buffer.read().decode("utf-8")
print(json.dumps(list(csv.reader(io.StringIO(text, newline=""), strict=True))))`;
  const child = Bun.spawn(["python3", "-c", program], { stdin: new Blob([text]), stdout: "pipe" });
  const read = (await child.stdout.json()) as string[][];
  expect(await child.exited).toBe(0);
  return read;
}
