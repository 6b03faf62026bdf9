/** Everything that can be set, read once at start (design §4). Filled by readConfig; durations and sizes name their unit. */
export type Config = {
  /** Unset: the embedded database under `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  /** True where DATA_DIR was not set, so that another place may be chosen when `./data` will not do. */
  dataDirIsDefault: boolean;
  host: string;
  port: number;
  /** Origin under which people and GitHub reach svc, without a trailing slash. */
  publicUrl: string;
  /** IANA name, e.g. `Europe/Amsterdam`: whose days `today` and `yesterday` are. */
  timeZone: string;
  hoursPerDay: number;
  /** Organisation logins, lower case. */
  allowedOrgs: string[];
  /** Logins, lower case, that are admins beside the owners of the organisations (D13). */
  adminLogins: string[];
  github: {
    /** REST root without a trailing slash, e.g. `https://api.github.com`. */
    apiUrl: string;
    /** The site people see, e.g. `https://github.com`. */
    url: string;
    appId: string | undefined;
    privateKey: string | undefined;
    webhookSecret: string | undefined;
    clientId: string | undefined;
    clientSecret: string | undefined;
  };
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
};
