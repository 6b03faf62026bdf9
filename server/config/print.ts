import type { Config } from "../config.ts";
import { readSettings, type Environment } from "./read.ts";
import { settings, type SettingName } from "./settings.ts";

/**
 * Every setting in force, one a line: name, value, and whether it was set, read from a file, or is the default.
 * No secret's value is in it.
 */
export function printableConfig(
  config: Config,
  env: Environment,
  readFile: (path: string) => string,
): string {
  const { readings } = readSettings(env, readFile);
  const rows = names.map((name) => {
    const value = shown(name, config, env);
    // Not set, and yet there: it follows from another setting.
    return [name, value, readings[name] === "unset" && value !== "-" ? "default" : readings[name]] as const;
  });
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map(([name, value, source]) => `${name.padEnd(widths[0]!)}  ${value.padEnd(widths[1]!)}  ${source}\n`)
    .join("");
}

/** The text of `.env.example`: every setting, explained and commented out. */
export function envExample(): string {
  return [introduction, ...names.map(exampleOf)].join("\n");
}

const names = Object.keys(settings) as SettingName[];

function shown(name: SettingName, config: Config, env: Environment): string {
  const value = inForce[name](config, env);
  if (value === undefined || value === "") return "-";
  if (name === "DATABASE_URL") return withoutPassword(value);
  return settings[name].secret ? "[redacted]" : printable(value);
}

const inForce: Record<SettingName, (config: Config, env: Environment) => string | undefined> = {
  HOST: (config) => config.host,
  PORT: (config) => String(config.port),
  PUBLIC_URL: (config) => config.publicUrl,
  DATABASE_URL: (config) => config.databaseUrl,
  DATABASE_POOLER: (config) => config.databasePooler,
  DATA_DIR: (config) => config.dataDir,
  SVC_SECRET_KEY: (config) => config.secretKey,
  ALLOWED_ORGS: (config) => config.allowedOrgs.join(","),
  ADMIN_LOGINS: (config) => config.adminLogins.join(","),
  TIME_ZONE: (config) => config.timeZone,
  HOURS_PER_DAY: (config) => String(config.hoursPerDay),
  API_REQUESTS_PER_MINUTE: (config) => String(config.apiRequestsPerMinute),
  GITHUB_APP_ID: (config) => config.github.appId,
  GITHUB_PRIVATE_KEY: (config) => config.github.privateKey,
  GITHUB_WEBHOOK_SECRET: (config) => config.github.webhookSecret,
  GITHUB_CLIENT_ID: (config) => config.github.clientId,
  GITHUB_CLIENT_SECRET: (config) => config.github.clientSecret,
  GITHUB_URL: (config) => config.github.url,
  GITHUB_API_URL: (config) => config.github.apiUrl,
  METRICS_TOKEN: (config) => config.metrics.token,
  METRICS_ALLOWED_NETWORKS: (config) => config.metrics.networks.map(({ text }) => text).join(","),
  LOG_LEVEL: (config) => config.logLevel,
  LOG_FORMAT: (config) => config.logFormat,
  NODE_ENV: (_, env) => env["NODE_ENV"],
};

/** Which server and database, and nothing else of the address. Whatever looks unusual is left out whole. */
export function withoutPassword(url: string): string {
  const [, host, database] =
    /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([A-Za-z0-9.:[\]-]+)\/([A-Za-z0-9_-]+)(?:\?[^@]*)?$/.exec(url) ?? [];
  return host && database ? `postgres://[redacted]@${host}/${database}` : "[redacted]";
}

/** One line, whatever stands in the value. */
function printable(value: string): string {
  return /^[\x20-\x7e]*$/.test(value) ? value : JSON.stringify(value);
}

const introduction = `# Settings of svc. Copy this file to .env, remove the # before a line and fill it in.
# A secret can also be read from a file: set its name followed by _FILE to the file's path.
`;

function exampleOf(name: SettingName): string {
  const setting: { secret: boolean; description: string; default?: string; example?: string } =
    settings[name];
  const file = setting.secret ? `# ${name}_FILE=/run/secrets/${name.toLowerCase()}\n` : "";
  const alternative = setting.default && setting.example ? ` For example: ${setting.example}` : "";
  return `# ${setting.description}${alternative}\n# ${name}=${setting.default || setting.example || ""}\n${file}`;
}
