import type { Permission } from "./manifest.ts";

const en = {
  title: "Connect GitHub",
  lead: "svc speaks to GitHub as a GitHub App of your own. It is made at GitHub, with your approval, and connected at once.",
  problem: "What is stored cannot be used",
  replaces: "An App is connected already. Another one takes its place; hours and people stay.",
  account: "Organisation",
  accountHint: "Its name as it stands in addresses, e.g. acme. Leave it empty for your own account.",
  enterprise: "GitHub Enterprise",
  site: "Address of your GitHub",
  siteHint: (usual: string) => `E.g. https://github.example.com. Empty: ${usual}.`,
  submit: "Make the App at GitHub",
  existing: "Use an App that is there already",
  what: "What the App may do",
  permissions: {
    issues: "Issues, read and write: read comments and answer below them.",
    pull_requests: "Pull requests, read and write: the same there.",
    metadata: "Metadata, read: which repositories there are. Every App has it.",
    members: "Members, read: who belongs to the organisation, since only they may log hours.",
  } satisfies Record<Permission, string>,
  not: "It cannot read code. It is private: nobody else can install it.",
  hears: {
    webhook: (address: string) => `GitHub will deliver new comments to ${address}.`,
    polling: (address: string) =>
      `GitHub cannot reach ${address}, so svc will ask it for new comments about every half minute.`,
  },
  problems: {
    account: { not_a_login: "This is not the name of one organisation. Leave out addresses, @ and spaces." },
    site: {
      not_a_site: "Write the address of the site, beginning with https:// and ending after the host.",
      wrong_form: "Write the address of the site, beginning with https:// and ending after the host.",
    },
    app_id: {
      wrong_form: "This is the number under “App ID” in the App’s settings.",
      another_app: "The private key is that of another App. Compare the App ID.",
    },
    client_id: {
      wrong_form: "One word without spaces, from the App’s settings.",
      another_app: "This is not the client ID of that App. Copy it again.",
    },
    client_secret: {
      wrong_form: "One word without spaces. Make a new one in the App’s settings if in doubt.",
      another_app: "GitHub does not accept this client secret. Make a new one in the App’s settings.",
    },
    webhook_secret: { wrong_form: "At least 32 characters. Leave it empty to have svc make one." },
    private_key: {
      wrong_form: "The whole text of the .pem file, from -----BEGIN to the end of the line with -----END.",
      refused: "GitHub does not accept this key for that App.",
    },
    "": { refused: "GitHub could not be asked." },
  } as Record<string, Record<string, string>>,
  leaving: {
    title: "On to GitHub",
    lead: "GitHub now shows the App and asks you to make it. Afterwards you come back here.",
    submit: "Go on to GitHub",
  },
  app: {
    title: "Connect an existing App",
    lead: "Everything stands in the App’s settings at GitHub. svc asks GitHub with it before anything is stored.",
    callback: "Callback URL",
    setUp: "Add these there:",
    app_id: "App ID",
    client_id: "Client ID",
    client_secret: "Client secret",
    webhook_secret: "Webhook secret",
    webhookHint: "Where the webhook is active and delivers to this svc. Empty: svc makes one.",
    private_key: "Private key",
    keyHint: "The text of the .pem file.",
    file: "Or take it from the file",
    submit: "Check and connect",
    secretsAgain: "Secrets are not shown again: fill them in once more.",
  },
  installed: {
    title: "Who may use svc?",
    lead: "The App is installed here. Members of what you choose may log hours and sign in; owners are admins.",
    none: "The App is not installed anywhere yet.",
    install: "Install it at GitHub",
    environment: (orgs: string) => `ALLOWED_ORGS in the environment names who may use svc: ${orgs}.`,
    next: "Then you sign in with GitHub. The sign-in link of the start ends with the first admin who does.",
    submit: "Let them in",
    on: "Go on",
  },
};

const nl: typeof en = {
  title: "Verbind GitHub",
  lead: "svc spreekt met GitHub als een eigen GitHub App. Die wordt bij GitHub gemaakt, met jouw goedkeuring, en meteen verbonden.",
  problem: "Wat bewaard is, kan niet worden gebruikt",
  replaces: "Er is al een App verbonden. Een andere komt in haar plaats; uren en mensen blijven.",
  account: "Organisatie",
  accountHint: "De naam zoals die in adressen staat, bijvoorbeeld acme. Laat leeg voor je eigen account.",
  enterprise: "GitHub Enterprise",
  site: "Adres van jullie GitHub",
  siteHint: (usual) => `Bijvoorbeeld https://github.example.com. Leeg: ${usual}.`,
  submit: "De App bij GitHub maken",
  existing: "Een bestaande App gebruiken",
  what: "Wat de App mag",
  permissions: {
    issues: "Issues, lezen en schrijven: reacties lezen en eronder antwoorden.",
    pull_requests: "Pull requests, lezen en schrijven: hetzelfde daar.",
    metadata: "Metadata, lezen: welke repository’s er zijn. Dat mag elke App.",
    members: "Members, lezen: wie bij de organisatie hoort, want alleen zij mogen uren schrijven.",
  },
  not: "Ze kan geen code lezen. Ze is besloten: niemand anders kan haar installeren.",
  hears: {
    webhook: (address) => `GitHub bezorgt nieuwe reacties op ${address}.`,
    polling: (address) =>
      `GitHub kan ${address} niet bereiken; daarom vraagt svc ongeveer elke halve minuut naar nieuwe reacties.`,
  },
  problems: {
    account: {
      not_a_login: "Dit is niet de naam van één organisatie. Laat adressen, @ en spaties weg.",
    },
    site: {
      not_a_site: "Schrijf het adres van de site, vanaf https:// tot en met de host.",
      wrong_form: "Schrijf het adres van de site, vanaf https:// tot en met de host.",
    },
    app_id: {
      wrong_form: "Dit is het nummer onder “App ID” in de instellingen van de App.",
      another_app: "De sleutel is van een andere App. Vergelijk het App ID.",
    },
    client_id: {
      wrong_form: "Eén woord zonder spaties, uit de instellingen van de App.",
      another_app: "Dit is niet het client ID van die App. Kopieer het opnieuw.",
    },
    client_secret: {
      wrong_form: "Eén woord zonder spaties. Maak bij twijfel een nieuw in de instellingen van de App.",
      another_app: "GitHub aanvaardt dit client secret niet. Maak een nieuw in de instellingen van de App.",
    },
    webhook_secret: { wrong_form: "Ten minste 32 tekens. Laat leeg, dan maakt svc er een." },
    private_key: {
      wrong_form: "De hele tekst van het .pem-bestand, van -----BEGIN tot en met de regel met -----END.",
      refused: "GitHub aanvaardt deze sleutel niet voor die App.",
    },
    "": { refused: "GitHub kon niet worden gevraagd." },
  },
  leaving: {
    title: "Naar GitHub",
    lead: "GitHub toont nu de App en vraagt je om haar te maken. Daarna kom je hier terug.",
    submit: "Verder naar GitHub",
  },
  app: {
    title: "Een bestaande App verbinden",
    lead: "Alles staat in de instellingen van de App bij GitHub. svc vraagt het GitHub na voordat er iets wordt bewaard.",
    callback: "Callback URL",
    setUp: "Voeg daar dit toe:",
    app_id: "App ID",
    client_id: "Client ID",
    client_secret: "Client secret",
    webhook_secret: "Webhook secret",
    webhookHint: "Als de webhook actief is en bij deze svc bezorgt. Leeg: svc maakt er een.",
    private_key: "Privésleutel",
    keyHint: "De tekst van het .pem-bestand.",
    file: "Of neem hem uit het bestand",
    submit: "Nagaan en verbinden",
    secretsAgain: "Geheimen worden niet opnieuw getoond: vul ze nog eens in.",
  },
  installed: {
    title: "Wie mogen svc gebruiken?",
    lead: "De App is hier geïnstalleerd. Leden van wat je kiest, mogen uren schrijven en inloggen; eigenaren zijn beheerder.",
    none: "De App is nog nergens geïnstalleerd.",
    install: "Haar bij GitHub installeren",
    environment: (orgs) => `ALLOWED_ORGS in de omgeving noemt wie svc mogen gebruiken: ${orgs}.`,
    next: "Daarna log je in met GitHub. De inloglink van de start eindigt met de eerste beheerder die dat doet.",
    submit: "Toelaten",
    on: "Verder",
  },
};

export const words = { en, nl };
