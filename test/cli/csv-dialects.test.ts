import { describe, expect, test } from "bun:test";
import { readColumns, valuesIn } from "../../cli/entry-columns.ts";
import { csvWriter, type Dialect } from "../../cli/output/csv.ts";
import { csvColumns, csvHeader, csvLine } from "../../server/entries/csv/csv.ts";
import { anEntry } from "./running.ts";

const entry = anEntry({ labels: ["wbso:dev", "strippenkaart:2026;12", "wbso:speur", "plain"] });

test("without columns named, rfc4180 is the server's own CSV, byte for byte", () => {
  const writer = csvWriter(readColumns(undefined), "rfc4180");
  expect(readColumns(undefined).map(({ name }) => name)).toEqual(csvColumns);
  const hard = ["=1", " a", "a;b", 'a"b', "a,b", "a\r\nb", "", "日本", "\ufeff", "-"];
  expect(writer.header).toBe(csvHeader);
  for (const text of hard) {
    const each = anEntry({ note: text, labels: hard, client: { id: 1, name: text } });
    expect(writer.line(each)).toBe(csvLine(each));
  }
});

const columns = "date,user,issue,hours,client,wbso:,strippenkaart:,type:";
const examples: Record<Dialect, string> = {
  rfc4180: `${columns}\r\n2026-10-30,ada,12,1.50,Acme,dev|speur,2026;12,\r\n`,
  excel: `\ufeff${columns}\r\n2026-10-30,ada,12,1.50,Acme,dev|speur,2026;12,\r\n`,
  "excel-nl": `\ufeff${columns.replaceAll(",", ";")}\r\n30-10-2026;ada;12;1,50;Acme;dev|speur;"2026;12";\r\n`,
};
test.each(Object.entries(examples))("finance's columns as %s", (dialect, csv) => {
  const writer = csvWriter(readColumns(columns), dialect as Dialect);
  expect(writer.header + writer.line(entry)).toBe(csv);
});

describe("what a spreadsheet would take for a formula", () => {
  const formulas = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\ufeff=1", "＝1", "=a;b"];
  test.each(formulas)("%j is shown by Excel, and left as it is in rfc4180", (note) => {
    const line = (dialect: Dialect) => csvWriter(readColumns("note"), dialect).line(anEntry({ note }));
    expect(unquoted(line("excel"))).toBe(`'${note}`);
    expect(unquoted(line("excel-nl"))).toBe(`'${note}`);
    expect(unquoted(line("rfc4180"))).toBe(note);
  });
  test.each(["a=1", "1-2-x", "'=1", "", "a\n=1", "mail@example.com"])("%j is none", (note) => {
    expect(unquoted(csvWriter(readColumns("note"), "excel").line(anEntry({ note })))).toBe(note);
  });
  test("labels cannot be one: their cell begins with a bracket", () => {
    const labels = ["=1+1"];
    expect(csvWriter(readColumns("labels"), "excel").line(anEntry({ labels }))).toBe('"[""=1+1""]"\r\n');
    expect(csvWriter(readColumns("x:"), "excel").line(anEntry({ labels: ["x:=1"] }))).toBe("'=1\r\n");
    expect(csvWriter(readColumns("=x:"), "excel").header).toBe("\ufeff'=x:\r\n");
  });
});

describe("what a spreadsheet would take for a date, another number or a truth", () => {
  const taken = [
    "2026-12",
    "1-2",
    "3/4",
    "31-10-2026",
    "2026-10-31",
    "1.5",
    "1,5",
    "0012",
    "1e5",
    "10:30",
    "€ 5",
    "5%",
  ];
  const more = [
    "1234567890123456",
    "mei 2026",
    "5 mrt",
    "1-okt-2026",
    "Dec 1",
    "TRUE",
    "onwaar",
    " 5",
    "10:30 am",
  ];
  test.each([...taken, ...more])("%j is shown by Excel as it is", (note) => {
    for (const dialect of ["excel", "excel-nl"] as const) {
      expect(unquoted(csvWriter(readColumns("note"), dialect).line(anEntry({ note })))).toBe(`'${note}`);
    }
    expect(unquoted(csvWriter(readColumns("note"), "rfc4180").line(anEntry({ note })))).toBe(note);
  });
  test.each([
    "0",
    "12",
    "123456789012345",
    "2026-12-budget",
    "v1.5",
    "mei",
    "mark 5",
    "maandag 5",
    "#12",
    "acme/web#12",
  ])("%j is left", (note) => {
    expect(unquoted(csvWriter(readColumns("note"), "excel").line(anEntry({ note })))).toBe(note);
  });
});

test("a dimension is addressed as the server addresses a prefix", () => {
  const labels = ["wbso", "wbso:", ":x", "wbso:dev", "WBSO:dev", "xwbso:dev", "a:b:c"];
  expect(valuesIn("wbso:", labels)).toEqual(["dev"]);
  expect(valuesIn("a:", labels)).toEqual(["b:c"]);
  expect(valuesIn("a:b:", labels)).toEqual(["c"]);
});

test.each(["", "nope", "date,", ",date", ":", "wbso", "constructor", "__proto__", "date user"])(
  "%j is refused as columns",
  (named) => {
    expect(() => readColumns(named)).toThrow("--csv has no column");
  },
);

function unquoted(line: string): string {
  const cell = line.slice(0, -2);
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
