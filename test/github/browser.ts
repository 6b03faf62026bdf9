import { createHash } from "node:crypto";
import type { FakeGitHub } from "../../server/github/simulated/github.ts";

export const redirectUri = "http://localhost:3000/sign-in/github/callback";
export const verifier = "v".repeat(43);
export const challenge = challengeOf(verifier);

export function challengeOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Goes where svc sends a browser, and gives the parameters with which GitHub sends it back. */
export async function followed(address: string): Promise<Record<string, string>> {
  const response = await fetch(address, { redirect: "manual" });
  const location = response.headers.get("location");
  if (response.status !== 302 || location === null)
    throw new Error(`GitHub did not send the browser back: ${response.status} ${await response.text()}`);
  const url = new URL(location);
  return { to: url.origin + url.pathname, ...Object.fromEntries(url.searchParams) };
}

/** The address at this GitHub where the browser is sent, with whatever is to be different. */
export function authorizeAddress(github: FakeGitHub, differently: Record<string, string | undefined> = {}) {
  const url = new URL(`${github.config.url}/login/oauth/authorize`);
  const usual = {
    client_id: github.config.clientId,
    redirect_uri: redirectUri,
    state: "a state",
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries({ ...usual, ...differently })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
