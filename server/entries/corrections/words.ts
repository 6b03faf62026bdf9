import { formatDuration } from "../duration.ts";
import type { EntryKind } from "../entry-filter.ts";
import { mostMinutes } from "./correction.ts";

type Problems = Record<string, (told: { about: string; kind: EntryKind }) => string>;

const en = {
  title: (kind: EntryKind, id: number) => `Correct ${kind === "time" ? "time entry" : "plan"} ${id}`,
  lead: "A correction is a new entry in the place of this one. Both stay readable, with who corrected it and why; person, issue and comment are kept.",
  labels: "Labels of the entry",
  labelsHint:
    "Untick what does not belong. The order counts: the first label that leads to an active client decides.",
  noLabels: "It has none.",
  added: "Labels to add",
  addedHint: "One to a line, exactly as they are; commas belong to the label. They come last.",
  anew: "Decide the client anew, by the mappings of now, even where the labels stay the same",
  duration: "Duration",
  durationHint: "As in a command, e.g. 1h30m, 1:30, 90m or 1u30.",
  day: { time: "Worked on", plan: "Day" },
  note: "Note",
  reason: "Reason",
  reasonHint: "Why, for whoever asks later. It is kept with the entry.",
  submit: "Correct it",
  preview: "Preview",
  cancel: "Cancel",
  whatFollows: {
    title: "What follows",
    caption: "The entry as it stands beside the correction",
    nothing: "Nothing is changed yet. What you change shows up here before it is saved.",
    notYet: "This cannot be saved so:",
    waiting: "Once that is put right, you see here what the correction would change.",
    client: "The client it comes to:",
    keeps: "The client stays as it is, since the labels do.",
    nowOther: (client: string | null) =>
      client === null
        ? "By the mappings of now these labels lead to no client: tick above to decide anew."
        : `By the mappings of now these labels lead to ${client}: tick above to decide anew.`,
  },
  already: {
    title: (kind: EntryKind, id: number) =>
      `${kind === "time" ? "Time entry" : "Plan"} ${id} was corrected already`,
    lead: "An entry is corrected once; after that its correction is. Nothing was changed now.",
    by: "Corrected by",
    when: "When",
    reason: "Reason",
    stands: (id: number) => `See what stands: ${id}`,
    correct: "Correct that one",
    typed: "What you had filled in",
  },
  problems: {
    "reason.empty": () => "Give the reason, for whoever asks later.",
    "reason.too_long": () => "The reason is too long: at most 500 characters.",
    "reason.several_lines": () => "The reason is one line of text, without control characters.",
    "reason.unreadable": () => "The reason holds a character that cannot be stored.",
    "note.too_long": () => "The note is too long: at most 500 characters.",
    "note.several_lines": () => "The note is one line of text, without control characters.",
    "note.unreadable": () => "The note holds a character that cannot be stored.",
    "added.repeated": ({ about }) => `The label “${brief(about)}” is there twice. Give it once.`,
    "added.too_long": ({ about }) => `The label “${brief(about)}” is longer than 1,024 bytes. Shorten it.`,
    "added.unreadable": ({ about }) => `The label “${brief(about)}” holds a character that cannot be stored.`,
    "added.out_of_range": () => "An entry has at most 1,000 labels.",
    "day.not_a_day": () => "The day is not one of the calendar. Write it like 2026-10-05.",
    "day.in_the_future": () => "The day is after today: hours are logged once they are worked.",
    "duration.missing": () => "Give the duration, e.g. 2h or 1h30m.",
    "duration.no_unit": () => "The duration has no unit: write e.g. 2h or 30m.",
    "duration.days": () =>
      "The duration counts in days or longer, and a working day varies: write hours, e.g. 8h.",
    "duration.seconds": () => "Seconds are not counted: write whole minutes, e.g. 1m.",
    "duration.sign": () => "Write the duration as it should be, without a sign.",
    "duration.zero": () => "The duration is no time at all: at least one minute, 1m.",
    "duration.order": () => "Write hours first, then minutes, and a fraction only by itself: 1h30m or 1.5h.",
    "duration.attached": () => "The duration cannot be read to its end. Write it like 1h30m.",
    "duration.second_duration": () => "Write one duration, e.g. 1h15m.",
    "duration.too_long": ({ kind }) =>
      `The duration is more than ${formatDuration(mostMinutes[kind])}, the most there can be.`,
    "duration.unreadable": () => "The duration cannot be read. Write it like 2h, 1h30m, 1:30 or 90m.",
    "duration.rest": () => "Only a duration goes here. Put other words in the note.",
    no_change: () => "This changes nothing: neither a field nor the client comes out different.",
  } as Problems,
};

const nl: typeof en = {
  title: (kind, id) => `${kind === "time" ? "Urenregel" : "Plan"} ${id} corrigeren`,
  lead: "Een correctie is een nieuwe regel in plaats van deze. Beide blijven leesbaar, met wie corrigeerde en waarom; persoon, issue en reactie blijven staan.",
  labels: "Labels van de regel",
  labelsHint:
    "Haal het vinkje weg bij wat er niet hoort. De volgorde telt: het eerste label dat naar een actieve klant leidt, beslist.",
  noLabels: "Er zijn er geen.",
  added: "Labels erbij",
  addedHint: "Eén per regel, precies zoals ze zijn; komma's horen bij het label. Ze komen achteraan.",
  anew: "Bepaal de klant opnieuw, met de koppelingen van nu, ook als de labels hetzelfde blijven",
  duration: "Duur",
  durationHint: "Zoals in een opdracht, bijvoorbeeld 1u30, 1:30, 90m of 1h30m.",
  day: { time: "Gewerkt op", plan: "Dag" },
  note: "Notitie",
  reason: "Reden",
  reasonHint: "Waarom, voor wie het later vraagt. Ze blijft bij de regel staan.",
  submit: "Corrigeren",
  preview: "Voorbeeld",
  cancel: "Annuleren",
  whatFollows: {
    title: "Wat volgt",
    caption: "De regel zoals hij nu is, naast de correctie",
    nothing: "Er is nog niets veranderd. Wat je verandert, zie je hier voordat het wordt opgeslagen.",
    notYet: "Zo kan het niet worden opgeslagen:",
    waiting: "Is dat in orde, dan zie je hier wat de correctie zou veranderen.",
    client: "De klant wordt:",
    keeps: "De klant blijft wat hij is, net als de labels.",
    nowOther: (client) =>
      client === null
        ? "Met de koppelingen van nu leiden deze labels naar geen klant: zet hierboven het vinkje om opnieuw te bepalen."
        : `Met de koppelingen van nu leiden deze labels naar ${client}: zet hierboven het vinkje om opnieuw te bepalen.`,
  },
  already: {
    title: (kind, id) => `${kind === "time" ? "Urenregel" : "Plan"} ${id} is al gecorrigeerd`,
    lead: "Een regel wordt één keer gecorrigeerd; daarna corrigeer je de correctie. Er is nu niets veranderd.",
    by: "Gecorrigeerd door",
    when: "Wanneer",
    reason: "Reden",
    stands: (id) => `Bekijk wat geldt: ${id}`,
    correct: "Corrigeer die",
    typed: "Wat je had ingevuld",
  },
  problems: {
    "reason.empty": () => "Geef de reden, voor wie het later vraagt.",
    "reason.too_long": () => "De reden is te lang: hoogstens 500 tekens.",
    "reason.several_lines": () => "De reden is één regel tekst, zonder stuurtekens.",
    "reason.unreadable": () => "De reden bevat een teken dat niet bewaard kan worden.",
    "note.too_long": () => "De notitie is te lang: hoogstens 500 tekens.",
    "note.several_lines": () => "De notitie is één regel tekst, zonder stuurtekens.",
    "note.unreadable": () => "De notitie bevat een teken dat niet bewaard kan worden.",
    "added.repeated": ({ about }) => `Het label “${brief(about)}” staat er twee keer. Geef het één keer.`,
    "added.too_long": ({ about }) => `Het label “${brief(about)}” is langer dan 1024 bytes. Maak het korter.`,
    "added.unreadable": ({ about }) =>
      `Het label “${brief(about)}” bevat een teken dat niet bewaard kan worden.`,
    "added.out_of_range": () => "Een regel heeft hoogstens 1000 labels.",
    "day.not_a_day": () => "Die dag staat niet op de kalender. Schrijf hem als 2026-10-05.",
    "day.in_the_future": () => "Die dag is na vandaag: uren schrijf je als ze gewerkt zijn.",
    "duration.missing": () => "Geef de duur, bijvoorbeeld 2u of 1u30.",
    "duration.no_unit": () => "De duur heeft geen eenheid: schrijf bijvoorbeeld 2u of 30m.",
    "duration.days": () =>
      "De duur telt in dagen of langer, en een werkdag verschilt: schrijf uren, bijvoorbeeld 8u.",
    "duration.seconds": () => "Seconden tellen niet: schrijf hele minuten, bijvoorbeeld 1m.",
    "duration.sign": () => "Schrijf de duur zoals hij moet zijn, zonder teken ervoor.",
    "duration.zero": () => "De duur is niets: minstens één minuut, 1m.",
    "duration.order": () =>
      "Schrijf eerst uren en dan minuten, en een breuk alleen op zichzelf: 1u30 of 1,5u.",
    "duration.attached": () => "De duur is niet tot het eind te lezen. Schrijf hem als 1u30.",
    "duration.second_duration": () => "Schrijf één duur, bijvoorbeeld 1u15.",
    "duration.too_long": ({ kind }) =>
      `De duur is meer dan ${formatDuration(mostMinutes[kind])}, het meeste dat kan.`,
    "duration.unreadable": () => "De duur is niet te lezen. Schrijf hem als 2u, 1u30, 1:30 of 90m.",
    "duration.rest": () => "Hier hoort alleen een duur. Zet andere woorden in de notitie.",
    no_change: () => "Dit verandert niets: geen veld en geen klant komt er anders uit.",
  },
};

function brief(label: string): string {
  const characters = [...label];
  return characters.length > 60 ? `${characters.slice(0, 59).join("")}…` : label;
}

export const words = { en, nl };

/** What is wrong, in the reader's language; as the API says it where there are no words. */
export function problemText(
  language: keyof typeof words,
  problem: { field?: string; code: string; message: string; about: string },
  kind: EntryKind,
): string {
  const { field, code, message, about } = problem;
  const key = field === undefined ? code : `${field}.${code}`;
  return words[language].problems[key]?.({ about, kind }) ?? message;
}
