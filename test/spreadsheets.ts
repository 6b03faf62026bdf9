import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { hostileCsvTexts } from "./support/hostile-csv.ts";
import { anEntry, page } from "./cli/running.ts";
import { readFlatOds, type SheetCell } from "./support/flat-ods.ts";

/**
 * `bun run spreadsheets`: opens what `--csv-dialect excel-nl` and `excel` write in LibreOffice, without a window, and
 * compares its cells with the entries: numbers have to be numbers, dates dates, texts as they were, and no formula may be
 * there. It needs LibreOffice Calc (Debian: libreoffice-calc-nogui), half a gigabyte, so that it is no test of every run.
 */
const office = Bun.which("soffice");
if (!office) {
  console.error(
    "error: LibreOffice is not here\n  On Debian: apt-get install --no-install-recommends libreoffice-calc-nogui",
  );
  process.exit(1);
}

const columns = "date,minutes,hours,user,issue_name,client,note,labels,wbso:";
const entries = hostileCsvTexts.map((text, i) =>
  anEntry({
    id: 1000 - i,
    minutes: 50 + i,
    note: text === "" ? null : text,
    client: { id: 1, name: text === "" ? "Acme" : text },
    labels: [text, `wbso:${text}`],
  }),
);
const folder = await mkdtemp(join(tmpdir(), "svc-sheets-"));
const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: page(entries) });
let failed = 0;
try {
  // The separator, 34 for the quote, 76 for UTF-8, from line 1, the language, and that it works out dates and formulas.
  await check("excel-nl", "59,34,76,1,,1043,false,true,false,false,false,,true");
  await check("excel", "44,34,76,1,,1033,false,true,false,false,false,,true");
  // What is for programs has formulas in it, or nothing of the above is worth much.
  const { formulas } = await open("rfc4180", "44,34,76,1,,1033,false,true,false,false,false,,true");
  console.log(`rfc4180, which is not for spreadsheets: ${formulas} formulas`);
  if (formulas === 0) failed += 1;
} finally {
  await server.stop(true);
  await rm(folder, { recursive: true });
}
process.exitCode = failed === 0 ? 0 : 1;

async function check(dialect: string, reading: string): Promise<void> {
  const { header, rows, formulas } = await open(dialect, reading);
  const problems = [
    ...(header?.map(({ value }) => value).join() === columns ? [] : ["the header is not as it was written"]),
    ...(rows.length === entries.length ? [] : [`${rows.length} rows of ${entries.length}`]),
    ...entries.flatMap((entry, i) => differences(entry, rows[i] ?? [])),
  ];
  for (const problem of problems) console.error(`${dialect}: ${problem}`);
  const count = (type: string) => rows.flat().filter((cell) => cell.type === type).length;
  const counted = `${count("date")} dates, ${count("float")} numbers, ${count("string")} texts, ${formulas} formulas`;
  console.log(`${dialect}: ${rows.length} rows with ${counted}; ${problems.length} are not as written`);
  failed += problems.length;
}

/** Writes the entries in a dialect by svc, and opens the file in LibreOffice. */
async function open(dialect: string, reading: string) {
  const file = join(folder, `${dialect}.csv`);
  const list = ["entries", "--csv", columns, "--csv-dialect", dialect, "-o", file];
  await ended([process.execPath, resolve("cli/main.ts"), ...list]);
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const filter = `--infilter=Text - txt - csv (StarCalc):${reading}`;
  await ended([office!, profile, "--headless", filter, "--convert-to", "fods", "--outdir", folder, file]);
  const [header, ...rows] = readFlatOds(await Bun.file(join(folder, `${dialect}.fods`)).text());
  return { header, rows, formulas: rows.flat().filter(({ formula }) => formula !== undefined).length };
}

/** What a cell has to hold, and what it holds instead. */
function differences(entry: (typeof entries)[number], row: SheetCell[]): string[] {
  const { worked_on, minutes, user, note, client, labels } = entry;
  const value = labels[1]!.slice("wbso:".length);
  const expected: [type: string | undefined, value: string][] = [
    ["date", worked_on],
    ["float", String(minutes)],
    ["float", String(Number((minutes / 60).toFixed(2)))],
    ["string", user.login],
    ["string", "acme/web#12"],
    text(client!.name),
    text(note),
    text(JSON.stringify(labels)),
    text(value === "" ? null : value),
  ];
  return expected.flatMap(([type, wanted], i) => {
    const {
      type: found,
      value: held,
      formula,
    } = row[i] ?? { type: undefined, value: "", formula: undefined };
    const same = type === "string" ? isText(wanted, found, held) : found === type && held === wanted;
    if (same && formula === undefined) return [];
    const name = columns.split(",")[i]!;
    return [
      `${name} ${JSON.stringify(wanted)} became ${found} ${JSON.stringify(held)}${formula ? ` by ${formula}` : ""}`,
    ];
  });
}

/** A text is left, or shown with the `'` that says it is one; a whole number as people write it may be one. */
function isText(wanted: string, type: string | undefined, held: string): boolean {
  if (type === "float") return /^(0|[1-9]\d{0,14})$/.test(wanted) && held === wanted;
  // The file that LibreOffice writes has one kind of line end, and knows no control characters.
  const written = wanted.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n\t]|[\ufffe\uffff]/gu, "");
  return type === "string" && (held === written || held === `'${written}`);
}

function text(written: string | null): [type: string | undefined, value: string] {
  return written === null ? [undefined, ""] : ["string", written];
}

async function ended(command: string[]): Promise<void> {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    SVC_HOST: `http://127.0.0.1:${server.port}`,
    SVC_TOKEN: `svc_${"x".repeat(43)}`,
  };
  const child = Bun.spawn(command, { env, stdout: "pipe", stderr: "pipe" });
  const [told, code] = await Promise.all([child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${told}`);
}
