import { readSettings, type Environment, type Readings, type Settings } from "./config/read.ts";
import { isLoopback } from "./config/values.ts";
import { unknownNames } from "./config/unknown-names.ts";
import type { Network } from "./metrics/networks.ts";
import type { WebAddress } from "./playground/web-address.ts";
import { isPublicAddress } from "./polling/public-address.ts";

/** Everything that can be set, read once at start but for what is live (design §4). Filled by readConfig; durations and sizes name their unit. */
export type Config = {
  /** Unset: the embedded database under `dataDir`. */
  databaseUrl: string | undefined;
  /** `transaction`: one transaction after another may reach different sessions of the server (PgBouncer). */
  databasePooler: "none" | "transaction";
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
  /** What one token may send to the API in a minute. */
  apiRequestsPerMinute: number;
  /** In hexadecimal, 32 bytes: what stored credentials are kept under. Unset: it is in a file in `dataDir`. */
  secretKey: string | undefined;
  /** Accounts whose members may use svc: logins in lower case. Live, like `github`. */
  allowedOrgs: string[];
  /** Logins, lower case, that are admins beside the owners of the organisations (D13). */
  adminLogins: string[];
  /**
   * What svc is connected to. Live: connection/live replaces it, whole, where an App is connected in the panel. So it is read where it is used,
   * and once where several of its values must fit each other.
   */
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
    /** How svc hears of comments: what GitHub delivers, or reading them itself where GitHub cannot reach PUBLIC_URL. */
    hears: "webhook" | "polling";
    /** Connected in the panel, and no admin has signed in with GitHub yet: the sign-in link goes on (D22). */
    awaitsAdmin?: boolean;
  };
  /** Who may read /metrics: whoever has the token, or asks from one of the networks. Neither: nobody. */
  metrics: { token: string | undefined; networks: Network[] };
  /** How lines of the log look; `auto`: for people at a terminal, else JSON. */
  logFormat: "auto" | "json" | "pretty";
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** Whether NODE_ENV says so. */
  production: boolean;
  /** Only of the svc in a playground: where one comes back from it, and its simulated issues. */
  playground?: { home: WebAddress; issues: WebAddress };
};

export type ConfigReading =
  | {
      ok: true;
      config: Config;
      warnings: string[];
      /** What production lacks, unless it is found in the database: an App connected in the panel, and its organisations. */
      unlessConnected: string[];
    }
  | { ok: false; problems: string[] };

/**
 * The configuration from the environment (design §4): all that is wrong with it at once, each with what to do.
 * @param readFile reads a file named by a `*_FILE` variable; throws where it cannot.
 */
export function readConfig(env: Environment, readFile: (path: string) => string): ConfigReading {
  const { values, readings, problems } = readSettings(env, readFile);
  const github = githubAddresses(values, readings);
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const found = [
    ...problems,
    ...github.problems,
    ...incompleteGroups(readings),
    ...withoutPublicUrl(values, readings),
  ];
  const missing = missingInProduction(values, readings);
  // Nothing in the database mends these, so all that is wrong is told at once. A name that is only nearly right is often why another is missing.
  if (found.length > 0) return { ok: false, problems: [...found, ...missing, ...unknownNames(env)] };
  return {
    ok: true,
    unlessConnected: missing.length > 0 ? [...missing, ...unknownNames(env)] : [],
    warnings: [...unknownNames(env), ...idleParts(values, readings)],
    config: {
      databaseUrl: values.DATABASE_URL,
      databasePooler: values.DATABASE_POOLER,
      dataDir: values.DATA_DIR,
      dataDirIsDefault: readings.DATA_DIR === "default",
      host: values.HOST,
      port: values.PORT,
      publicUrl,
      timeZone: values.TIME_ZONE,
      hoursPerDay: values.HOURS_PER_DAY,
      apiRequestsPerMinute: values.API_REQUESTS_PER_MINUTE,
      secretKey: values.SVC_SECRET_KEY,
      allowedOrgs: values.ALLOWED_ORGS,
      adminLogins: values.ADMIN_LOGINS,
      github: {
        apiUrl: github.apiUrl,
        url: github.url,
        appId: values.GITHUB_APP_ID,
        privateKey: values.GITHUB_PRIVATE_KEY,
        webhookSecret: values.GITHUB_WEBHOOK_SECRET,
        clientId: values.GITHUB_CLIENT_ID,
        clientSecret: values.GITHUB_CLIENT_SECRET,
        hears: howToHear(publicUrl, github.url),
      },
      metrics: { token: values.METRICS_TOKEN, networks: values.METRICS_ALLOWED_NETWORKS },
      logFormat: values.LOG_FORMAT,
      logLevel: values.LOG_LEVEL,
      production: values.NODE_ENV === "production",
    },
  };
}

/** Where GitHub is. The API's place follows from the site's; one alone that does not fit the other sends requests astray. */
function githubAddresses(values: Settings, readings: Readings) {
  const url = values.GITHUB_URL;
  const apiUrl = values.GITHUB_API_URL ?? apiOf(url);
  const bothRead = readings.GITHUB_URL !== "refused" && readings.GITHUB_API_URL !== "refused";
  const oneOfTwo = bothRead && (url === "https://github.com") !== (apiUrl === "https://api.github.com");
  const problem =
    url === "https://github.com"
      ? `GITHUB_API_URL is ${apiUrl}, but GITHUB_URL is ${url}. Set GITHUB_URL to the site that API belongs to, e.g. https://github.example.com.`
      : `GITHUB_URL is ${url}, but GITHUB_API_URL is ${apiUrl}. Set GITHUB_API_URL to that site's API, or leave it out for ${apiOf(url)}.`;
  return { url, apiUrl, problems: oneOfTwo ? [problem] : [] };
}

/** A GitHub on this very machine reaches whatever it is told; any other one only what it can deliver to. */
function howToHear(publicUrl: string, site: string): Config["github"]["hears"] {
  return isLoopback(new URL(site).hostname) || canDeliver(publicUrl, site) ? "webhook" : "polling";
}

/**
 * Whether a code host can be expected to reach svc: at a public address, or where both stand in one network of their own. GitHub itself
 * takes no address of a single machine.
 */
export function canDeliver(publicUrl: string, site: string): boolean {
  if (isPublicAddress(publicUrl)) return true;
  const isElsewhere = publicUrl.startsWith("https:") && !isLoopback(new URL(publicUrl).hostname);
  return isElsewhere && !isPublicAddress(site);
}

/** docs.github.com: Enterprise Server answers under /api/v3, Enterprise Cloud with data residency on a host of its own. */
export function apiOf(site: string): string {
  const { protocol, host } = new URL(site);
  if (host === "github.com" || host.endsWith(".ghe.com")) return `${protocol}//api.${host}`;
  return `${site}/api/v3`;
}

const app = ["GITHUB_APP_ID", "GITHUB_PRIVATE_KEY", "GITHUB_WEBHOOK_SECRET"] as const;
const signIn = ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"] as const;

function incompleteGroups(readings: Readings): string[] {
  return [app, signIn].flatMap((group) => {
    const missing = group.filter((name) => readings[name] === "unset");
    if (missing.length === 0 || missing.length === group.length) return [];
    const there = group.filter((name) => !missing.includes(name));
    return `${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing beside ${there.join(" and ")}. Set all of them, or none.`;
  });
}

/** Why svc is in production; undefined where it is not. */
function inProduction(values: Settings): string | undefined {
  if (!isLoopback(values.HOST)) return `svc listens on ${values.HOST}, beyond this machine`;
  return values.NODE_ENV === "production" ? "NODE_ENV is production" : undefined;
}

function withoutPublicUrl(values: Settings, readings: Readings): string[] {
  const why = inProduction(values);
  if (why === undefined || readings.PUBLIC_URL !== "unset") return [];
  return [`PUBLIC_URL is missing: ${why}. Set it to the https:// address under which people reach svc.`];
}

function missingInProduction(values: Settings, readings: Readings): string[] {
  const why = inProduction(values);
  if (why === undefined) return [];
  const groupMissing = app.every((name) => readings[name] === "unset");
  return [
    values.ALLOWED_ORGS.length === 0 &&
      readings.ALLOWED_ORGS !== "refused" &&
      `ALLOWED_ORGS is missing: ${why}. Name the organisations whose members may use svc, e.g. acme,acme-labs.`,
    ...(groupMissing ? app : []).map(
      (name) => `${name} is missing: ${why}. Copy it from the settings of your GitHub App.`,
    ),
  ].filter((problem) => problem !== false);
}

function idleParts(values: Settings, readings: Readings): string[] {
  const withApp = readings.GITHUB_APP_ID !== "unset";
  return [
    withApp &&
      values.ALLOWED_ORGS.length === 0 &&
      "ALLOWED_ORGS is empty, so every comment will be ignored. Name the organisations whose members may log hours.",
    withApp &&
      readings.GITHUB_CLIENT_ID === "unset" &&
      "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are not set, so nobody can sign in to the panel with GitHub.",
  ].filter((warning) => warning !== false);
}
