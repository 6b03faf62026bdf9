const en = {
  signIn: {
    title: "Sign in",
    lead: "svc keeps the hours that are logged on issues. Your GitHub account tells it who you are.",
    withGitHub: "Sign in with GitHub",
    asks: "GitHub asks you once whether svc may know who you are. svc keeps your name, and no access to your account.",
  },
  byLink: {
    title: "Sign in with the link",
    lead: "svc is not connected to GitHub yet, so you sign in with the link that it printed when it started.",
    where:
      "Look in the terminal where svc runs, or else in first-sign-in.txt among its data. The link works once, for 30 minutes after the start.",
    anew: "Is it used or too old? Stop svc and start it again: it prints a new one.",
  },
  notSetUp: {
    title: "Nobody can sign in yet",
    lead: "Signing in with GitHub is not set up.",
    set: "Whoever runs svc sets these in its environment and starts it again:",
    where:
      "All of them stand in the settings of the GitHub App, but for ALLOWED_ORGS: the organisations whose members may sign in.",
  },
  again: "Start again",
  signInAgain: "Sign in again",
  tryAgain: "Try again",
  otherAccount: "Use another account",
  otherAccountHint: "If GitHub sends you straight back, sign out there first.",
  requestId: "Request id",
  or: "or",
  and: "and",
  stale: {
    title: "This sign-in is over",
    lead: "It was used already, took longer than 10 minutes, or began in another browser.",
  },
  denied: {
    title: "Signing in was cancelled",
    lead: "GitHub did not tell svc who you are, because you chose so. Without that you cannot be let in.",
  },
  undecided: {
    title: "GitHub does not answer",
    lead: (seconds: number) =>
      `svc could not ask GitHub who you are and where you belong. Your account is not to blame. Try again in ${seconds} s.`,
  },
  misconfigured: {
    title: "GitHub does not accept svc’s settings",
    lead: "Nobody can sign in until whoever runs svc has mended this:",
    secret: "GITHUB_CLIENT_ID or GITHUB_CLIENT_SECRET is not the GitHub App’s. Copy both from its settings.",
    callback: "This address is missing among the callback URLs in the GitHub App’s settings:",
    other: (code: string) => `GitHub’s reason is “${code}”. Look it up in GitHub’s documentation on Apps.`,
  },
  unverified_email: {
    title: "Confirm your e-mail address first",
    lead: "GitHub vouches for an account only when its e-mail address is confirmed.",
    settings: "Your e-mail settings at GitHub",
  },
  not_a_person: {
    title: "This is not a person’s account",
    lead: "Bots and organisations cannot sign in. Use your own account.",
  },
  not_a_member: {
    title: "You are not a member",
    lead: (login: string, orgs: string) =>
      `You came as ${login}, who is not a member of ${orgs}. Only members can sign in.`,
    next: "Ask an owner of the organisation to invite you, or use another account.",
  },
  invited: {
    title: "Your invitation is waiting",
    lead: (login: string, orgs: string) =>
      `You came as ${login}, who is invited to ${orgs} and has not accepted yet. Accept, and then sign in again.`,
    accept: (org: string) => `Accept the invitation to ${org}`,
  },
  link: {
    title: "Sign in on this machine",
    lead: "With this link you are the admin of this svc.",
    as: (login: string) => `With this link you sign in as ${login}.`,
    once: "It works once. Your session ends 12 hours after its last use.",
    use: "Sign in",
  },
  linkGone: {
    title: "This link does not work any more",
    lead: "It was used already, is older than 30 minutes, or was copied in part.",
    next: "Stop svc and start it again: it prints a new link. One for somebody by name comes from the command login-link.",
  },
};

const nl: typeof en = {
  signIn: {
    title: "Inloggen",
    lead: "svc bewaart de uren die op issues worden geschreven. Je GitHub-account vertelt wie je bent.",
    withGitHub: "Inloggen met GitHub",
    asks: "GitHub vraagt je één keer of svc mag weten wie je bent. svc bewaart je naam, en geen toegang tot je account.",
  },
  byLink: {
    title: "Inloggen met de link",
    lead: "svc is nog niet met GitHub verbonden. Je logt in met de link die het bij het starten heeft getoond.",
    where:
      "Kijk in de terminal waarin svc draait, of anders in first-sign-in.txt bij zijn gegevens. De link werkt één keer, tot 30 minuten na de start.",
    anew: "Is hij gebruikt of te oud? Stop svc en start het opnieuw: dan komt er een nieuwe.",
  },
  notSetUp: {
    title: "Nog niemand kan inloggen",
    lead: "Inloggen met GitHub is niet ingesteld.",
    set: "Wie svc beheert, zet deze instellingen in de omgeving en start het opnieuw:",
    where:
      "Ze staan allemaal bij de instellingen van de GitHub App, behalve ALLOWED_ORGS: de organisaties waarvan de leden mogen inloggen.",
  },
  again: "Opnieuw beginnen",
  signInAgain: "Opnieuw inloggen",
  tryAgain: "Opnieuw proberen",
  otherAccount: "Ander account gebruiken",
  otherAccountHint: "Stuurt GitHub je meteen terug? Log daar dan eerst uit.",
  requestId: "Verzoeknummer",
  or: "of",
  and: "en",
  stale: {
    title: "Deze aanmelding is voorbij",
    lead: "Ze is al gebruikt, duurde langer dan 10 minuten, of begon in een andere browser.",
  },
  denied: {
    title: "Het inloggen is afgebroken",
    lead: "GitHub heeft niet verteld wie je bent, omdat je daarvoor koos. Zonder dat kun je niet naar binnen.",
  },
  undecided: {
    title: "GitHub antwoordt niet",
    lead: (seconds) =>
      `svc kon GitHub niet vragen wie je bent en waar je bij hoort. Aan je account ligt het niet. Probeer het over ${seconds} s opnieuw.`,
  },
  misconfigured: {
    title: "GitHub aanvaardt de instellingen van svc niet",
    lead: "Niemand kan inloggen totdat wie svc beheert dit heeft hersteld:",
    secret:
      "GITHUB_CLIENT_ID of GITHUB_CLIENT_SECRET is niet die van de GitHub App. Neem beide over uit haar instellingen.",
    callback: "Dit adres ontbreekt bij de callback-URL’s in de instellingen van de GitHub App:",
    other: (code) => `De reden van GitHub is “${code}”. Zoek die op in de documentatie van GitHub over Apps.`,
  },
  unverified_email: {
    title: "Bevestig eerst je e-mailadres",
    lead: "GitHub staat pas in voor een account als het e-mailadres bevestigd is.",
    settings: "Je e-mailinstellingen bij GitHub",
  },
  not_a_person: {
    title: "Dit is geen account van een persoon",
    lead: "Bots en organisaties kunnen niet inloggen. Gebruik je eigen account.",
  },
  not_a_member: {
    title: "Je bent geen lid",
    lead: (login, orgs) =>
      `Je kwam als ${login}, en die is geen lid van ${orgs}. Alleen leden kunnen inloggen.`,
    next: "Vraag een eigenaar van de organisatie om een uitnodiging, of gebruik een ander account.",
  },
  invited: {
    title: "Je uitnodiging ligt klaar",
    lead: (login, orgs) =>
      `Je kwam als ${login}, en die is uitgenodigd voor ${orgs}, maar heeft nog niet aanvaard. Doe dat, en log dan opnieuw in.`,
    accept: (org) => `De uitnodiging voor ${org} aanvaarden`,
  },
  link: {
    title: "Inloggen op deze machine",
    lead: "Met deze link ben je de beheerder van deze svc.",
    as: (login: string) => `Met deze link log je in als ${login}.`,
    once: "Hij werkt één keer. Je sessie eindigt 12 uur na het laatste gebruik.",
    use: "Inloggen",
  },
  linkGone: {
    title: "Deze link werkt niet meer",
    lead: "Hij is al gebruikt, ouder dan 30 minuten, of maar voor een deel gekopieerd.",
    next: "Stop svc en start het opnieuw: dan komt er een nieuwe link. Een link op naam maakt het commando login-link.",
  },
};

export const words = { en, nl };
