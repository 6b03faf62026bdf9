import { readSettings, type Environment, type Readings, type Settings } from "./config/read.ts";
import { isLoopback } from "./config/values.ts";
import { unknownNames } from "./config/unknown-names.ts";

/** Everything that can be set, read once at start (design §4). Filled by readConfig; durations and sizes name their unit. */
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

export type ConfigReading =
  { ok: true; config: Config; warnings: string[] } | { ok: false; problems: string[] };

/**
 * The configuration from the environment (design §4): all that is wrong with it at once, each with what to do.
 * @param readFile reads a file named by a `*_FILE` variable; throws where it cannot.
 */
export function readConfig(env: Environment, readFile: (path: string) => string): ConfigReading {
  const { values, readings, problems } = readSettings(env, readFile);
  const github = githubAddresses(values, readings);
  const found = [
    ...problems,
    ...github.problems,
    ...incompleteGroups(readings),
    ...missingInProduction(values, readings),
  ];
  // A name that is only nearly right is often why another is missing.
  if (found.length > 0) return { ok: false, problems: [...found, ...unknownNames(env)] };
  return {
    ok: true,
    warnings: [...unknownNames(env), ...idleParts(values, readings)],
    config: {
      databaseUrl: values.DATABASE_URL,
      databasePooler: values.DATABASE_POOLER,
      dataDir: values.DATA_DIR,
      dataDirIsDefault: readings.DATA_DIR === "default",
      host: values.HOST,
      port: values.PORT,
      publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
      timeZone: values.TIME_ZONE,
      hoursPerDay: values.HOURS_PER_DAY,
      apiRequestsPerMinute: values.API_REQUESTS_PER_MINUTE,
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
      },
      logLevel: values.LOG_LEVEL,
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

/** docs.github.com: Enterprise Server answers under /api/v3, Enterprise Cloud with data residency on a host of its own. */
function apiOf(site: string): string {
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

function missingInProduction(values: Settings, readings: Readings): string[] {
  const open = !isLoopback(values.HOST);
  if (!open && values.NODE_ENV !== "production") return [];
  const why = open ? `svc listens on ${values.HOST}, beyond this machine` : "NODE_ENV is production";
  const groupMissing = app.every((name) => readings[name] === "unset");
  return [
    values.ALLOWED_ORGS.length === 0 &&
      readings.ALLOWED_ORGS !== "refused" &&
      `ALLOWED_ORGS is missing: ${why}. Name the organisations whose members may use svc, e.g. acme,acme-labs.`,
    ...(groupMissing ? app : []).map(
      (name) => `${name} is missing: ${why}. Copy it from the settings of your GitHub App.`,
    ),
    readings.PUBLIC_URL === "unset" &&
      `PUBLIC_URL is missing: ${why}. Set it to the https:// address under which people reach svc.`,
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
