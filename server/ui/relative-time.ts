import { dateFormat } from "./date-format.ts";
import type { Language } from "./language.ts";
import { words } from "./words.ts";

/** The moment of a page and how its readers tell time. */
export type Clock = { now: Date; language: Language; timeZone: string };

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A moment as people say it: "5 minutes ago", "yesterday", and past 30 days the date. Days are counted by the calendar
 * of the time zone, so that what was before midnight was yesterday.
 */
export function relativeTime(at: Date, { now, language, timeZone }: Clock): string {
  const seconds = (at.getTime() - now.getTime()) / 1000;
  const away = Math.abs(seconds);
  const say = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (away < minute) return words[language].justNow;
  if (away < hour) return say.format(Math.trunc(seconds / minute), "minute");
  const days = dayNumber(at, timeZone) - dayNumber(now, timeZone);
  if (away < day / 2 || days === 0) return say.format(Math.trunc(seconds / hour), "hour");
  if (Math.abs(days) <= 30) return say.format(days, "day");
  return dateFormat(locales[language], { dateStyle: "medium", timeZone }).format(at);
}

/** Date and time to the minute, with the zone: what stands behind a relative time. */
export function exactTime(at: Date, { language, timeZone }: Clock): string {
  const form: Intl.DateTimeFormatOptions = {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
  };
  return dateFormat(locales[language], { ...form, timeZone }).format(at);
}

/** English as Europe writes it: the day before the month. */
const locales: Record<Language, string> = { en: "en-GB", nl: "nl-NL" };

function dayNumber(at: Date, timeZone: string): number {
  // Sweden writes dates as ISO 8601 does.
  const iso = dateFormat("sv-SE", { dateStyle: "short", timeZone }).format(at);
  return Date.parse(iso) / (day * 1000);
}
