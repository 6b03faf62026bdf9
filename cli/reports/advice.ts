import { formatDuration } from "../../server/entries/duration.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { dayIn } from "../../server/entries/date-range.ts";
import { dimensionOf } from "../../server/entries/label-filter.ts";
import { daysBetween, workingDaysBetween } from "../calendar.ts";
import { createLabelCount, likelySlips } from "./label-slips.ts";

/** Something a person may want to look at. It may well be right: nothing is ever changed by it. */
export type Finding = {
  rule: "late" | "long-day" | "leave" | "label" | "no-client";
  /** Null where it is about a label. */
  day: string | null;
  user: string | null;
  /** Ids of the entries it is about; of a label the newest hundred. */
  entries: number[];
  message: string;
};

/** Looks at entries as they come, in whatever order. */
export type Advisor = { add: (entries: EntryJson[]) => void; findings: () => Finding[] };

/** The WBSO has hours written down within ten working days; public holidays are not known here. */
const workingDaysAllowed = 10;
const minutesADay = 480;
const leave = ["internal:verlof", "internal:ziek"];

/**
 * Advice on hours for the WBSO: written down late, over 8 h on a day, on a day of leave, with labels that look mistyped, or
 * without a client where they are not internal. It needs all hours of the days it is to judge.
 * @param zone IANA name, in which a comment has its day.
 */
export function createAdvisor(zone: string): Advisor {
  const found: Finding[] = [];
  const days = new Map<string, PersonDay>();
  const labels = createLabelCount();
  return {
    add(entries) {
      for (const entry of entries) {
        found.push(...[lateness(entry, zone), clientless(entry)].filter((each) => each !== undefined));
        addToDay(days, entry);
        labels.add(entry);
      }
    },
    findings() {
      const ofDays = [...days.values()].flatMap((day) => [longDay(day), workOnLeave(day)]);
      const all = [...found, ...ofDays.filter((each) => each !== undefined), ...slips(labels)];
      return all.sort((a, b) => order(a, b));
    },
  };
}

function lateness(entry: EntryJson, zone: string): Finding | undefined {
  if (!isWbso(entry)) return undefined;
  // Ten working days are never fewer than twelve days; most entries need no look at the clock.
  if (daysBetween(entry.worked_on, entry.commented_at.slice(0, 10)) < 12) return undefined;
  const commented = dayIn(zone, new Date(entry.commented_at));
  const late = workingDaysBetween(entry.worked_on, commented);
  if (late <= workingDaysAllowed) return undefined;
  return finding("late", entry, `logged on ${commented}, ${late} working days after the work`);
}

function clientless(entry: EntryJson): Finding | undefined {
  const isInternal = entry.labels.some((label) => dimensionOf(label) === "internal:");
  if (entry.client || isInternal) return undefined;
  return finding(
    "no-client",
    entry,
    `${formatDuration(entry.minutes)} on ${issueName(entry)} have no client`,
  );
}

type PersonDay = {
  day: string;
  user: string;
  entries: number[];
  minutes: number;
  wbso: number[];
  wbsoMinutes: number;
  leave: string | undefined;
};

function addToDay(days: Map<string, PersonDay>, entry: EntryJson): void {
  const key = `${entry.worked_on} ${entry.user.id}`;
  const empty = { entries: [], minutes: 0, wbso: [], wbsoMinutes: 0, leave: undefined };
  const day = days.get(key) ?? { day: entry.worked_on, user: entry.user.login, ...empty };
  days.set(key, day);
  day.entries.push(entry.id);
  day.minutes += entry.minutes;
  day.leave ??= entry.labels.find((label) => leave.includes(label));
  if (!isWbso(entry)) return;
  day.wbso.push(entry.id);
  day.wbsoMinutes += entry.minutes;
}

function longDay({ day, user, entries, minutes }: PersonDay): Finding | undefined {
  if (minutes <= minutesADay) return undefined;
  return { rule: "long-day", day, user, entries, message: `${formatDuration(minutes)} on one day` };
}

function workOnLeave({ day, user, wbso, wbsoMinutes, leave }: PersonDay): Finding | undefined {
  if (leave === undefined || wbsoMinutes === 0) return undefined;
  const message = `${formatDuration(wbsoMinutes)} of wbso: on a day with ${leave}`;
  return { rule: "leave", day, user, entries: wbso, message };
}

function slips(labels: ReturnType<typeof createLabelCount>): Finding[] {
  return likelySlips(labels.counted()).map(({ label, entries, message }) => ({
    rule: "label",
    day: null,
    user: null,
    entries: entries.toSorted((a, b) => a - b),
    message: `${JSON.stringify(label)} ${message}`,
  }));
}

const isWbso = ({ labels }: EntryJson) => labels.some((label) => dimensionOf(label) === "wbso:");
const issueName = ({ repository, issue }: EntryJson) => `${repository}#${issue.number}`;

function finding(rule: Finding["rule"], { worked_on, user, id }: EntryJson, message: string): Finding {
  return { rule, day: worked_on, user: user.login, entries: [id], message };
}

const rules: Finding["rule"][] = ["late", "long-day", "leave", "label", "no-client"];

function order(a: Finding, b: Finding): number {
  const [x, y] = [a, b].map(({ day, user, message }) => `${day ?? ""} ${user ?? ""} ${message}`);
  return (
    rules.indexOf(a.rule) - rules.indexOf(b.rule) ||
    (x! < y! ? -1 : x! > y! ? 1 : a.entries[0]! - b.entries[0]!)
  );
}
