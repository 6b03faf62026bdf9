const en = {
  title: "Sessions",
  lead: "Where you are signed in. A session ends 12 hours after its last use, and 7 days after signing in at the latest.",
  columns: {
    browser: "Browser",
    signedIn: "Signed in",
    lastSeen: "Last used",
    over: "Over",
    action: "Action",
  },
  this: "this one",
  unknownBrowser: "An unknown browser",
  via: { github: "GitHub", link: "a sign-in link" },
  end: "End",
  endNamed: (browser: string) => `End the session of ${browser}`,
  stolen: "Do you not know one of these? End it, and check your sessions at GitHub as well.",
};

const nl: typeof en = {
  title: "Sessies",
  lead: "Waar je bent ingelogd. Een sessie eindigt 12 uur na het laatste gebruik, en uiterlijk 7 dagen na het inloggen.",
  columns: {
    browser: "Browser",
    signedIn: "Ingelogd",
    lastSeen: "Laatst gebruikt",
    over: "Via",
    action: "Actie",
  },
  this: "deze",
  unknownBrowser: "Een onbekende browser",
  via: { github: "GitHub", link: "een inloglink" },
  end: "Beëindigen",
  endNamed: (browser) => `De sessie van ${browser} beëindigen`,
  stolen: "Ken je er een niet? Beëindig die, en kijk ook je sessies bij GitHub na.",
};

export const words = { en, nl };
