import type { FieldProblem } from "../../errors.ts";
import { parseDay } from "../date-range.ts";

/** What of an entry a correction may change (D8). Its author, issue, comment and kind stay. */
export type Correctable = {
  kind: "time" | "plan";
  labels: string[];
  minutes: number;
  /** `YYYY-MM-DD`. */
  workedOn: string;
  note: string | null;
};

/** What an admin asks for: what is left out stays as it is. */
export type CorrectionRequest = {
  labels?: string[] | undefined;
  minutes?: number | undefined;
  workedOn?: string | undefined;
  /** Null removes it. */
  note?: string | null | undefined;
  reason: string;
};

export type Corrected = {
  entry: Correctable;
  /** Where the labels are given, even the same ones, the client is decided anew; where they are not, it stays. */
  decidesClient: boolean;
  /** The fields that come out different. */
  changed: (keyof Correctable)[];
  reason: string;
};

/** The most minutes that one entry may have, as for commands (D3): a day of hours, a thousand hours of plan. */
export const mostMinutes = { time: 1440, plan: 60_000 };
/** In characters. */
export const longestNote = 500;
/** In characters. */
export const longestReason = 500;
export const mostLabels = 1000;
/** In bytes, as labels come from the code host. */
export const longestLabel = 1024;

/**
 * The entry that takes an old one's place (D8), or every field that cannot be so. Labels given again unchanged are a
 * correction too: that of an entry whose label was mapped only later.
 * @param today the day it is in the organisation's time zone; hours are logged once they are worked.
 */
export function correct(
  old: Correctable,
  request: CorrectionRequest,
  today: string,
): { ok: true; value: Corrected } | { ok: false; problems: FieldProblem[] } {
  const reason = request.reason.trim();
  const problems = [
    ...reasonProblems(reason),
    ...labelProblems(request.labels ?? []),
    ...minuteProblems(old.kind, request.minutes),
    ...dayProblems(old.kind, request.workedOn, today),
    ...noteProblems(request.note),
  ];
  if (problems.length > 0) return { ok: false, problems };
  const entry: Correctable = {
    kind: old.kind,
    labels: request.labels ?? old.labels,
    minutes: request.minutes ?? old.minutes,
    workedOn: request.workedOn ?? old.workedOn,
    note: request.note === undefined ? old.note : (request.note?.trim() ?? null),
  };
  const decidesClient = request.labels !== undefined;
  const changed = differences(old, entry);
  if (changed.length === 0 && !decidesClient) return { ok: false, problems: [nothingChanges] };
  return { ok: true, value: { entry, decidesClient, changed, reason } };
}

/** What to answer where neither a field nor the client comes out different. */
export const nothingChanges: FieldProblem = problem(
  "",
  "no_change",
  "This would change nothing. Give at least one of labels, minutes, worked_on and note that differs from what the entry has.",
);

/**
 * The mappings as a correction sees them: the client that the entry has already counts as active. It was attributed while
 * it was, and a correction that comes to the same client takes nothing new to it (D8).
 */
export function withClientKept<M extends { clientId: number; clientActive: boolean }>(
  mappings: M[],
  clientId: number | null,
): M[] {
  return mappings.map((mapping) =>
    mapping.clientId === clientId ? { ...mapping, clientActive: true } : mapping,
  );
}

function differences(old: Correctable, entry: Correctable): (keyof Correctable)[] {
  const differs = {
    labels:
      old.labels.length !== entry.labels.length || old.labels.some((one, at) => one !== entry.labels[at]),
    minutes: old.minutes !== entry.minutes,
    workedOn: old.workedOn !== entry.workedOn,
    note: old.note !== entry.note,
  };
  return (Object.keys(differs) as (keyof typeof differs)[]).filter((field) => differs[field]);
}

function reasonProblems(reason: string): FieldProblem[] {
  if (reason === "") return [problem("reason", "empty", "reason is empty. Say why, for whoever asks later.")];
  return textProblems("reason", reason, longestReason);
}

function labelProblems(labels: string[]): FieldProblem[] {
  if (labels.length > mostLabels) {
    return [problem("labels", "out_of_range", `labels may hold ${mostLabels} labels.`)];
  }
  return labels.flatMap((label, at) => {
    const name = `labels[${at}]`;
    if (isUnstorable(label)) return unreadable(name);
    if (new TextEncoder().encode(label).length > longestLabel) {
      return problem(name, "too_long", `${name} is longer than ${longestLabel} bytes. Shorten it.`);
    }
    if (labels.indexOf(label) === at) return [];
    return problem(
      name,
      "repeated",
      `${name} is ${JSON.stringify(label)} for the second time. Give it once.`,
    );
  });
}

function minuteProblems(kind: Correctable["kind"], minutes: number | undefined): FieldProblem[] {
  const most = mostMinutes[kind];
  if (minutes === undefined || (Number.isInteger(minutes) && minutes >= 1 && minutes <= most)) return [];
  const what = kind === "time" ? "of one time entry" : "of one plan";
  return [problem("minutes", "out_of_range", `minutes ${what} must be a whole number from 1 to ${most}.`)];
}

function dayProblems(kind: Correctable["kind"], day: string | undefined, today: string): FieldProblem[] {
  if (day === undefined) return [];
  if (!parseDay(day)) {
    const message = "worked_on must be a day of the calendar, written YYYY-MM-DD, e.g. 2026-10-01.";
    return [problem("worked_on", "not_a_day", message)];
  }
  if (kind === "plan" || day <= today) return [];
  const message = `worked_on ${day} is after today, ${today}: hours are logged once they are worked.`;
  return [problem("worked_on", "in_the_future", message)];
}

function noteProblems(note: string | null | undefined): FieldProblem[] {
  if (note === undefined || note === null) return [];
  if (note.trim() === "") {
    return [problem("note", "empty", "note is empty. Give null to remove it, or leave it out to keep it.")];
  }
  return textProblems("note", note.trim(), longestNote);
}

function textProblems(name: string, text: string, longest: number): FieldProblem[] {
  if (isUnstorable(text)) return [unreadable(name)];
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) {
    return [problem(name, "several_lines", `${name} must be one line of text, without control characters.`)];
  }
  const { length } = [...text];
  if (length <= longest) return [];
  return [problem(name, "too_long", `${name} has ${length} characters. Shorten it to ${longest}.`)];
}

const isUnstorable = (text: string) => text.includes("\0") || !text.isWellFormed();

const unreadable = (name: string) =>
  problem(name, "unreadable", `${name} holds a NUL character or half a character, which cannot be stored.`);

/** @param name as the field is called on the wire. */
function problem(name: string, code: string, message: string): FieldProblem {
  return { in: "body", name, code, message };
}
