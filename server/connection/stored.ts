import type { Config } from "../config.ts";

export type Secrets = { privateKey: string; webhookSecret: string; clientSecret: string };

/** The App that svc was connected to in the panel, opened. */
export type Stored = {
  appId: number;
  slug: string;
  /** The App's own page on the code host. */
  htmlUrl: string;
  clientId: string;
  siteUrl: string;
  apiUrl: string;
  /** Accounts, in lower case, whose members may use svc; empty until somebody has confirmed them. */
  organisations: string[];
  hears: "webhook" | "polling";
  /** When the code host was told to deliver. */
  webhookSetAt: Date | null;
  connectedAt: Date;
  settledAt: Date | null;
  downloadedAt: Date | null;
  secrets: Secrets;
};

/** What everything else works with, as if it had been set in the environment. */
export function configOf(stored: Stored): Config["github"] {
  return {
    apiUrl: stored.apiUrl,
    url: stored.siteUrl,
    appId: String(stored.appId),
    clientId: stored.clientId,
    ...stored.secrets,
    hears: stored.hears,
    awaitsAdmin: stored.settledAt === null,
  };
}

/**
 * What the sealed secrets are bound to, so that they open in no other row: an address that was exchanged for another one
 * would have them sent there.
 */
export function boundTo(row: Omit<Stored, "secrets">): string {
  const { appId, slug, htmlUrl, clientId, siteUrl, apiUrl, organisations, hears } = row;
  return JSON.stringify([
    "svc github_connection",
    appId,
    slug,
    htmlUrl,
    clientId,
    siteUrl,
    apiUrl,
    organisations,
    hears,
  ]);
}

/** The same as settings for the environment, for whoever keeps those elsewhere. */
export function envFile(stored: Stored): string {
  const { secrets } = stored;
  const lines = {
    GITHUB_APP_ID: String(stored.appId),
    GITHUB_PRIVATE_KEY: `"${secrets.privateKey.trim().replaceAll("\n", "\\n")}"`,
    GITHUB_WEBHOOK_SECRET: secrets.webhookSecret,
    GITHUB_CLIENT_ID: stored.clientId,
    GITHUB_CLIENT_SECRET: secrets.clientSecret,
    GITHUB_URL: stored.siteUrl,
    GITHUB_API_URL: stored.apiUrl,
    ...(stored.organisations.length > 0 && { ALLOWED_ORGS: stored.organisations.join(",") }),
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
