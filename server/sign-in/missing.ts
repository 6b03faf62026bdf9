import type { Config } from "../config.ts";

/** The settings that are still needed before anybody can sign in with GitHub, in the order of the documentation. */
export function missingForSignIn({ allowedOrgs, github }: Pick<Config, "allowedOrgs" | "github">): string[] {
  const given = {
    ALLOWED_ORGS: allowedOrgs.length > 0,
    GITHUB_APP_ID: github.appId !== undefined,
    GITHUB_PRIVATE_KEY: github.privateKey !== undefined,
    GITHUB_WEBHOOK_SECRET: github.webhookSecret !== undefined,
    GITHUB_CLIENT_ID: github.clientId !== undefined,
    GITHUB_CLIENT_SECRET: github.clientSecret !== undefined,
  };
  return Object.entries(given).flatMap(([name, isGiven]) => (isGiven ? [] : [name]));
}
