import type { FieldProblem } from "../../errors.ts";
import { isSameList } from "../differences/differences.ts";
import { formatDuration, parseDuration } from "../duration.ts";
import { type Correctable, correct, type Corrected, type CorrectionRequest } from "./correction.ts";

/** The form's fields as they were typed. */
export type TypedCorrection = {
  /** For each label of the entry, whether it stays. By their places: no form carries every text unchanged. */
  kept: boolean[];
  /** Further labels, one to a line, since they may hold commas. */
  added: string;
  /** Whether the client is decided anew although the labels are the same. */
  anew: boolean;
  duration: string;
  day: string;
  note: string;
  reason: string;
};

const texts = ["added", "duration", "day", "note", "reason"] as const;
type TextField = (typeof texts)[number];

/** A problem of the API's as one of the form; without a field it is of the whole. */
export type FormProblem = { field?: TextField; code: string; message: string; about: string };

/** The names of the form's fields, for an entry of so many labels. */
export function fieldsFor(labels: number): string[] {
  return [...texts, "anew", ...Array.from({ length: labels }, (_, at) => keepField(at))];
}

export const keepField = (at: number) => `keep-${at}`;

/** @param form the fields of `fieldsFor`, empty where they were not sent. */
export function readTyped(form: Record<string, string>, labels: number): TypedCorrection {
  const text = (name: string) => form[name] ?? "";
  const kept = Array.from({ length: labels }, (_, at) => text(keepField(at)) !== "");
  const [added, duration, day, note, reason] = texts.map(text) as [string, string, string, string, string];
  return { kept, added, anew: text("anew") !== "", duration, day, note, reason };
}

/** The form as it is at first: the entry as it stands. */
export function asTyped(old: Correctable): TypedCorrection {
  return {
    kept: old.labels.map(() => true),
    added: "",
    anew: false,
    duration: formatDuration(old.minutes),
    day: old.workedOn,
    note: onOneLine(old.note ?? ""),
    reason: "",
  };
}

/** A field of one line drops line breaks. */
const onOneLine = (text: string) => text.replaceAll(/[\r\n]/g, "");

type Reading =
  { ok: true; request: CorrectionRequest; corrected: Corrected } | { ok: false; problems: FormProblem[] };

/**
 * What the form asks for (D8): only what differs from the entry, so that the rest stays as it is, byte for byte. Durations are
 * read as commands are (D3).
 * @param today as for `correct`.
 */
export function readCorrection(
  old: Correctable,
  typed: TypedCorrection,
  { today, hoursPerDay }: { today: string; hoursPerDay: number },
): Reading {
  const first = asTyped(old);
  const duration = parseDuration(typed.duration, { kind: old.kind, hoursPerDay });
  const wrong = durationProblem(duration);
  const minutes = duration.ok && typed.duration !== first.duration ? duration.minutes : undefined;
  const labels = labelsOf(old, typed);
  const request: CorrectionRequest = {
    labels: typed.anew || !isSameList(labels, old.labels) ? labels : undefined,
    minutes,
    workedOn: typed.day.trim() === old.workedOn ? undefined : typed.day.trim(),
    note: typed.note === first.note ? undefined : typed.note.trim() === "" ? null : typed.note,
    reason: typed.reason,
  };
  const read = correct(old, request, today);
  if (read.ok && !wrong) return { ok: true, request, corrected: read.value };
  const others = read.ok ? [] : read.problems.map((one) => formProblem(one, labels));
  // What cannot be read is a change all the same.
  const told = wrong ? [wrong, ...others.filter(({ code }) => code !== "no_change")] : others;
  return { ok: false, problems: inOrder(told) };
}

function labelsOf(old: Correctable, { kept, added }: TypedCorrection): string[] {
  const lines = added.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  return [...old.labels.filter((_, at) => kept[at]), ...lines];
}

function durationProblem(duration: ReturnType<typeof parseDuration>): FormProblem | undefined {
  if (!duration.ok) {
    return { field: "duration", code: duration.reason, message: duration.message, about: "" };
  }
  if (duration.rest === "") return undefined;
  const message = "Only a duration goes here. Put other words in the note.";
  return { field: "duration", code: "rest", message, about: "" };
}

/** A problem that `correct` or the action found, as one of the form. */
export function formProblem({ name, code, message }: FieldProblem, labels: string[] = []): FormProblem {
  const place = /^labels\[(\d+)\]$/.exec(name)?.[1];
  const field = fieldOf[name.replace(/\[.*/, "")];
  const about = place === undefined ? "" : (labels[Number(place)] ?? "");
  return { ...(field && { field }), code, message, about };
}

const fieldOf: Record<string, TextField> = {
  labels: "added",
  minutes: "duration",
  worked_on: "day",
  note: "note",
  reason: "reason",
};

/** As the fields stand on the page. */
function inOrder(problems: FormProblem[]): FormProblem[] {
  const place = ({ field }: FormProblem) => (field === undefined ? -1 : texts.indexOf(field));
  return problems.toSorted((one, other) => place(one) - place(other));
}
