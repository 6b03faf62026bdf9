import type { Conflict } from "./findings.ts";
import type { Note } from "./notes.ts";
import type { NamedMapping } from "../explanation/explain.ts";

/** What a note is about. */
type About = { label: string; client: string; repository: string; closest: string | null };

const en = {
  title: "What it would do",
  missing: "Fill in a label and a client, and read here what the mapping would do.",
  unready: "Once the fields above are right, read here what the mapping would do.",
  entries: (count: number) => (count === 1 ? "1 time entry" : `${english.format(count)} time entries`),
  plans: (count: number) => (count === 1 ? "1 plan" : `${english.format(count)} plans`),
  and: (one: string, other: string) => `${one} and ${other}`,
  matched: (what: string, without: number) =>
    `It would have matched ${what} of the last 90 days` +
    (without === 0
      ? "; all of them have a client."
      : without === 1
        ? ", 1 of which has no client."
        : `, ${english.format(without)} of which have no client.`),
  matchedNone: "It would have matched nothing of the last 90 days.",
  lead: (before: string | null, after: string | null) =>
    before === after
      ? `An issue with this label alone leads to ${after ?? "no client"}, as it does now.`
      : `An issue with this label alone will lead to ${after ?? "no client"}; now it leads to ${before ?? "no client"}.`,
  ambiguous: "ambiguous",
  conflict: ({ message }: Conflict<NamedMapping>, _wanted: About): string => message,
  note: ({ message }: Note, _about: About): string => message,
  take: (label: string) => `Take ${label} instead`,
};

const nl: typeof en = {
  title: "Wat ze zou doen",
  missing: "Vul een label en een klant in, en lees hier wat de koppeling zou doen.",
  unready: "Kloppen de velden hierboven, dan lees je hier wat de koppeling zou doen.",
  entries: (count) => (count === 1 ? "1 urenregel" : `${dutch.format(count)} urenregels`),
  plans: (count) => (count === 1 ? "1 plan" : `${dutch.format(count)} plannen`),
  and: (one, other) => `${one} en ${other}`,
  matched: (what, without) =>
    `Ze had ${what} van de laatste 90 dagen geraakt` +
    (without === 0
      ? "; die hebben allemaal een klant."
      : without === 1
        ? ", waarvan 1 zonder klant."
        : `, waarvan ${dutch.format(without)} zonder klant.`),
  matchedNone: "Ze had niets van de laatste 90 dagen geraakt.",
  lead: (before, after) =>
    before === after
      ? `Een issue met alleen dit label leidt naar ${after ?? "geen klant"}, net als nu.`
      : `Een issue met alleen dit label leidt straks naar ${after ?? "geen klant"}; nu naar ${before ?? "geen klant"}.`,
  ambiguous: "dubbelzinnig",
  conflict: ({ kind, mapping }, { repository }) => {
    const told = {
      exists: `Deze koppeling is er al, als koppeling ${mapping.id}.`,
      other_client: mapping.clientActive
        ? `Koppeling ${mapping.id} van dit label leidt naar ${mapping.clientName} en is ouder: die wint, en de bevestiging zegt dat de labels dubbelzinnig zijn.`
        : `Koppeling ${mapping.id} van dit label leidt naar ${mapping.clientName}, die gedeactiveerd is: deze telt.`,
      shadows: `In ${repository} komt deze in de plaats van koppeling ${mapping.id}, die elders naar ${mapping.clientName} leidt.`,
      shadowed: `In ${mapping.repository} komt koppeling ${mapping.id} in de plaats van deze, en leidt naar ${mapping.clientName}.`,
    };
    return told[kind];
  },
  note: ({ code }, { label, client, repository, closest }) => {
    const told = {
      exact_match: `Alleen het label ${JSON.stringify(label)} zelf telt: hoofdletters tellen mee, jokertekens zijn er niet.`,
      new_entries_only: "Wat al geschreven is, houdt zijn klant: een koppeling geldt voor nieuwe uren.",
      client_deactivated: `${client} is gedeactiveerd en krijgt niets nieuws. Activeer deze klant eerst weer.`,
      label_never_seen: `Dit label heeft nog nooit op uren gestaan.${closest === null ? "" : ` Het meest lijkt ${JSON.stringify(closest)} erop.`}`,
      repository_never_seen: `Er zijn nog geen uren van ${repository}. Kijk of de naam klopt.`,
    };
    return told[code];
  },
  take: (label) => `Neem ${label}`,
};

const [english, dutch] = [new Intl.NumberFormat("en-GB"), new Intl.NumberFormat("nl-NL")];

export const words = { en, nl };
