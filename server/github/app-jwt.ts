import { createPrivateKey, createSign, type KeyObject } from "node:crypto";

/** GitHub takes ten minutes at most, and turns down what seems to come from the future to its own clock. */
const backdatedSeconds = 60;
const lifetimeSeconds = 10 * 60;

/** The key of a PEM text, PKCS#1 as GitHub hands it out or PKCS#8. Throws what node:crypto makes of anything else. */
export function readPrivateKey(pem: string): KeyObject {
  // In an environment variable the line breaks are often written as \n.
  const key = createPrivateKey(pem.replaceAll("\\n", "\n").trim());
  if (key.asymmetricKeyType !== "rsa") throw new Error("The key is not an RSA key.");
  return key;
}

/**
 * The token with which the App itself speaks. Dated one minute back, as GitHub's documentation advises
 * (the libraries of Octokit date it only half a minute back), so that our clock may be 50 s off either way.
 */
export function appJwt(
  appId: string | number,
  key: KeyObject,
  now: Date,
): { jwt: string; expiresAt: string } {
  const iat = Math.floor(now.getTime() / 1000) - backdatedSeconds;
  const exp = iat + lifetimeSeconds;
  const signed = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat, exp, iss: String(appId) })}`;
  const signature = createSign("RSA-SHA256").update(signed).sign(key, "base64url");
  return { jwt: `${signed}.${signature}`, expiresAt: new Date(exp * 1000).toISOString() };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
