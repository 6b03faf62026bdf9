import type { Command } from "commander";
import { dayIn, parseDay } from "../../server/entries/date-range.ts";
import { nearest } from "../../server/nearest.ts";
import { CliError } from "../errors.ts";
import { dependsOnToday, parsePeriod, periodWords } from "../period.ts";
import type { World } from "../world.ts";
import { each, once } from "./server-options.ts";

/** The options that say which days, as typed. */
export type DayOptions = Partial<Record<"period" | "from" | "to", string[]>>;

/** Inclusive days, and in `period` what a period came to, to be told. */
export type ChosenDays = Record<"from" | "to" | "period", string | undefined>;

/** Declares the options that say which days. */
export function addDayOptions(command: Command): Command {
  return command
    .option(
      "--period <period>",
      "e.g. last-month, 2026-10, 2026-W45, 2026-Q4, A..B; see svc help periods",
      each,
    )
    .option("--from <day>", "first day, YYYY-MM-DD", each)
    .option("--to <day>", "last day, inclusive, YYYY-MM-DD", each);
}

/** Checks the days before anything is asked of the server (D11). @throws CliError `usage` that names the flag. */
export function readDays(options: DayOptions, world: Pick<World, "env" | "now">): ChosenDays {
  const period = once("--period", options.period);
  const from = day("--from", once("--from", options.from));
  const to = day("--to", once("--to", options.to));
  if (period !== undefined) {
    if (from === undefined && to === undefined) return daysOf(period, world);
    const flag = from === undefined ? "--to" : "--from";
    throw new CliError("usage", `--period and ${flag} both say which days`, "Leave one of them out");
  }
  // Written YYYY-MM-DD, days compare as text.
  if (from !== undefined && to !== undefined && from > to) {
    throw new CliError("usage", `--from ${from} is after --to ${to}`, "Put the earlier day in --from");
  }
  return { from, to, period: undefined };
}

/** Tells the days that a period came to, so that nobody has to guess what `last-week` was. */
export async function tellPeriod(
  { stderr }: Pick<World, "stderr">,
  { period }: Pick<ChosenDays, "period">,
  quiet = false,
): Promise<void> {
  if (period !== undefined && !quiet) await stderr.write(`Period ${period}\n`);
}

function daysOf(period: string, { env, now }: Pick<World, "env" | "now">): ChosenDays {
  const zone = timeZone(env);
  const days = parsePeriod(period, dayIn(zone, now()));
  if (!days) {
    const meant = nearest(period, periodWords);
    throw new CliError(
      "usage",
      `--period ${JSON.stringify(period)} is not a period`,
      `${meant ? `Did you mean ${meant}?` : "Write it like last-month, 2026-10, 2026-W45 or 2026-Q4."} See: svc help periods`,
    );
  }
  const { from, to } = days;
  const told = `${from ?? ""} … ${to ?? ""}`.trim();
  return { from, to, period: dependsOnToday(period) ? `${told} (${zone})` : told };
}

/** The time zone in which it is today: SVC_TZ, else that of this machine. @throws CliError `usage` */
export function timeZone(env: World["env"]): string {
  const named = env["SVC_TZ"]?.trim();
  if (!named) return new Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: named }).resolvedOptions().timeZone;
  } catch {
    throw new CliError(
      "usage",
      `SVC_TZ is ${JSON.stringify(named)}, which is no time zone`,
      "Write it like Europe/Amsterdam",
    );
  }
}

function day(flag: string, value: string | undefined): string | undefined {
  if (value === undefined || parseDay(value) !== null) return value;
  const why = /^\d{4}-\d\d-\d\d$/.test(value) ? "is not in the calendar" : "is not a day";
  const period = parsePeriod(value, "2000-01-01") ? `, or use --period ${value}` : "";
  throw new CliError(
    "usage",
    `${flag} ${JSON.stringify(value)} ${why}`,
    `Write it as YYYY-MM-DD, e.g. 2026-10-31${period}`,
  );
}
