/** Stretches of days that reports are asked for, named as `svc entries --period` names them. */
export const presets = ["this-week", "this-month", "last-month", "this-quarter", "this-half"] as const;
export type Preset = (typeof presets)[number];

/** First and last day, `YYYY-MM-DD`, both of them in. */
export type Days = { from: string; to: string };

/**
 * The days of a preset. Weeks begin on Monday (ISO 8601).
 * @param today `YYYY-MM-DD`, in the organisation's time zone (D11).
 */
export function daysOfPreset(preset: Preset, today: string): Days {
  const [year, month, day] = today.split("-").map(Number) as [number, number, number];
  if (preset === "this-week") {
    const monday = day - ((new Date(utc(year, month, day)).getUTCDay() + 6) % 7);
    return { from: dayOf(utc(year, month, monday)), to: dayOf(utc(year, month, monday + 6)) };
  }
  if (preset === "last-month") return months(year, month - 1, 1);
  const length = { "this-month": 1, "this-quarter": 3, "this-half": 6 }[preset];
  return months(year, month - ((month - 1) % length), length);
}

function months(year: number, first: number, length: number): Days {
  return { from: dayOf(utc(year, first, 1)), to: dayOf(utc(year, first + length, 0)) };
}

/** Months count from 1; what lies outside of a month or a year is of those beside it. */
const utc = (year: number, month: number, day: number) => new Date(0).setUTCFullYear(year, month - 1, day);

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
