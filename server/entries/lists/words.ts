import { formatDuration } from "../duration.ts";
import type { EntryKind } from "../entry-filter.ts";
import { decimalHours } from "../hours.ts";

type Totals = { entries: number; minutes: number };

const en = {
  title: { time: "Entries", plan: "Plans" } satisfies OfKind,
  lead: {
    time: "Hours that were logged, newest first, with the labels their issue had at that moment.",
    plan: "Hours that were planned, newest first, with the labels their issue had at that moment.",
  } satisfies OfKind,
  totals: {
    time: (totals: Totals) =>
      `${number(totals.entries, "en-GB")} ${totals.entries === 1 ? "entry" : "entries"}`,
    plan: (totals: Totals) => `${number(totals.entries, "en-GB")} ${totals.entries === 1 ? "plan" : "plans"}`,
  },
  sum: ({ minutes }: Totals) => `${formatDuration(minutes)} (${decimalHours(minutes)} hours)`,
  csv: "Download CSV",
  columns: {
    day: "Day and person",
    issue: "Issue",
    client: "Client",
    labels: "Labels",
    hours: "Hours",
  },
  noClient: "none",
  ambiguous: "ambiguous",
  superseded: "corrected",
  moreLabels: (count: number) => `+${count}`,
  copies: {
    name: { time: "Ask for these entries elsewhere", plan: "Ask for these plans elsewhere" } satisfies OfKind,
    svc: "svc line",
    curl: "curl line",
    hint: "The first lists them on your command line, the second gives them as CSV to whatever has a token.",
  },
  none: {
    ever: { time: "No hours were logged yet.", plan: "Nothing was planned yet." } satisfies OfKind,
    next: "Comment on an issue of a repository where the GitHub App is installed, with this on a line of its own:",
    check: "And to see it on your command line:",
    filtered: { time: "No entry fits this filter.", plan: "No plan fits this filter." } satisfies OfKind,
    widen: "Take a condition off above, or choose other days.",
    page: "There is nothing on this page any more.",
    all: "Show all",
    first: "To the first page",
    label: (label: string) => `No entry ever had the label “${label}”.`,
    closest: (label: string) => `Look for “${label}”`,
    prefix: (prefix: string) => `No label that was ever seen begins with “${prefix}”. Capitals count.`,
  },
};

type OfKind = Record<EntryKind, string>;

const nl: typeof en = {
  title: { time: "Uren", plan: "Plannen" },
  lead: {
    time: "Geschreven uren, de nieuwste eerst, met de labels die hun issue toen had.",
    plan: "Geplande uren, de nieuwste eerst, met de labels die hun issue toen had.",
  },
  totals: {
    time: ({ entries }) => `${number(entries, "nl-NL")} ${entries === 1 ? "regel" : "regels"}`,
    plan: ({ entries }) => `${number(entries, "nl-NL")} ${entries === 1 ? "plan" : "plannen"}`,
  },
  sum: ({ minutes }) => `${formatDuration(minutes)} (${decimalHours(minutes).replace(".", ",")} uur)`,
  csv: "CSV downloaden",
  columns: {
    day: "Dag en persoon",
    issue: "Issue",
    client: "Klant",
    labels: "Labels",
    hours: "Uren",
  },
  noClient: "geen",
  ambiguous: "dubbelzinnig",
  superseded: "gecorrigeerd",
  moreLabels: (count) => `+${count}`,
  copies: {
    name: { time: "Deze uren ergens anders opvragen", plan: "Deze plannen ergens anders opvragen" },
    svc: "svc-regel",
    curl: "curl-regel",
    hint: "De eerste toont ze op je opdrachtregel, de tweede geeft ze als CSV aan alles wat een token heeft.",
  },
  none: {
    ever: { time: "Er zijn nog geen uren geschreven.", plan: "Er is nog niets gepland." },
    next: "Reageer op een issue van een repository waar de GitHub-app is geïnstalleerd, met dit op een eigen regel:",
    check: "En om het op je opdrachtregel te zien:",
    filtered: { time: "Geen regel past bij dit filter.", plan: "Geen plan past bij dit filter." },
    widen: "Haal hierboven een voorwaarde weg, of kies andere dagen.",
    page: "Op deze pagina staat niets meer.",
    all: "Alles tonen",
    first: "Naar de eerste pagina",
    label: (label) => `Het label “${label}” heeft nog nooit op uren gestaan.`,
    closest: (label) => `Zoek op “${label}”`,
    prefix: (prefix) => `Geen enkel label begint met “${prefix}”. Hoofdletters tellen.`,
  },
};

function number(value: number, locale: string): string {
  return new Intl.NumberFormat(locale).format(value);
}

export const words = { en, nl };
