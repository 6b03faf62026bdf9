import type { FlashCode } from "./flash.ts";

const en = {
  skip: "Skip to the content",
  home: "svc, to the start page",
  nav: {
    name: "Main",
    overview: "Overview",
    entries: "Entries",
    plans: "Plans",
    clients: "Clients",
    mappings: "Mappings",
    deliveries: "Deliveries",
    audit: "Audit log",
    tokens: "Tokens",
    sessions: "Sessions",
    setUp: "Set-up",
  },
  playground: {
    notReal: "Playground: nothing here is real.",
    issues: "To its simulated issues",
    home: "Back to svc",
  },
  admin: "admin",
  signedInAs: "Signed in as",
  signIn: "Sign in",
  signOut: "Sign out",
  language: "Language",
  help: {
    name: "Help",
    log: "To log hours, begin a line of a comment on an issue with this:",
    token: "A script or spreadsheet reads them with a token, made under Tokens.",
    stuck: "Stuck? Ask an admin, and give the request id where a page shows one.",
  },
  flash: {
    signed_out: () => "You are signed out.",
    token_revoked: (label: string) => `The token “${label}” is revoked. What used it fails from now on.`,
    session_revoked: () => "That session has ended. Whoever used it has to sign in again.",
    delivery_processed: () => "It was processed again. Its outcome is below.",
    delivery_waiting: () => "It could not be processed just now. svc goes on trying; look again in a while.",
    reply_queued: () => "The reply is posted again in a moment.",
    client_created: (name: string) =>
      `The client “${name}” is made. Now say which label leads to it, so that hours do.`,
    client_renamed: (name: string) => `The client is called “${name}” from now on.`,
    client_deactivated: (name: string) =>
      `The client “${name}” is deactivated: nothing new is attributed to it.`,
    client_reactivated: (name: string) => `The client “${name}” is active again.`,
    mapping_created: (label: string) => `The label “${label}” is mapped. Entries made from now on follow it.`,
    mapping_deleted: (label: string) => `That mapping of the label “${label}” is deleted.`,
    entry_corrected: (id: string) => `It is corrected: this one stands in the place of ${id} now.`,
    set_up_dismissed: () => "The checklist is put away. It stays at /admin/set-up.",
    playground_removed: () => "The playground is removed, with all that was tried in it.",
  } satisfies FlashWords,
  copy: {
    copy: "Copy",
    copied: "Copied",
    selected: "Selected: press Ctrl+C or ⌘C",
    gone: "No longer shown",
  },
  problems: (count: number) =>
    count === 1 ? "One thing is not right yet" : `${count} things are not right yet`,
  optional: "optional",
  pages: { name: "Pages", newer: "Newer", older: "Older", first: "First page", next: "Next page" },
  remove: (what: string) => `Remove ${what}`,
  justNow: "just now",
  error: {
    home: "To the start page",
    forAdmin: "For your admin",
    requestId: "Request id",
    code: "Code",
  },
  /** Refusals that any page may end in, by their code, where they come in another language; others are shown as they come. */
  refusals: {} as Refusals,
};

type FlashWords = Record<FlashCode, (about: string) => string>;
type Refusals = Record<string, { title: string; message: string }>;

const nl: typeof en = {
  skip: "Naar de inhoud",
  home: "svc, naar de startpagina",
  nav: {
    name: "Hoofdmenu",
    overview: "Overzicht",
    entries: "Uren",
    plans: "Plannen",
    clients: "Klanten",
    mappings: "Koppelingen",
    deliveries: "Bezorgingen",
    audit: "Auditlog",
    tokens: "Tokens",
    sessions: "Sessies",
    setUp: "Inrichten",
  },
  playground: {
    notReal: "Speeltuin: niets hier is echt.",
    issues: "Naar de nagebootste issues",
    home: "Terug naar svc",
  },
  admin: "beheerder",
  signedInAs: "Ingelogd als",
  signIn: "Inloggen",
  signOut: "Uitloggen",
  language: "Taal",
  help: {
    name: "Hulp",
    log: "Uren schrijven? Begin een regel van een reactie op een issue hiermee:",
    token: "Een script of spreadsheet leest ze met een token, dat je maakt onder Tokens.",
    stuck: "Loop je vast? Vraag een beheerder, en geef het verzoeknummer als een pagina dat toont.",
  },
  flash: {
    signed_out: () => "Je bent uitgelogd.",
    token_revoked: (label) =>
      `Het token “${label}” is ingetrokken. Wat het gebruikte, werkt vanaf nu niet meer.`,
    session_revoked: () => "Die sessie is beëindigd. Wie haar gebruikte, moet opnieuw inloggen.",
    delivery_processed: () => "Ze is opnieuw verwerkt. De uitkomst staat hieronder.",
    delivery_waiting: () => "Verwerken lukte nu niet. svc blijft het proberen; kijk straks nog eens.",
    reply_queued: () => "Het antwoord wordt zo opnieuw geplaatst.",
    client_created: (name) =>
      `De klant “${name}” is gemaakt. Zeg nu welk label erheen leidt, zodat er uren komen.`,
    client_renamed: (name) => `De klant heet vanaf nu “${name}”.`,
    client_deactivated: (name) => `De klant “${name}” is gedeactiveerd en krijgt niets nieuws.`,
    client_reactivated: (name) => `De klant “${name}” is weer actief.`,
    mapping_created: (label) => `Het label “${label}” is gekoppeld. Nieuwe uren volgen het.`,
    mapping_deleted: (label) => `Die koppeling van het label “${label}” is verwijderd.`,
    entry_corrected: (id) => `Het is gecorrigeerd: deze geldt nu in plaats van ${id}.`,
    set_up_dismissed: () => "De lijst is opgeborgen. Ze staat nog op /admin/set-up.",
    playground_removed: () => "De speeltuin is verwijderd, met alles wat erin geprobeerd is.",
  },
  copy: {
    copy: "Kopiëren",
    copied: "Gekopieerd",
    selected: "Geselecteerd: druk op Ctrl+C of ⌘C",
    gone: "Wordt niet meer getoond",
  },
  problems: (count) => (count === 1 ? "Eén ding klopt nog niet" : `${count} dingen kloppen nog niet`),
  optional: "niet verplicht",
  pages: {
    name: "Pagina's",
    newer: "Nieuwer",
    older: "Ouder",
    first: "Eerste pagina",
    next: "Volgende pagina",
  },
  remove: (what) => `Verwijder ${what}`,
  justNow: "zojuist",
  error: {
    home: "Naar de startpagina",
    forAdmin: "Voor je beheerder",
    requestId: "Verzoeknummer",
    code: "Code",
  },
  refusals: {
    not_found: {
      title: "Niet gevonden",
      message: "Op dit adres is niets. Kijk of het goed getypt is.",
    },
    method_not_allowed: {
      title: "Dat kan hier niet",
      message: "Dit adres beantwoordt zulke verzoeken niet. Ga terug en probeer het vanaf de pagina zelf.",
    },
    admin_only: {
      title: "Alleen voor beheerders",
      message:
        "Dit mogen alleen beheerders: eigenaren van de organisatie, en wie is aangewezen door wie svc draait. Vraag het een van hen.",
    },
    client_not_found: {
      title: "Niet gevonden",
      message: "Deze klant is er niet. Zoek hem op in de lijst van klanten.",
    },
    mapping_not_found: {
      title: "Niet gevonden",
      message:
        "Deze koppeling is er niet; misschien is ze verwijderd. Zoek haar op in de lijst van koppelingen.",
    },
    entry_not_found: {
      title: "Niet gevonden",
      message:
        "Er is geen regel met dit nummer. Zoek hem op onder Uren of Plannen, of volg de link bij het issue.",
    },
    no_such_issue: {
      title: "Niet gevonden",
      message: "Het adres van een issue is als /admin/issues/acme/web/12: eigenaar, repository en nummer.",
    },
    too_many_exports: {
      title: "Even wachten",
      message: "Je ontvangt al CSV-lijsten. Wacht tot er één klaar is, en vraag het dan opnieuw.",
    },
    exports_busy: {
      title: "Even wachten",
      message: "Er worden nu te veel CSV-lijsten verstuurd. Probeer het over een paar seconden opnieuw.",
    },
    cross_site: {
      title: "Niet toegestaan",
      message:
        "Dit verzoek kwam niet van een pagina van svc. Open de pagina hier en probeer het daar opnieuw.",
    },
    token_not_accepted: {
      title: "Niet toegestaan",
      message: "Tokens gelden alleen voor de API, onder /api/v1. Log hier in met de browser.",
    },
    app_in_environment: {
      title: "Dat kan hier niet",
      message:
        "De GitHub App komt uit de omgeving, en die gaat voor wat hier is ingesteld. Haal de GITHUB_…-instellingen weg en start svc opnieuw om er hier een te verbinden.",
    },
    stale_manifest: {
      title: "Deze weg terug is voorbij",
      message:
        "Hij is al gebruikt, duurde langer dan een uur, of begon in een andere sessie. Begin opnieuw onder Inrichten. Is er een App gemaakt, verwijder die dan bij GitHub, of verbind haar als bestaande App.",
    },
    no_stored_app: {
      title: "Er is geen App",
      message: "Er is hier geen GitHub App verbonden, dus er valt niets te wijzigen. Verbind er eerst een.",
    },
    already_downloaded: {
      title: "Al gedownload",
      message:
        "De gegevens zijn al eens gegeven, en dat gebeurt één keer. Ben je ze kwijt, maak dan nieuwe in de instellingen van de App bij GitHub.",
    },
    not_installed_there: {
      title: "Daar is de App niet",
      message:
        "De App is niet geïnstalleerd in wat je koos. Installeer haar daar, laad de pagina opnieuw en kies nog eens.",
    },
    database_unavailable: {
      title: "Nu niet beschikbaar",
      message: "De database is op dit moment niet bereikbaar. Probeer het over enkele seconden opnieuw.",
    },
    internal_error: {
      title: "Er ging iets mis bij ons",
      message: "Probeer het opnieuw. Blijft het zo, geef je beheerder dan het verzoeknummer hieronder.",
    },
  },
};

export const words = { en, nl };
