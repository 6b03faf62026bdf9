const en = {
  title: "Mappings",
  lead: "A label that leads hours to a client. Labels are compared exactly; a mapping for one repository takes the place of the one for all.",
  create: "Create mapping",
  test: "Try labels",
  onlyAdmins: (orgs: string) =>
    `Only admins change mappings: owners of ${orgs}, and those named by whoever runs svc.`,
  filter: {
    name: "Filter",
    label: "Label",
    which: "Client",
    any: "Any",
    deactivated: "Deactivated ones",
    submit: "Filter",
    ofClient: (name: string) => `Client: ${name}`,
  },
  columns: {
    label: "Label",
    client: "Client",
    place: "Where",
    created: "Made",
    action: "Action",
  },
  everywhere: "everywhere",
  except: (repositories: string) => `but for ${repositories}`,
  more: (count: number) => `${count} more`,
  ambiguous: "ambiguous",
  deactivated: "deactivated",
  remove: "Delete",
  removeNamed: (label: string, client: string) => `Delete the mapping of ${label} to ${client}`,
  shown: (count: number, more: boolean) =>
    more ? `${count} mappings; there are more.` : count === 1 ? "1 mapping" : `${count} mappings`,
  legend: {
    ambiguous:
      "Ambiguous: the label leads to several active clients in the same place. The oldest mapping counts, and the confirmation says so.",
    deactivated: "Deactivated: the client takes nothing new, so the mapping leads nowhere.",
  },
  none: {
    ever: "No label leads to a client yet.",
    next: "Create a mapping for the label that your issues carry, e.g. client:acme.",
    filtered: "No mapping fits this filter.",
    all: "Show all",
    terminal: "Or in a terminal:",
  },
  deletion: {
    title: "Delete this mapping?",
    effect: "New entries no longer follow it. Those that it attributed keep their client.",
    recent: (entries: string, hours: string) =>
      `Logged with this label where it counts, in the last 90 days: ${entries} (${hours}).`,
    idle: "Nothing was logged with this label where it counts, in the last 90 days.",
    afterwards: (client: string) => `Where it counts now, the label will lead to ${client}.`,
    afterwardsNone: "Where it counts now, the label will lead to no client.",
    submit: "Delete mapping",
    cancel: "Keep it",
  },
  entries: (count: number) => (count === 1 ? "1 time entry" : `${english.format(count)} time entries`),
  /** By the code of the problem; others are told as they come. */
  problems: {} as Record<string, string>,
};

const nl: typeof en = {
  title: "Koppelingen",
  lead: "Een label dat uren naar een klant leidt. Labels worden precies vergeleken; een koppeling voor één repository komt in de plaats van die voor alle.",
  create: "Koppeling maken",
  test: "Labels proberen",
  onlyAdmins: (orgs) =>
    `Alleen beheerders wijzigen koppelingen: eigenaren van ${orgs}, en wie is aangewezen door wie svc draait.`,
  filter: {
    name: "Filter",
    label: "Label",
    which: "Klant",
    any: "Alle",
    deactivated: "Gedeactiveerde",
    submit: "Filteren",
    ofClient: (name) => `Klant: ${name}`,
  },
  columns: {
    label: "Label",
    client: "Klant",
    place: "Waar",
    created: "Gemaakt",
    action: "Actie",
  },
  everywhere: "overal",
  except: (repositories) => `behalve in ${repositories}`,
  more: (count) => `nog ${count}`,
  ambiguous: "dubbelzinnig",
  deactivated: "gedeactiveerd",
  remove: "Verwijderen",
  removeNamed: (label, client) => `De koppeling van ${label} aan ${client} verwijderen`,
  shown: (count, more) =>
    more ? `${count} koppelingen; er zijn er meer.` : count === 1 ? "1 koppeling" : `${count} koppelingen`,
  legend: {
    ambiguous:
      "Dubbelzinnig: het label leidt op dezelfde plek naar meer actieve klanten. De oudste koppeling telt, en de bevestiging zegt het erbij.",
    deactivated: "Gedeactiveerd: de klant krijgt niets nieuws, dus de koppeling leidt nergens heen.",
  },
  none: {
    ever: "Er leidt nog geen label naar een klant.",
    next: "Maak een koppeling voor het label dat op je issues staat, bijvoorbeeld client:acme.",
    filtered: "Geen koppeling past bij dit filter.",
    all: "Alles tonen",
    terminal: "Of in een terminal:",
  },
  deletion: {
    title: "Deze koppeling verwijderen?",
    effect: "Nieuwe uren volgen haar niet meer. Wat ze heeft toegewezen, houdt zijn klant.",
    recent: (entries, hours) =>
      `Geschreven met dit label waar ze telt, in de laatste 90 dagen: ${entries} (${hours}).`,
    idle: "Waar ze telt is in de laatste 90 dagen niets met dit label geschreven.",
    afterwards: (client) => `Waar ze nu telt, leidt het label daarna naar ${client}.`,
    afterwardsNone: "Waar ze nu telt, leidt het label daarna naar geen klant.",
    submit: "Koppeling verwijderen",
    cancel: "Behouden",
  },
  entries: (count) => (count === 1 ? "1 urenregel" : `${dutch.format(count)} urenregels`),
  problems: {
    unknown_word: "Kies een waarde uit de lijst.",
    unknown: "Het adres bevat een onbekende parameter. Gebruik het filter hieronder.",
    repeated: "Het adres bevat een parameter twee keer. Gebruik het filter hieronder.",
    out_of_range: "Deze klant is er niet. Gebruik het filter hieronder.",
    unreadable: "Het adres bevat iets onleesbaars. Ga terug naar de eerste pagina.",
    too_long: "Dit is te lang voor een label: hoogstens 1024 tekens.",
  },
};

const [english, dutch] = [new Intl.NumberFormat("en-GB"), new Intl.NumberFormat("nl-NL")];

export const words = { en, nl };
