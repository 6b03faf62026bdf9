import { formatDuration } from "../../server/entries/duration.ts";
import { decimalHours } from "../../server/entries/hours.ts";
import { type CsvColumn, csvWriter, type Dialect } from "../output/csv.ts";
import { type Column, table } from "../output/table.ts";
import { terminalJson, terminalLines, terminalText } from "../output/terminal-text.ts";
import type { Rounding, Statement, StatementLine } from "../reports/statement.ts";

export type StatementFormat = "text" | "csv" | "json";

/** What a statement is about: labels or a client, the days (null for an open end), when it was made. */
export type About = {
  what: string[];
  from: string | null;
  to: string | null;
  made: string;
  rounding: Rounding | undefined;
};

/** A statement as text. @param how `isShown` on a terminal, which would obey what is in a note. */
export function statementAs(
  format: StatementFormat,
  statement: Statement,
  about: About,
  how: { width: number; dialect: Dialect; isShown: boolean },
): string {
  if (format === "json") return asJson(statement, about);
  if (format === "csv") {
    const { header, line } = csvWriter(columnsOf(about.rounding), how.dialect);
    const csv = header + linesOf(statement).map(line).join("");
    return how.isShown ? terminalLines(csv) : csv;
  }
  return statement.days.length === 0 ? "" : asLetter(statement, about, how.width);
}

const linesOf = ({ days }: Statement) => days.flatMap(({ lines }) => lines);
const issueName = ({ entry }: StatementLine) => `${entry.repository}#${entry.issue.number}`;

function asLetter(statement: Statement, about: About, width: number): string {
  const { rounding } = about;
  const isBilled = rounding !== undefined && rounding.per !== "total";
  const columns: Column[] = [
    { title: "DAY" },
    { title: "ISSUE", least: 16, keep: "end" },
    { title: "WHO", least: 6 },
    { title: "WORK", least: 16 },
    { title: "TIME", align: "right" },
    ...(isBilled ? [{ title: "BILLED", align: "right" as const }] : []),
  ];
  const rows = statement.days.flatMap(({ day, lines, billed }) =>
    lines.map((line, i) => {
      const isLast = i === lines.length - 1;
      // What is billed of a day stands once, on its last line.
      const own = rounding?.per === "entry" ? line.billed : isLast ? billed : undefined;
      const { entry } = line;
      const work = entry.note ?? entry.issue.title;
      const cells = [day, issueName(line), entry.user.login, work, formatDuration(entry.minutes)];
      return isBilled ? [...cells, own === undefined ? "" : formatDuration(own)] : cells;
    }),
  );
  const plain = { bold: (text: string) => text, dim: (text: string) => text };
  return [
    `Usage statement  ${about.what.map(terminalText).join(", ")}\n`,
    `Days             ${daysOf(statement, about)}\n`,
    `Made             ${about.made}\n\n`,
    table(columns, rows, width, plain),
    `\nUsed    ${spelled(statement.minutes)}\n`,
    statement.billed !== undefined && rounding
      ? `Billed  ${spelled(statement.billed)}, ${roundedHow(rounding)}\n`
      : "",
  ].join("");
}

function daysOf({ days }: Statement, { from, to }: About): string {
  const [first, last] = [from ?? days[0]?.day, to ?? days.at(-1)?.day];
  return first === last ? `${first}` : `${first} … ${last}`;
}

const spelled = (minutes: number) => `${formatDuration(minutes)} (${decimalHours(minutes)} hours)`;

function roundedHow({ per, to }: Rounding): string {
  const what = { entry: "each entry", day: "each day", total: "the total" }[per];
  return `${what} rounded up to ${to} minutes`;
}

function columnsOf(rounding: Rounding | undefined): CsvColumn<StatementLine>[] {
  return [
    { name: "worked_on", type: "day", value: ({ entry }) => entry.worked_on },
    { name: "issue_name", type: "text", value: issueName },
    { name: "issue_title", type: "text", value: ({ entry }) => entry.issue.title },
    { name: "user", type: "text", value: ({ entry }) => entry.user.login },
    { name: "note", type: "text", value: ({ entry }) => entry.note },
    { name: "minutes", type: "number", value: ({ entry }) => String(entry.minutes) },
    { name: "hours", type: "hours", value: ({ entry }) => decimalHours(entry.minutes) },
    ...(rounding ? billedColumns : []),
  ];
}

const billedColumns: CsvColumn<StatementLine>[] = [
  { name: "billed_minutes", type: "number", value: ({ billed }) => billed?.toString() ?? null },
  {
    name: "billed_hours",
    type: "hours",
    value: ({ billed }) => (billed === undefined ? null : decimalHours(billed)),
  },
];

function asJson(statement: Statement, { what, from, to, made, rounding }: About): string {
  const times = (minutes: number, billed: number | undefined) => ({
    minutes,
    hours: Number(decimalHours(minutes)),
    ...(billed !== undefined && { billed_minutes: billed, billed_hours: Number(decimalHours(billed)) }),
  });
  const days = statement.days.map(({ day, lines, minutes, billed }) => ({
    day,
    ...times(minutes, billed),
    entries: lines.map((line) => ({
      id: line.entry.id,
      issue_name: issueName(line),
      issue_title: line.entry.issue.title,
      user: line.entry.user.login,
      note: line.entry.note,
      ...times(line.entry.minutes, line.billed),
    })),
  }));
  const all = times(statement.minutes, statement.billed);
  return `${terminalJson({ of: what, from, to, made, rounding: rounding ?? null, ...all, days })}\n`;
}
