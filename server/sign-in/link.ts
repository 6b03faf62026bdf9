import type { Config } from "../config.ts";
import { isLoopback } from "../config/values.ts";

/** As much of the configuration as decides on the one-use sign-in link. */
export type LinkConditions = Pick<Config, "host" | "publicUrl"> & {
  github: Pick<
    Config["github"],
    "appId" | "privateKey" | "webhookSecret" | "clientId" | "clientSecret" | "awaitsAdmin"
  >;
};

/**
 * Whether the one-use sign-in link exists at all (D22): only where nothing of GitHub is set up, or no admin has come in through
 * what was, and svc is for this machine alone, also by the address under which it is reached.
 */
export function linkIsAllowed({ host, publicUrl, github }: LinkConditions): boolean {
  const { appId, privateKey, webhookSecret, clientId, clientSecret } = github;
  const ofGitHub = [appId, privateKey, webhookSecret, clientId, clientSecret];
  const isHere = isLoopback(host) && isLoopback(new URL(publicUrl).hostname);
  return isHere && (github.awaitsAdmin === true || ofGitHub.every((setting) => setting === undefined));
}

/** How long a link can be used, in minutes. */
export const linkMinutes = 30;

/** The address that is printed at start. */
export function linkAddress(publicUrl: string, secret: string): string {
  return `${publicUrl}/sign-in/link/${secret}`;
}

/** Whether a text can be a link's secret, or a state: 32 bytes in base64url. */
export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}
