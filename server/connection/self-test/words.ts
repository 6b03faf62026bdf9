import type { CheckName } from "./checks.ts";

const en = {
  title: "Connection to GitHub",
  lead: (slug: string) => `svc works with the App “${slug}”. This page looks at it every few seconds.`,
  fromEnvironment:
    "The App comes from the environment (GITHUB_APP_ID and the others), which stands above what is set here. To change it, change those settings and start svc again.",
  again: "Look again",
  states: { good: "well", bad: "to be mended", waiting: "waiting" },
  checks: {
    credentials: "Credentials",
    permissions: "Permissions",
    installation: "Installation",
    hearing: "Hearing of comments",
    clock: "Clock",
    try: "A first comment",
  } satisfies Record<CheckName, string>,
  credentials: (slug: string) => `GitHub knows svc as the App “${slug}”.`,
  permissions: {
    good: "The App may do what svc needs.",
    waiting: "Seen as soon as GitHub knows the App.",
    missing: (names: string) =>
      `The App lacks ${names}. Give it these in its settings at GitHub; an owner then has to accept them.`,
    event: "The App does not subscribe to the event “Issue comment”. Tick it in its settings at GitHub.",
  },
  installation: {
    good: (accounts: string) => `The App is installed in ${accounts}, whose members may use svc.`,
    none: "Nobody may use svc yet. Install the App, then say whose members may.",
    missing: (accounts: string) => `The App is not installed in ${accounts}. Install it there.`,
    suspended: (accounts: string) =>
      `The installation in ${accounts} is suspended. An owner ends that at GitHub.`,
    install: "Install the App at GitHub",
    choose: "Choose the organisations",
  },
  hearing: {
    webhook: "GitHub delivers to this svc.",
    webhookWaiting:
      "GitHub is to deliver to this svc, and has not yet. Comment on an issue; if nothing comes, see whether the webhook is active in the App’s settings.",
    polling: "svc asks GitHub for new comments, about every half minute.",
    pollingWaiting: "svc is about to ask GitHub for new comments. The first time takes up to two minutes.",
    switching:
      "GitHub was told to deliver. Until its first delivery is here, svc goes on asking. Comment on an issue; if it stays so, see whether the webhook is active in the App’s settings.",
    last: "Last:",
  },
  clock: {
    good: "The clock here and GitHub’s agree.",
    waiting: "Seen as soon as GitHub answers.",
    bad: (seconds: number) =>
      `The clock here is ${Math.abs(seconds)} s ${seconds > 0 ? "ahead of" : "behind"} GitHub’s. Set it right, or GitHub turns svc away.`,
  },
  try: {
    waiting: "Comment on any issue of a connected repository:",
    recorded: "It is recorded, and the confirmation is being posted.",
    good: "It is recorded and confirmed.",
    entry: "The entry",
    reply: "The confirmation at GitHub",
  },
  switch: {
    title: "Let GitHub deliver",
    lead: (address: string) =>
      `This svc is at ${address}. GitHub can tell it of comments at once, instead of being asked.`,
    submit: "Switch to webhooks",
  },
  download: {
    title: "Keep the credentials elsewhere",
    lead: "They are in svc’s database, encrypted. To set them in the environment instead, download them. That is possible once.",
    submit: "Download as .env",
  },
  another: "Connect another App",
};

const nl: typeof en = {
  title: "Verbinding met GitHub",
  lead: (slug) => `svc werkt met de App “${slug}”. Deze pagina kijkt er om de paar seconden naar.`,
  fromEnvironment:
    "De App komt uit de omgeving (GITHUB_APP_ID en de andere), en die gaat voor wat hier is ingesteld. Wil je iets anders, wijzig dan die instellingen en start svc opnieuw.",
  again: "Opnieuw kijken",
  states: { good: "in orde", bad: "te herstellen", waiting: "wacht" },
  checks: {
    credentials: "Sleutels",
    permissions: "Rechten",
    installation: "Installatie",
    hearing: "Horen van reacties",
    clock: "Klok",
    try: "Een eerste reactie",
  },
  credentials: (slug) => `GitHub kent svc als de App “${slug}”.`,
  permissions: {
    good: "De App mag wat svc nodig heeft.",
    waiting: "Te zien zodra GitHub de App kent.",
    missing: (names) =>
      `De App mist ${names}. Geef haar die in haar instellingen bij GitHub; een eigenaar moet ze dan aanvaarden.`,
    event: "De App luistert niet naar “Issue comment”. Vink dat aan in haar instellingen bij GitHub.",
  },
  installation: {
    good: (accounts) => `De App is geïnstalleerd in ${accounts}; de leden daarvan mogen svc gebruiken.`,
    none: "Nog niemand mag svc gebruiken. Installeer de App, en zeg dan wiens leden dat mogen.",
    missing: (accounts) => `De App is niet geïnstalleerd in ${accounts}. Installeer haar daar.`,
    suspended: (accounts) =>
      `De installatie in ${accounts} is opgeschort. Een eigenaar heft dat bij GitHub op.`,
    install: "De App bij GitHub installeren",
    choose: "De organisaties kiezen",
  },
  hearing: {
    webhook: "GitHub bezorgt bij deze svc.",
    webhookWaiting:
      "GitHub moet bij deze svc bezorgen, en deed dat nog niet. Reageer op een issue; komt er niets, kijk dan of de webhook actief is in de instellingen van de App.",
    polling: "svc vraagt GitHub ongeveer elke halve minuut naar nieuwe reacties.",
    pollingWaiting: "svc gaat GitHub naar nieuwe reacties vragen. De eerste keer duurt dat tot twee minuten.",
    switching:
      "GitHub moet nu bezorgen. Tot de eerste bezorging er is, blijft svc vragen. Reageer op een issue; blijft het zo, kijk dan of de webhook actief is in de instellingen van de App.",
    last: "Laatst:",
  },
  clock: {
    good: "De klok hier en die van GitHub lopen gelijk.",
    waiting: "Te zien zodra GitHub antwoordt.",
    bad: (seconds) =>
      `De klok loopt hier ${Math.abs(seconds)} s ${seconds > 0 ? "voor" : "achter"} op die van GitHub. Zet hem gelijk, anders weigert GitHub svc.`,
  },
  try: {
    waiting: "Reageer op een issue van een verbonden repository:",
    recorded: "Het is vastgelegd, en de bevestiging wordt geplaatst.",
    good: "Het is vastgelegd en bevestigd.",
    entry: "De regel",
    reply: "De bevestiging bij GitHub",
  },
  switch: {
    title: "Laat GitHub bezorgen",
    lead: (address) =>
      `Deze svc staat op ${address}. GitHub kan haar meteen van reacties vertellen, in plaats van gevraagd te worden.`,
    submit: "Overschakelen op webhooks",
  },
  download: {
    title: "De gegevens elders bewaren",
    lead: "Ze staan versleuteld in de database van svc. Wil je ze in de omgeving zetten, download ze dan. Dat kan één keer.",
    submit: "Downloaden als .env",
  },
  another: "Een andere App verbinden",
};

export const words = { en, nl };
