import type { AuditAction } from "./event.ts";

const en = {
  title: "Audit log",
  lead: "Who did what, when and over what. Nothing here can be changed or removed.",
  csv: "Download CSV",
  filter: {
    name: "Filter",
    who: "Who (login)",
    action: "What was done",
    anything: "Anything",
    target: "To what",
    from: "From",
    to: "Until",
    submit: "Filter",
  },
  columns: {
    when: "When",
    who: "Who",
    what: "What",
    target: "To what",
    detail: "Details",
    request: "Request id",
  },
  nobody: "nobody signed in",
  via: {
    session: "over a session",
    link: "over a sign-in link",
    token: (id: number) => `with token ${id}`,
  },
  actions: {
    "session.created": "signed in",
    "session.ended": "signed out",
    "session.revoked": "ended a session",
    "sign_in.refused": "was refused at sign-in",
    "token.created": "made a token",
    "token.revoked": "revoked a token",
    "client.created": "made a client",
    "client.renamed": "renamed a client",
    "client.deactivated": "deactivated a client",
    "client.reactivated": "reactivated a client",
    "mapping.created": "made a mapping",
    "mapping.deleted": "deleted a mapping",
    "entry.corrected": "corrected an entry",
    "delivery.processed_again": "had a delivery processed again",
    "confirmation.posted_again": "had a confirmation posted again",
  } satisfies Record<AuditAction, string>,
  shown: (count: number, more: boolean) =>
    more ? `The ${count} newest events; there are older ones.` : count === 1 ? "1 event" : `${count} events`,
  none: {
    filtered: "No event fits this filter.",
    ever: "Nothing has been done yet.",
    all: "Show everything",
  },
  problems: {} as Record<string, string>,
};

const nl: typeof en = {
  title: "Auditlog",
  lead: "Wie deed wat, wanneer en waarmee. Hier kan niets worden gewijzigd of verwijderd.",
  csv: "CSV downloaden",
  filter: {
    name: "Filter",
    who: "Wie (login)",
    action: "Wat er gebeurde",
    anything: "Alles",
    target: "Waaraan",
    from: "Vanaf",
    to: "Tot en met",
    submit: "Filteren",
  },
  columns: {
    when: "Wanneer",
    who: "Wie",
    what: "Wat",
    target: "Waaraan",
    detail: "Details",
    request: "Verzoeknummer",
  },
  nobody: "niemand ingelogd",
  via: {
    session: "via een sessie",
    link: "via een inloglink",
    token: (id) => `met token ${id}`,
  },
  actions: {
    "session.created": "logde in",
    "session.ended": "logde uit",
    "session.revoked": "beëindigde een sessie",
    "sign_in.refused": "werd geweigerd bij het inloggen",
    "token.created": "maakte een token",
    "token.revoked": "trok een token in",
    "client.created": "maakte een klant",
    "client.renamed": "hernoemde een klant",
    "client.deactivated": "deactiveerde een klant",
    "client.reactivated": "activeerde een klant weer",
    "mapping.created": "maakte een koppeling",
    "mapping.deleted": "verwijderde een koppeling",
    "entry.corrected": "corrigeerde een regel",
    "delivery.processed_again": "liet een bezorging opnieuw verwerken",
    "confirmation.posted_again": "liet een bevestiging opnieuw plaatsen",
  },
  shown: (count, more) =>
    more
      ? `De ${count} nieuwste gebeurtenissen; er zijn oudere.`
      : count === 1
        ? "1 gebeurtenis"
        : `${count} gebeurtenissen`,
  none: {
    filtered: "Geen gebeurtenis past bij dit filter.",
    ever: "Er is nog niets gebeurd.",
    all: "Alles tonen",
  },
  problems: {
    not_a_day: "Dit is geen dag van de kalender. Schrijf bijvoorbeeld 2026-10-01.",
    after_to: "De eerste dag ligt na de laatste. Wissel ze om.",
    wrong_form: "Schrijf een soort en een nummer, bijvoorbeeld token 12.",
    unknown_word: "Kies een van de gebeurtenissen uit de lijst.",
    unknown: "Het adres bevat een onbekende parameter. Gebruik het filter hieronder.",
    repeated: "Het adres bevat een parameter twee keer. Gebruik het filter hieronder.",
    unreadable: "Het adres wijst geen plaats in deze lijst aan. Ga terug naar de eerste pagina.",
    too_long: "Dit is te lang.",
  },
};

export const words = { en, nl };
