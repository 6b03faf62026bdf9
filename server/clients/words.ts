const [english, dutch] = [new Intl.NumberFormat("en-GB"), new Intl.NumberFormat("nl-NL")];

const en = {
  title: "Clients",
  lead: "Hours go to a client by the labels of their issue: see Mappings. A client is never deleted, so that its hours stay its own.",
  create: "Create client",
  onlyAdmins: (orgs: string) =>
    `Only admins change clients: owners of ${orgs}, and those named by whoever runs svc.`,
  states: { active: "Active", deactivated: "Deactivated", all: "All" },
  filter: { name: "Filter", part: "Name", submit: "Search" },
  columns: {
    name: "Client",
    hours: "Hours",
    last: "Last entry",
    mappings: "Mappings",
    state: "State",
  },
  active: "active",
  deactivated: "deactivated",
  unmapped: "no label yet",
  never: "never",
  shown: (count: number, more: boolean) =>
    more ? `${count} clients; there are more.` : count === 1 ? "1 client" : `${count} clients`,
  none: {
    ever: "There is no client yet. Create one, then say which label leads to it.",
    filtered: "No client fits this filter.",
    all: "Show all",
    terminal: "Or in a terminal:",
  },
  form: {
    title: "Create client",
    name: "Name",
    hint: "As your people call them, and as confirmations in private repositories will. It can be changed.",
    submit: "Create client",
    cancel: "Cancel",
  },
  one: {
    within: "in",
    plans: "Plans",
    created: "Created",
    mappings: "Labels that lead here",
    everywhere: "everywhere",
    inRepository: (repository: string) => `in ${repository}`,
    allMappings: (count: number) => `All ${count} mappings`,
    noMapping: "No label leads here yet, so no hours do either.",
    map: "Map a label",
    change: "Change this client",
    rename: "Rename",
    renameHint: "Entries show the new name at once, those of the past too.",
    save: "Save name",
    deactivate: "Deactivate…",
    reactivate: "Reactivate",
    deactivatedNote: "Nothing new is attributed to this client. What it has stays its own.",
  },
  deactivation: {
    title: (name: string) => `Deactivate ${name}?`,
    effect: "From then on nothing new is attributed to it.",
    keeps: (entries: string, hours: string, plans: string) =>
      `${entries} (${hours}) and ${plans} keep it as their client.`,
    recent: (entries: string, hours: string) => `In the last 90 days it got ${entries} (${hours}).`,
    idle: "In the last 90 days it got nothing.",
    mappings: (count: number) =>
      count === 1
        ? "1 mapping still points here. Its label will lead to no client, until the mapping is deleted or the client is back."
        : `${count} mappings still point here. Their labels will lead to no client, until the mappings are deleted or the client is back.`,
    noMappings: "No mapping points here.",
    show: "Show the mappings",
    undo: "It can be reactivated at any time.",
    already: "This client is deactivated already.",
    submit: "Deactivate client",
    cancel: "Keep it active",
    back: "To the client",
  },
  entries: (count: number) => (count === 1 ? "1 time entry" : `${english.format(count)} time entries`),
  plans: (count: number) => (count === 1 ? "1 plan" : `${english.format(count)} plans`),
  /** By the code of the problem; others are told as they come. */
  problems: {
    taken: "An active client has this name already. Use that one, or choose another name.",
    client_exists:
      "Another active client has this name by now. Rename one of the two, then reactivate this one.",
  } as Record<string, string>,
};

const nl: typeof en = {
  title: "Klanten",
  lead: "Uren gaan naar een klant door de labels van hun issue: zie Koppelingen. Een klant wordt nooit verwijderd, zodat zijn uren van hem blijven.",
  create: "Klant maken",
  onlyAdmins: (orgs) =>
    `Alleen beheerders wijzigen klanten: eigenaren van ${orgs}, en wie is aangewezen door wie svc draait.`,
  states: { active: "Actief", deactivated: "Gedeactiveerd", all: "Alle" },
  filter: { name: "Filter", part: "Naam", submit: "Zoeken" },
  columns: {
    name: "Klant",
    hours: "Uren",
    last: "Laatst gewerkt",
    mappings: "Koppelingen",
    state: "Stand",
  },
  active: "actief",
  deactivated: "gedeactiveerd",
  unmapped: "nog geen label",
  never: "nooit",
  shown: (count, more) =>
    more ? `${count} klanten; er zijn er meer.` : count === 1 ? "1 klant" : `${count} klanten`,
  none: {
    ever: "Er is nog geen klant. Maak er een, en zeg dan welk label erheen leidt.",
    filtered: "Geen klant past bij dit filter.",
    all: "Alles tonen",
    terminal: "Of in een terminal:",
  },
  form: {
    title: "Klant maken",
    name: "Naam",
    hint: "Zoals jullie de klant noemen; zo staat hij ook in bevestigingen in privérepository's. Je kunt de naam later wijzigen.",
    submit: "Klant maken",
    cancel: "Annuleren",
  },
  one: {
    within: "in",
    plans: "Plannen",
    created: "Gemaakt",
    mappings: "Labels die hierheen leiden",
    everywhere: "overal",
    inRepository: (repository) => `in ${repository}`,
    allMappings: (count) => `Alle ${count} koppelingen`,
    noMapping: "Er leidt nog geen label hierheen, dus ook geen uren.",
    map: "Label koppelen",
    change: "Deze klant wijzigen",
    rename: "Hernoemen",
    renameHint: "Uren tonen meteen de nieuwe naam, ook die van vroeger.",
    save: "Naam opslaan",
    deactivate: "Deactiveren…",
    reactivate: "Weer activeren",
    deactivatedNote: "Deze klant krijgt niets nieuws. Wat hij heeft, blijft van hem.",
  },
  deactivation: {
    title: (name) => `${name} deactiveren?`,
    effect: "Vanaf dan krijgt deze klant niets nieuws.",
    keeps: (entries, hours, plans) => `${entries} (${hours}) en ${plans} houden deze klant.`,
    recent: (entries, hours) => `In de laatste 90 dagen kwamen erbij: ${entries} (${hours}).`,
    idle: "In de laatste 90 dagen kwam er niets bij.",
    mappings: (count) =>
      count === 1
        ? "1 koppeling wijst nog hierheen. Haar label leidt dan naar geen klant, tot de koppeling is verwijderd of de klant terug is."
        : `${count} koppelingen wijzen nog hierheen. Hun labels leiden dan naar geen klant, tot de koppelingen zijn verwijderd of de klant terug is.`,
    noMappings: "Er wijst geen koppeling hierheen.",
    show: "De koppelingen tonen",
    undo: "Je kunt de klant altijd weer activeren.",
    already: "Deze klant is al gedeactiveerd.",
    submit: "Klant deactiveren",
    cancel: "Actief laten",
    back: "Naar de klant",
  },
  entries: (count) => (count === 1 ? "1 urenregel" : `${dutch.format(count)} urenregels`),
  plans: (count) => (count === 1 ? "1 plan" : `${dutch.format(count)} plannen`),
  problems: {
    empty: "Geef de naam van de klant.",
    unprintable: "De naam bevat regeleinden of onzichtbare tekens. Typ hem opnieuw in plaats van te plakken.",
    too_long: "De naam is te lang: hoogstens 200 tekens.",
    taken: "Een actieve klant heeft deze naam al. Neem die, of kies een andere naam.",
    client_exists:
      "Een andere actieve klant heet inmiddels ook zo. Hernoem een van de twee, en activeer deze dan weer.",
    unknown_word: "Kies een stand uit de lijst.",
    unknown: "Het adres bevat een onbekende parameter. Gebruik het filter hieronder.",
    repeated: "Het adres bevat een parameter twee keer. Gebruik het filter hieronder.",
    unreadable: "Het adres bevat iets onleesbaars. Ga terug naar de eerste pagina.",
  },
};

export const words = { en, nl };
