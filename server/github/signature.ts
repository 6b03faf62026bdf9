import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether GitHub signed exactly these bytes with one of our secrets (D28). Several secrets let a new one be
 * introduced while the old one is still in use. Never throws: whatever is wrong is simply not a signature.
 * @param header the value of `X-Hub-Signature-256`; the SHA-1 of `X-Hub-Signature` is never accepted.
 */
export function verifySignature(secrets: string[], body: Uint8Array, header: string | null): boolean {
  // @octokit/webhooks verifies text only: bytes that are not UTF-8 would be signed as something else.
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(header ?? "") ?? [];
  if (hex === undefined) return false;
  const given = Buffer.from(hex, "hex");
  // An empty secret is one that everybody knows. All others are tried, so that time does not tell which one fits.
  const matches = secrets
    .filter((secret) => secret !== "")
    .map((secret) => timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given));
  return matches.includes(true);
}
