import type { EntryKind } from "../entry-filter.ts";

const en = {
  title: (kind: EntryKind, id: number) => `${kind === "time" ? "Time entry" : "Plan"} ${id}`,
  duration: { time: "Hours", plan: "Planned" },
  day: { time: "Worked on", plan: "Day" },
  person: "Person",
  issue: "Issue",
  atGitHub: "At GitHub",
  note: "Note",
  labels: "Labels",
  none: "none",
  client: "Client",
  comment: "Comment",
  recorded: "Recorded",
  delivery: (id: number) => `Delivery #${id}`,
  why: "Why this client",
  correct: "Correct…",
  onlyAdmins: (orgs: string) =>
    `Only admins correct entries: owners of ${orgs}, and those named by whoever runs svc.`,
  superseded: "This was corrected, so lists and sums leave it out. In its place stands",
  backfilled: (at: string) =>
    `This comment did not reach svc at once. svc read it from GitHub on ${at}, so the labels are those of that moment.`,
  history: {
    title: "History",
    untouched: "It stands as it was logged: nobody has corrected it.",
    columns: { version: "Version", when: "When", by: "By", reason: "Reason", changes: "What changed" },
    logged: "as logged",
    shown: "this one",
    stands: "stands",
  },
};

const nl: typeof en = {
  title: (kind, id) => `${kind === "time" ? "Urenregel" : "Plan"} ${id}`,
  duration: { time: "Uren", plan: "Gepland" },
  day: { time: "Gewerkt op", plan: "Dag" },
  person: "Persoon",
  issue: "Issue",
  atGitHub: "Bij GitHub",
  note: "Notitie",
  labels: "Labels",
  none: "geen",
  client: "Klant",
  comment: "Reactie",
  recorded: "Vastgelegd",
  delivery: (id) => `Bezorging #${id}`,
  why: "Waarom deze klant",
  correct: "Corrigeren…",
  onlyAdmins: (orgs) =>
    `Alleen beheerders corrigeren: eigenaren van ${orgs}, en wie is aangewezen door wie svc draait. Vraag het een van hen.`,
  superseded: "Dit is gecorrigeerd, en telt niet mee in lijsten en totalen. In plaats ervan geldt",
  backfilled: (at) =>
    `Deze reactie bereikte svc niet meteen. svc las haar bij GitHub op ${at}, dus de labels zijn die van dat moment.`,
  history: {
    title: "Geschiedenis",
    untouched: "Het staat er zoals het geschreven is: niemand heeft het gecorrigeerd.",
    columns: { version: "Versie", when: "Wanneer", by: "Door", reason: "Reden", changes: "Wat er anders is" },
    logged: "zoals geschreven",
    shown: "deze",
    stands: "geldt",
  },
};

export const words = { en, nl };
