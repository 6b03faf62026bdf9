import { afterAll, beforeAll, expect, test } from "bun:test";
import { startListening } from "../support/listening.ts";
import { anEntry } from "../support/factories.ts";
import { readCsv } from "../support/read-csv.ts";
import { blocks } from "./pages.ts";

const [query = ""] = blocks(await Bun.file("docs/how-to/excel.md").text(), "powerquery");
const wbso = ["client:globex", "wbso:dev", "wbso:speur, with a comma", "strippenkaart:2026-12"];

let svc: Awaited<ReturnType<typeof startListening>>;
let token: string;
beforeAll(async () => {
  svc = await startListening();
  token = await svc.tokenFor("ada");
  await anEntry(svc.db, { labels: wbso, note: '=1+1; "quoted"\nand a second line', minutes: 50 });
  await anEntry(svc.db, { labels: wbso, workedOn: "2026-10-31" });
  await anEntry(svc.db, { labels: ["wbso:dev"], workedOn: "2026-11-01" });
  await anEntry(svc.db, { labels: ["client:globex"] });
});
afterAll(() => svc.stop());

test("the query asks svc twice: for the whole list, and for how many lines it has", async () => {
  const [list, page] = await Promise.all(requests(query).map((request) => fetch(request)));
  expect(list!.headers.get("content-type")).toStartWith("text/csv; charset=utf-8");
  const [, ...rows] = readCsv(await list!.text());
  expect(rows).toHaveLength(2);
  expect(at(await page!.json(), query.match(/Json\.Document\(Page\)((?:\[\w+\])+)/)![1]!)).toBe(rows.length);
});

test("the columns to which it gives a type are there, and every cell is of that type", async () => {
  const response = await fetch(requests(query)[0]!);
  const [header = [], ...rows] = readCsv(await response.text());
  const typed = [...query.matchAll(/\{"(\w+)", (Int64\.Type|type date|type number)\}/g)];
  expect(typed.map(([, name]) => name)).toEqual(["id", "worked_on", "minutes", "hours"]);
  for (const [, name, type] of typed) {
    const place = header.indexOf(name!);
    for (const row of rows) expect(row[place]).toMatch(forms[type!]!);
  }
  // As the last lines of the query take a dimension out of the labels.
  const labels = JSON.parse(rows[0]![header.indexOf("labels")]!) as string[];
  const dimensions = [...query.matchAll(/each ValuesIn\("([^"]+)", \[labels\]\)/g)].map(([, name]) => name!);
  expect(dimensions.map((name) => valuesIn(name, labels))).toEqual(["dev|speur, with a comma", "2026-12"]);
});

test("what the page says svc answers is what it answers", async () => {
  const status = async (changed: string, secret = token) =>
    (await fetch(requests(changed, secret)[0]!)).status;
  expect(await status(query.replace("label_prefix", "label_prefx"))).toBe(422);
  expect(await status(query, `svc_${"x".repeat(43)}`)).toBe(401);
  expect(await status(query.replace(", label_prefix", ', user = "ada", label_prefix'))).toBe(200);
});

const forms: Record<string, RegExp> = {
  "Int64.Type": /^-?\d+$/,
  "type date": /^\d{4}-\d\d-\d\d$/,
  "type number": /^-?\d+(\.\d+)?$/,
};

const valuesIn = (dimension: string, labels: string[]) =>
  labels
    .filter((label) => label.startsWith(dimension))
    .map((label) => label.slice(dimension.length))
    .join("|");

/** The requests of each Web.Contents in a query of that form, as Power Query makes them of its options. */
function requests(text: string, secret = token): Request[] {
  const [, filter = ""] = /^ +Filter = \[(.+)\],$/m.exec(text)!;
  const scheme = /Headers = \[Authorization = "([^"]*)" & Token\]/.exec(text)![1]!;
  const calls = [
    ...text.matchAll(
      /Web\.Contents\(Site, \[RelativePath = "([^"]+)", Query = Filter & \[([^\]]+)\], Headers = Headers\]\)/g,
    ),
  ];
  expect(calls).toHaveLength(text.split("Web.Contents").length - 1);
  expect(/^ +Site = "(.+)",$/m.exec(text)![1]).toBe("https://hours.example.com");
  return calls.map(([, path, more]) => {
    const url = new URL(`${svc.url}/${path}`);
    for (const [, name, value] of `${filter}, ${more}`.matchAll(/(\w+) = "([^"]*)"/g))
      url.searchParams.append(name!, value!);
    return new Request(url.href, { headers: { authorization: scheme + secret } });
  });
}

/** The value at `[a][b]`. */
function at(value: unknown, path: string): unknown {
  return [...path.matchAll(/\[(\w+)\]/g)].reduce(
    (within, [, name]) => (within as Record<string, unknown>)[name!],
    value,
  );
}
