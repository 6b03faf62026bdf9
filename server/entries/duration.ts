import { type Part, readParts, skipSpaces } from "./duration-parts.ts";
import { bounded, quote } from "./quote.ts";

/** The most a single entry may hold, in minutes (D3). */
export const mostMinutes = { time: 24 * 60, plan: 1000 * 60 } as const;

export type DurationProblem =
  | "missing"
  | "no_unit"
  | "days"
  | "seconds"
  | "sign"
  | "zero"
  | "order"
  | "attached"
  | "second_duration"
  | "too_long"
  | "unreadable";

export type DurationReading =
  { ok: true; minutes: number; rest: string } | { ok: false; reason: DurationProblem; message: string };

/**
 * Reads the duration at the start of a text and hands back what follows it (D3). Never guesses: what is not plainly
 * hours and minutes is refused with a reason and a suggestion. Linear in the length of the text.
 * @returns whole minutes, rounded half up; `rest` is trimmed.
 */
export function parseDuration(
  text: string,
  { kind, hoursPerDay }: { kind: "time" | "plan"; hoursPerDay: number },
): DurationReading {
  const source = text.slice(skipSpaces(text, 0));
  if (source === "")
    return refuse(
      "missing",
      "The duration is missing: write it right after the command, e.g. `2h` or `1h30m`.",
    );
  if (/^[-+−]/.test(source)) return signed(source);

  const read = readParts(source);
  if (!read) {
    return refuse(
      "unreadable",
      `${quote(firstWord(source))} is not a duration: write digits and a unit, e.g. \`2h\`, \`45m\` or \`1h30m\`.`,
    );
  }
  const { parts, end } = read;
  const shown = quote(source.slice(0, end));
  const problem =
    unitProblem(parts, source, shown, hoursPerDay) ?? orderProblem(parts, shown) ?? endProblem(source, end);
  if (problem) return problem;

  const minutes = sum(parts);
  if (minutes === 0) return isNothing(shown);
  if (minutes > mostMinutes[kind]) return tooLong(shown, kind);
  return { ok: true, minutes, rest: source.slice(end).trim() };
}

/** `2h`, `1h 30m`, `45m`: what parseDuration reads back as the same minutes. */
export function formatDuration(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest}m`;
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`;
}

function unitProblem(parts: Part[], source: string, shown: string, hoursPerDay: number) {
  const { amount, unit } = parts[0]!;
  if (unit === undefined) {
    const number = amount.fraction === "" ? amount.whole : `${amount.whole}.${amount.fraction}`;
    if (/^[0.]+$/.test(number)) return isNothing(shown);
    const short = bounded(number);
    const example = amount.fraction === "" ? `${short}h\` or \`${short}m` : `${short}h`;
    return refuse("no_unit", `${quote(firstWord(source))} has no unit: write e.g. \`${example}\`.`);
  }
  if (parts.some((part) => part.unit === "days" || part.unit === "longer")) {
    const days =
      unit === "days" && parts.length === 1 && amount.whole.length < 4 ? Number(amount.whole) || 1 : 1;
    const example = `${days * hoursPerDay}h`;
    return refuse(
      "days",
      `${shown} counts in days or longer, and a working day varies: write hours, e.g. \`${example}\`.`,
    );
  }
  if (parts.some((part) => part.unit === "seconds")) {
    return refuse("seconds", `${shown} has seconds: write whole minutes, e.g. \`15m\`.`);
  }
  return undefined;
}

/** Each unit once and the biggest first; what follows the hours is minutes below an hour's worth of guessing. */
function orderProblem(parts: Part[], shown: string) {
  const [first, second] = parts;
  // Three decimals after a number may be its thousands.
  const thousands = parts.find(({ amount }) => amount.fraction.length === 3 && !/^0+$/.test(amount.whole));
  if (thousands) {
    return refuse(
      "order",
      `${shown} could be thousands or a fraction: write it without the mark, or as hours and minutes, e.g. \`1h30m\`.`,
    );
  }
  const example = "e.g. `1h30m`";
  if (parts.length > 2)
    return refuse("order", `${shown} names a unit more than once: write each once, ${example}.`);
  if (!second) return undefined;
  if (first!.unit !== "hours" || (second.unit ?? "minutes") !== "minutes") {
    return refuse(
      "order",
      `${shown} is out of order: write hours first, then minutes, each once, ${example}.`,
    );
  }
  if (first!.amount.fraction !== "" || second.amount.fraction !== "") {
    return refuse(
      "order",
      `${shown} has a fraction beside a second unit: write one or the other, e.g. \`1.5h\` or \`1h30m\`.`,
    );
  }
  if (second.unit === undefined && !/^[0-5]\d$/.test(second.amount.whole)) {
    return refuse("no_unit", `${shown} ends in a number without a unit: write e.g. \`1h30m\` or \`1h05\`.`);
  }
  return undefined;
}

/** Nothing may stick to a duration, and no second one may come after words: either could be meant as more time. */
function endProblem(source: string, end: number) {
  const next = source[end];
  const rest = source.slice(end);
  if (next !== undefined && !/\s/.test(next) && !/^[.,;:!)](\s|$)/.test(rest)) {
    return refuse(
      "attached",
      `${quote(source.slice(0, end + 20))} cannot be read after ${quote(source.slice(0, end))}: put a space before the note.`,
    );
  }
  const follow = rest.trimStart();
  if (/^[-+−]\s*\d/.test(follow)) {
    return refuse(
      "sign",
      `${quote(follow.slice(0, 20))} has a sign: write one duration; to take hours off, ask an admin for a correction.`,
    );
  }
  if (/^(?:(?:and|en|plus|&)\s+)?(?:an?\s+|een\s+)?(?:half|quarter|kwart)\b/i.test(follow)) {
    return refuse(
      "second_duration",
      `${quote(follow.slice(0, 30))} looks like a second duration: write it as one, e.g. \`2h30m\`.`,
    );
  }
  const joined = /^[,;+]?\s*(?:(?:and|en|plus|&)\s+)?(?=\d)/i.exec(follow);
  const second = joined ? readParts(follow.slice(joined[0].length)) : undefined;
  if (second?.parts[0]!.unit !== undefined) {
    return refuse(
      "second_duration",
      `${quote(follow.slice(0, 30))} looks like a second duration: write it as one, e.g. \`1h15m\`.`,
    );
  }
  return undefined;
}

/** Whole minutes of hours and minutes, in exact decimals, rounded half up. */
function sum(parts: Part[]): number {
  const digits = Math.max(0, ...parts.map((part) => part.amount.fraction.length));
  const wholes = parts.map((part) => part.amount.whole.replace(/^0+(?=\d)/, ""));
  if (wholes.some((whole) => whole.length > 9)) return Infinity;
  const scale = 10n ** BigInt(Math.min(digits, 20));
  let scaled = 0n;
  for (const [place, { amount, unit }] of parts.entries()) {
    const fraction = amount.fraction.slice(0, 20).padEnd(Math.min(digits, 20), "0");
    scaled += BigInt(wholes[place]! + fraction) * (unit === "hours" ? 60n : 1n);
  }
  return Number((scaled + scale / 2n) / scale);
}

function signed(source: string) {
  const shown = quote(firstWord(source));
  return refuse(
    "sign",
    `${shown} has a sign: hours are only added here. To take hours off, ask an admin for a correction.`,
  );
}

function tooLong(shown: string, kind: "time" | "plan") {
  const most = formatDuration(mostMinutes[kind]);
  return refuse(
    "too_long",
    `${shown} is more than ${most}, the most one \`/${kind === "time" ? "log" : "plan"}\` takes: check the number, or split it.`,
  );
}

const isNothing = (shown: string) =>
  refuse("zero", `${shown} is no time at all: write at least one minute, \`1m\`.`);

const refuse = (reason: DurationProblem, message: string) => ({ ok: false as const, reason, message });

function firstWord(source: string): string {
  const end = source.search(/\s/);
  return end === -1 ? source : source.slice(0, end);
}
