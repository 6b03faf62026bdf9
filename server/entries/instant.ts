import { parseDay } from "./date-range.ts";

/**
 * An instant of RFC 3339, e.g. `2026-11-03T09:00:00Z` or `2026-11-03T10:00:00.250+01:00`, to the millisecond; what is
 * finer is cut off. Undefined for anything else, also for a day or a time that does not exist.
 */
export function parseInstant(text: string): Date | undefined {
  const [, day = "", hour = "", minute = "", second = "", fraction = "", offset = ""] =
    /^(\d{4}-\d\d-\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const [offsetHours = "0", offsetMinutes = "0"] = offset.slice(1).split(":");
  const exists =
    parseDay(day) !== null &&
    Number(hour) < 24 &&
    Number(minute) < 60 &&
    Number(second) < 60 &&
    Number(offsetHours) < 24 &&
    Number(offsetMinutes) < 60;
  if (!exists) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, "0");
  return new Date(`${day}T${hour}:${minute}:${second}.${milliseconds}${offset.toUpperCase()}`);
}
