const en = {
  title: "Overview",
  periods: { name: "Which days", month: "This month", week: "This week", "last-month": "Last month" },
  tiles: {
    name: "In short",
    hours: "Hours",
    unattributed: "Without a client",
    last: "Last event from GitHub",
    lastAsked: "Asked GitHub for comments",
    never: "none yet",
    waiting: "Replies waiting",
  },
  attention: {
    title: "Needs attention",
    nothing: "Nothing needs attention.",
    failedReplies: (count: number) =>
      count === 1
        ? "1 reply was refused by GitHub: the hours are recorded, its author was not told."
        : `${count} replies were refused by GitHub: the hours are recorded, their authors were not told.`,
    unfinished: (count: number) =>
      count === 1 ? "1 delivery is not processed yet." : `${count} deliveries are not processed yet.`,
    deadMappings: (count: number) =>
      count === 1
        ? "1 mapping leads to a deactivated client and attributes nothing."
        : `${count} mappings lead to deactivated clients and attribute nothing.`,
    ambiguous: (count: number, more: boolean) =>
      `${more ? "More than " : ""}${count} ${count === 1 ? "entry matches" : "entries match"} several clients; the first was taken:`,
    entry: (entry: { hours: string; login: string; issue: string; client: string }) =>
      `${entry.hours} of ${entry.login} on ${entry.issue}, for ${entry.client}`,
  },
  chart: {
    title: "Hours by day and client",
    described: (total: string) =>
      `A column for each day, ${total} in all. The same figures stand in the table below it.`,
    table: "Show as table",
    columns: { day: "Day", hours: "Hours", clients: "By client" },
    nothing: "No hours in these days.",
  },
  byClient: {
    title: "Hours by client",
    client: "Client",
    hours: "Hours",
    others: "Other clients",
    none: "No client",
  },
  byLabel: {
    title: (dimension: string) => `Hours by ${dimension}`,
    label: "Label",
    hours: "Hours",
    dimensions: "Compare the labels of",
    most: "Those with the most hours. An entry with two of them counts under both.",
    nothing: "No hours with such a label in these days.",
    none: "No label of the form dimension:value in these days, such as type:bugfix.",
  },
  latest: {
    title: "Latest entries",
    columns: { issue: "Issue", who: "Who", client: "Client", day: "Day", hours: "Hours" },
    none: "no client",
    all: "All entries",
  },
  empty: {
    title: "No hours yet",
    next: "Comment on an issue, with this at the beginning of a line:",
    install:
      "It arrives within seconds, where svc’s GitHub App is installed. See under Deliveries what GitHub sent.",
    installPolled:
      "It arrives within a minute, where svc’s GitHub App is installed. See under Deliveries what svc read.",
  },
};

const nl: typeof en = {
  title: "Overzicht",
  periods: { name: "Welke dagen", month: "Deze maand", week: "Deze week", "last-month": "Vorige maand" },
  tiles: {
    name: "In het kort",
    hours: "Uren",
    unattributed: "Zonder klant",
    last: "Laatste bericht van GitHub",
    lastAsked: "GitHub om reacties gevraagd",
    never: "nog geen",
    waiting: "Wachtende antwoorden",
  },
  attention: {
    title: "Vraagt aandacht",
    nothing: "Niets vraagt aandacht.",
    failedReplies: (count) =>
      count === 1
        ? "1 antwoord is door GitHub geweigerd: de uren zijn vastgelegd, de schrijver weet het niet."
        : `${count} antwoorden zijn door GitHub geweigerd: de uren zijn vastgelegd, de schrijvers weten het niet.`,
    unfinished: (count) =>
      count === 1 ? "1 bezorging is nog niet verwerkt." : `${count} bezorgingen zijn nog niet verwerkt.`,
    deadMappings: (count) =>
      count === 1
        ? "1 koppeling leidt naar een gedeactiveerde klant en wijst niets toe."
        : `${count} koppelingen leiden naar gedeactiveerde klanten en wijzen niets toe.`,
    ambiguous: (count, more) =>
      `${more ? "Meer dan " : ""}${count} ${count === 1 ? "regel past" : "regels passen"} bij meerdere klanten; de eerste is genomen:`,
    entry: ({ hours, login, issue, client }) => `${hours} van ${login} op ${issue}, voor ${client}`,
  },
  chart: {
    title: "Uren per dag en klant",
    described: (total) =>
      `Een kolom voor elke dag, ${total} in totaal. Dezelfde cijfers staan in de tabel eronder.`,
    table: "Als tabel tonen",
    columns: { day: "Dag", hours: "Uren", clients: "Per klant" },
    nothing: "Geen uren in deze dagen.",
  },
  byClient: {
    title: "Uren per klant",
    client: "Klant",
    hours: "Uren",
    others: "Andere klanten",
    none: "Geen klant",
  },
  byLabel: {
    title: (dimension) => `Uren per ${dimension}`,
    label: "Label",
    hours: "Uren",
    dimensions: "Vergelijk de labels van",
    most: "Die met de meeste uren. Een regel met twee ervan telt bij allebei.",
    nothing: "Geen uren met zo'n label in deze dagen.",
    none: "Geen label van de vorm dimensie:waarde in deze dagen, zoals type:bugfix.",
  },
  latest: {
    title: "Laatste regels",
    columns: { issue: "Issue", who: "Wie", client: "Klant", day: "Dag", hours: "Uren" },
    none: "geen klant",
    all: "Alle uren",
  },
  empty: {
    title: "Nog geen uren",
    next: "Reageer op een issue, met dit aan het begin van een regel:",
    install:
      "Binnen enkele seconden staan ze hier, als de GitHub-app van svc daar is geïnstalleerd. Onder Bezorgingen staat wat GitHub stuurde.",
    installPolled:
      "Binnen een minuut staan ze hier, als de GitHub-app van svc daar is geïnstalleerd. Onder Bezorgingen staat wat svc las.",
  },
};

export const words = { en, nl };
