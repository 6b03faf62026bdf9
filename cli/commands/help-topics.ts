import { columnNames } from "../entry-columns.ts";
import { fieldNames } from "../entry-fields.ts";
import { exits } from "../errors.ts";
import type { Dialect } from "../output/csv.ts";
import { groupKeys } from "../reports/grouping.ts";
import { tsvNames } from "./entry-output.ts";

const told: Record<string, () => string> = {
  output: () => `Output of svc. The result goes to stdout, all talk to stderr:

  On a terminal a list is a table of the newest 50 with its totals; in a pipe it is TSV, and all of it.
  --csv     the whole list as CSV; see: svc help csv
  --json    the whole list as one JSON array
  --ndjson  one JSON object a line, printed while they come
  --tsv     tab-separated: ${tsvNames.join(" ")}
  --total   only the hours, as one number
  -o FILE   into a file, in the format that its name ends in (.csv .json .ndjson .tsv)

Fields of --json and --ndjson:
${wrapped(fieldNames)}

Keys of --group-by, which may be repeated, and whose parts add up to the whole:
${wrapped([...groupKeys, "wbso: (the label’s dimension)"])}

A list comes whole or not at all: where it breaks off, or does not add up to what the server counts, nothing
is printed, no file is left, and the exit code is ${exits.incomplete.code}. Only --ndjson prints what came before.
CSV and JSON keep every character of a text. A table, TSV and whatever goes to a terminal write a control
character out, as \\x1b, so that none is obeyed.
`,
  csv: () => `CSV of svc. The first line names the columns; every line ends in CR LF; the text is UTF-8:

Columns for --csv, with commas between (without names: all but the last two):
${wrapped(columnNames)}

  A name that ends in a colon is a dimension of the labels: wbso: holds dev for the label wbso:dev, and
  dev|speur where there are two. labels is all of them as a JSON array. hours has two decimals and is for
  people: minutes are exact. An empty cell is none, and "" is an empty text.

Dialects, for --csv-dialect:
${rows(dialectsTold)}

In the dialects for Excel a text that it would work out as a formula (= + - @ and their like) begins with '.
`,
  periods: () => `Periods, for --period. Both ends count, and the days they come to are told on stderr:

  today  yesterday  last-7-days  last-30-days  ytd
  this-week  this-month  this-quarter  this-half  this-year
  last-week  last-month  last-quarter  last-half  last-year
  2026-10-05   a day           2026-Q4   a quarter
  2026-10      a month         2026-H2   a half year
  2026-W45     an ISO week     2026      a year
  A..B         from the first day of A to the last of B, e.g. 2026-W44..today; A.. and ..B are open

Which day it is today, SVC_TZ says, else the time zone of this machine.
`,
  environment: () => `Environment of svc (a flag beats it, and it beats what svc auth login stored):

${rows(variables)}

A token of the environment goes to SVC_HOST alone where that is set.
`,
  "exit-codes": () => `Exit codes of svc:

${Object.values(exits)
  .map(({ code, meaning }) => `${String(code).padStart(5)}  ${meaning}`)
  .join("\n")}
`,
};

/** What `svc help` explains beside its commands, by name: a text whose first line says what it is about. */
export const topics = new Map(Object.entries(told));

const dialectsTold: Record<Dialect, string> = {
  rfc4180: "for programs, and the default: every character as it is",
  excel: "for Excel: the same, with a byte order mark before it",
  "excel-nl": "for a Dutch Excel: semicolons, 1,50 and 31-10-2026, with a byte order mark before it",
};

/** Every variable that svc reads. */
export const variables = {
  SVC_HOST: "the server, e.g. https://hours.example.com",
  SVC_TOKEN: "a token for it, made on its page /admin/tokens",
  SVC_TOKEN_FILE: "a file that holds the token, read where SVC_TOKEN is not set",
  SVC_CONFIG_DIR: "where svc auth login keeps hosts.json (default: svc in XDG_CONFIG_HOME or ~/.config)",
  SVC_TZ: "the time zone in which it is today, for --period (default: that of this machine)",
  SVC_PAGER: "shows what is longer than the terminal (default: PAGER, or less; cat for none)",
  "SVC_DEBUG=api": "tell every request and answer on stderr, without tokens",
  "NO_COLOR=1": "no colour (also SVC_NO_COLOR=1)",
};

function rows(told: Record<string, string>): string {
  const width = Math.max(...Object.keys(told).map((name) => name.length));
  return Object.entries(told)
    .map(([name, what]) => `  ${name.padEnd(width)}  ${what}`)
    .join("\n");
}

function wrapped(names: string[]): string {
  const lines = [""];
  for (const name of names) {
    if (lines.at(-1)!.length + name.length > 100) lines.push("");
    lines[lines.length - 1] += `  ${name}`;
  }
  return lines.join("\n");
}
