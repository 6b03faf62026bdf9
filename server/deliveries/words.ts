import { type Outcome, outcomes } from "./outcome.ts";

type Told = Record<Outcome | "pending", string>;

const en = {
  title: "Deliveries",
  lead: "What svc heard from GitHub, and what came of it. A comment is recorded once, however often it is delivered.",
  filter: {
    name: "Filter",
    outcome: "Outcome",
    reply: "Reply",
    any: "Any",
    repository: "Repository",
    sender: "Sender",
    guid: "Delivery id",
    submit: "Filter",
  },
  columns: {
    delivery: "Delivery",
    sender: "Sender",
    outcome: "Outcome",
    confirmation: "Reply",
    received: "Received",
    polled: "asked for",
  },
  outcomes: {
    pending: "not processed yet",
    recorded: "recorded",
    refused: "not understood",
    duplicate: "answered before",
    no_command: "no command",
    unsupported_event: "other event",
    not_created: "edited or deleted",
    bot: "by a bot",
    own_comment: "by svc itself",
    foreign_owner: "owner not allowed",
    not_member: "not a member",
    malformed: "unknown shape",
  } satisfies Told,
  explained: {
    ...outcomes,
    pending:
      "It is kept and waits for its turn, e.g. until GitHub can say whether the author is a member. svc tries again by itself for over a day.",
  } satisfies Told as Told,
  failed: "failed",
  replies: { pending: "waiting", posted: "posted", failed: "refused by GitHub" },
  shown: (count: number, more: boolean) =>
    more
      ? `The ${count} newest deliveries; there are older ones.`
      : count === 1
        ? "1 delivery"
        : `${count} deliveries`,
  none: {
    filtered: "No delivery fits this filter.",
    all: "Show all",
    ever: "GitHub has not delivered anything yet.",
    polled: "svc has found no comment yet.",
    next: "Comment on an issue of a repository where the GitHub App is installed, with this on a line of its own:",
    check:
      "Nothing here after a minute? Look at the App’s recent deliveries at GitHub, where its answer stands.",
    checkPolled:
      "Nothing here after a minute? See above when GitHub was last asked, and whether the App is installed in that repository.",
  },
  one: {
    title: (id: number) => `Delivery ${id}`,
    back: "To the deliveries",
    event: "Event",
    repository: "Repository",
    sender: "Sender",
    guid: "Delivery id",
    received: "Received",
    processed: "Processed",
    notYet: "not yet",
    backfilled: (at: string) =>
      `GitHub’s delivery of this comment was lost. svc read the comment and its issue itself at ${at}, so the labels are those of that moment.`,
    polledLate: (at: string) =>
      `svc came to read this comment only at ${at}, so the labels are those of that moment.`,
    heard: {
      name: "Heard",
      delivered: "GitHub delivered it",
      polled: "svc asked GitHub for new comments",
      read: "svc read it, since the delivery was lost",
    },
    comment: "Comment",
    atGitHub: "Look at it on GitHub",
    reason: "Outcome",
    recorded: "Recorded",
    entry: { time: "hours", plan: "plan" },
    again: "Process again",
    refusals: {
      answered: "This comment was answered. Processing it again would record nothing.",
      settled: "The same would come of it again.",
      members: (orgs: string) =>
        `Only admins have deliveries processed again: owners of ${orgs}, and those named by whoever runs svc.`,
    },
  },
  reply: {
    title: "svc’s reply",
    none: "svc wrote no reply to this comment.",
    state: "State",
    attempts: "Attempts",
    problem: "What went wrong",
    posted: "Posted",
    text: "Text",
    again: "Post again",
    notFailed: "It is not posted a second time.",
  },
  payload: {
    title: "Payload",
    lead: "As GitHub sent it, indented, with what looks like a secret struck out.",
    leadRead: "As svc read it at GitHub, indented, with what looks like a secret struck out.",
    show: (size: string) => `Show the payload (${size})`,
    cut: "Only the beginning is shown.",
    tooLarge: "It is too large to be shown here.",
  },
  problems: {} as Record<string, string>,
};

const nl: typeof en = {
  title: "Bezorgingen",
  lead: "Wat svc van GitHub hoorde, en wat ervan kwam. Een reactie wordt één keer vastgelegd, hoe vaak ze ook wordt bezorgd.",
  filter: {
    name: "Filter",
    outcome: "Uitkomst",
    reply: "Antwoord",
    any: "Alle",
    repository: "Repository",
    sender: "Afzender",
    guid: "GitHub-id",
    submit: "Filteren",
  },
  columns: {
    delivery: "Bezorging",
    sender: "Afzender",
    outcome: "Uitkomst",
    confirmation: "Antwoord",
    received: "Ontvangen",
    polled: "opgevraagd",
  },
  outcomes: {
    pending: "nog niet verwerkt",
    recorded: "vastgelegd",
    refused: "niet begrepen",
    duplicate: "al beantwoord",
    no_command: "geen opdracht",
    unsupported_event: "iets anders",
    not_created: "gewijzigd of verwijderd",
    bot: "van een bot",
    own_comment: "van svc zelf",
    foreign_owner: "eigenaar niet toegestaan",
    not_member: "geen lid",
    malformed: "onbekende vorm",
  },
  explained: {
    pending:
      "Ze is bewaard en wacht op haar beurt, bijvoorbeeld tot GitHub kan zeggen of de schrijver lid is. svc probeert het ruim een dag vanzelf opnieuw.",
    recorded: "De opdrachten zijn vastgelegd.",
    refused: "Een opdracht was niet te begrijpen; er is niets vastgelegd en het antwoord zegt waarom.",
    duplicate: "Deze reactie was al beantwoord; er is niets nog eens vastgelegd.",
    no_command: "De reactie bevat geen opdracht.",
    unsupported_event: "svc doet alleen iets met nieuwe reacties op issues.",
    not_created: "Gewijzigde en verwijderde reacties veranderen niets.",
    bot: "De reactie is niet door een mens geschreven.",
    own_comment: "De reactie is door svc zelf geplaatst.",
    foreign_owner: "De eigenaar van de repository staat niet in ALLOWED_ORGS.",
    not_member: "De schrijver is geen actief lid van een organisatie in ALLOWED_ORGS.",
    malformed: "De bezorging heeft niet de vorm die GitHub beschrijft.",
  },
  failed: "mislukt",
  replies: { pending: "wacht", posted: "geplaatst", failed: "door GitHub geweigerd" },
  shown: (count, more) =>
    more
      ? `De ${count} nieuwste bezorgingen; er zijn oudere.`
      : count === 1
        ? "1 bezorging"
        : `${count} bezorgingen`,
  none: {
    filtered: "Geen bezorging past bij dit filter.",
    all: "Alles tonen",
    ever: "GitHub heeft nog niets bezorgd.",
    polled: "svc heeft nog geen reactie gevonden.",
    next: "Reageer op een issue van een repository waar de GitHub-app is geïnstalleerd, met dit op een eigen regel:",
    check:
      "Na een minuut nog niets? Kijk bij GitHub naar de recente bezorgingen van de app; daar staat het antwoord.",
    checkPolled:
      "Na een minuut nog niets? Kijk hierboven wanneer GitHub voor het laatst is gevraagd, en of de app in die repository is geïnstalleerd.",
  },
  one: {
    title: (id) => `Bezorging ${id}`,
    back: "Naar de bezorgingen",
    event: "Gebeurtenis",
    repository: "Repository",
    sender: "Afzender",
    guid: "GitHub-id",
    received: "Ontvangen",
    processed: "Verwerkt",
    notYet: "nog niet",
    backfilled: (at) =>
      `GitHubs bezorging van deze reactie ging verloren. svc las de reactie en het issue zelf op ${at}; de labels zijn dus die van dat moment.`,
    polledLate: (at) =>
      `svc kwam er pas op ${at} aan toe deze reactie te lezen; de labels zijn dus die van dat moment.`,
    heard: {
      name: "Gehoord",
      delivered: "GitHub bezorgde haar",
      polled: "svc vroeg GitHub om nieuwe reacties",
      read: "svc las haar, omdat de bezorging verloren ging",
    },
    comment: "Reactie",
    atGitHub: "Bekijk op GitHub",
    reason: "Uitkomst",
    recorded: "Vastgelegd",
    entry: { time: "uren", plan: "plan" },
    again: "Opnieuw verwerken",
    refusals: {
      answered: "Deze reactie is beantwoord. Opnieuw verwerken zou niets vastleggen.",
      settled: "Er zou weer hetzelfde van komen.",
      members: (orgs) =>
        `Alleen beheerders laten bezorgingen opnieuw verwerken: eigenaren van ${orgs}, en wie is aangewezen door wie svc draait.`,
    },
  },
  reply: {
    title: "Het antwoord van svc",
    none: "svc schreef geen antwoord op deze reactie.",
    state: "Stand",
    attempts: "Pogingen",
    problem: "Wat er misging",
    posted: "Geplaatst",
    text: "Tekst",
    again: "Opnieuw plaatsen",
    notFailed: "Het wordt geen tweede keer geplaatst.",
  },
  payload: {
    title: "Inhoud",
    lead: "Zoals GitHub het stuurde, ingesprongen; wat op een geheim lijkt is doorgestreept.",
    leadRead: "Zoals svc het bij GitHub las, ingesprongen; wat op een geheim lijkt is doorgestreept.",
    show: (size) => `De inhoud tonen (${size})`,
    cut: "Alleen het begin wordt getoond.",
    tooLarge: "Ze is te groot om hier te tonen.",
  },
  problems: {
    unknown_word: "Kies een uitkomst uit de lijst.",
    unknown: "Het adres bevat een onbekende parameter. Gebruik het filter hieronder.",
    repeated: "Het adres bevat een parameter twee keer. Gebruik het filter hieronder.",
    unreadable: "Het adres bevat iets onleesbaars. Ga terug naar de eerste pagina.",
    too_long: "Dit is te lang.",
  },
};

export const words = { en, nl };
