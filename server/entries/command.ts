import { dayIn, parseDay } from "./date-range.ts";
import { parseDuration } from "./duration.ts";
import { quote } from "./quote.ts";

/** What one command asks for. Minutes are whole; `workedOn` is a day of the organisation's time zone, `YYYY-MM-DD`. */
export type Command = { kind: "time" | "plan"; minutes: number; workedOn: string; note: string | null };
export type CommandContext = { commentedAt: Date; timeZone: string; hoursPerDay: number };
export type CommandReading = { ok: true; command: Command } | { ok: false; message: string };

const longestNote = 500;

/**
 * Reads what follows `/log` or `/plan`: `<duration> [date] [note…]` (D3). Days are those of the comment, not of the
 * moment it is read, so that a delivery that comes late or again means the same.
 */
export function parseCommand(kind: Command["kind"], text: string, context: CommandContext): CommandReading {
  const duration = parseDuration(text, { kind, hoursPerDay: context.hoursPerDay });
  if (!duration.ok) return duration;
  const today = dayIn(context.timeZone, context.commentedAt);
  const date = readDate(duration.rest, today);
  if (!date.ok) return date;
  if (kind === "time" && date.day > today) {
    return refuse(
      `${date.day} is after the day of the comment, ${today}: hours are logged once they are worked. Use \`/plan\` for what is to come.`,
    );
  }
  const doubt = readDoubt(duration.rest, date.rest);
  if (doubt) return doubt;
  const note = readNote(date.rest);
  if (!note.ok) return note;
  return { ok: true, command: { kind, minutes: duration.minutes, workedOn: date.day, note: note.text } };
}

type DateReading = { ok: true; day: string; rest: string } | { ok: false; message: string };

function readDate(text: string, today: string): DateReading {
  const word = /^\S+/.exec(text)?.[0] ?? "";
  const rest = text.slice(word.length).trim();
  const plain = word.toLowerCase().replace(/[.,;:]$/, "");
  if (plain === "today" || plain === "vandaag") return { ok: true, day: today, rest };
  if (plain === "yesterday" || plain === "gisteren") return { ok: true, day: dayBefore(today), rest };
  const written = readDigits(plain);
  if (written) {
    const day = parseDay(written);
    return day
      ? { ok: true, day, rest }
      : refuse(`${quote(word)} is not a day of the calendar: write it as \`2026-11-03\` or \`3-11-2026\`.`);
  }
  // What starts with a digit could be meant as a date or as more time: neither is guessed.
  if (/^\d/.test(plain)) {
    return refuse(
      `${quote(word)} after the duration is neither a date like \`2026-11-03\` or \`3-11-2026\` nor a note, which must not start with a digit.`,
    );
  }
  return { ok: true, day: today, rest: text };
}

const dayWords = "today|vandaag|yesterday|gisteren|tomorrow|morgen";

/** What begins like a day or more time, in a form that is none: recording it for today with a strange note would be a guess. */
function readDoubt(afterDuration: string, afterDate: string) {
  const rest = afterDate.replace(/^[-–—:;,.!]+\s*/, "");
  const day = new RegExp(
    `^(?:on|op|at|for|voor)\\s+(?:${dayWords}|\\d{1,4}[-/]\\d{1,2}[-/]\\d)|^(?:on|op)\\s+\\d{1,2}[-/]\\d{1,2}\\b|^(?:tomorrow|morgen)\\b`,
    "i",
  ).exec(rest);
  if (day) {
    return refuse(
      `${quote(rest)} begins like a day: write the day as \`2026-11-03\`, \`3-11-2026\`, \`today\` or \`yesterday\` right after the duration.`,
    );
  }
  const isSecond = afterDate !== afterDuration && new RegExp(`^(?:\\d|(?:${dayWords})\\b)`, "i").test(rest);
  if (isSecond || /^\d/.test(rest)) {
    return refuse(`${quote(rest)} could be another day or more time: begin the note with another word.`);
  }
  return undefined;
}

/** `2026-11-03` or `3-11-2026` as `YYYY-MM-DD`, which may still be no day of the calendar. */
function readDigits(word: string): string | undefined {
  const [first = "", month = "", last = "", ...more] = word.split("-");
  if (more.length > 0 || ![first, month, last].every((part) => /^\d+$/.test(part))) return undefined;
  if (first.length === 4 && month.length === 2 && last.length === 2) return word;
  if (first.length > 2 || month.length > 2 || last.length !== 4) return undefined;
  return `${last}-${month.padStart(2, "0")}-${first.padStart(2, "0")}`;
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function readNote(text: string): { ok: true; text: string | null } | { ok: false; message: string } {
  // `2h - fixed it` and `2h: fixed it`: the mark parts the note from the duration and is not of it.
  const note = text
    .replace(/^[-–—:;,.!](?=\s|$)\s*/, "")
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim();
  const length = [...note].length;
  if (length > longestNote) {
    return refuse(
      `The note has ${length} characters and may have ${longestNote}: shorten it, or leave the rest in the comment's other lines.`,
    );
  }
  return { ok: true, text: note === "" ? null : note };
}

const refuse = (message: string) => ({ ok: false as const, message });
