export type Token = {
  /** What the person keeps: shown once, never stored. */
  plaintext: string;
  /** The part that finds the row, and names the token in lists. */
  prefix: string;
  /** The part that is hashed. */
  secret: string;
};

const prefixLength = 8;

/** Makes a token of 32 random bytes: `svc_` and 43 characters of base64url (spec 2.5, D15). */
export function composeToken(random: Uint8Array): Token {
  if (random.length !== 32) throw new RangeError("a token is made of 32 random bytes");
  const payload = random.toBase64({ alphabet: "base64url", omitPadding: true });
  return { plaintext: `svc_${payload}`, ...splitPayload(payload) };
}

/** Takes the 43 characters after `svc_` apart (spec 2.5). */
export function splitPayload(payload: string): { prefix: string; secret: string } {
  return { prefix: payload.slice(0, prefixLength), secret: payload.slice(prefixLength) };
}

/** Whether a stored hash is of the one form we make: that of another algorithm could ask for any amount of memory. */
export function isBcryptHash(hash: string): boolean {
  return /^\$2[aby]\$12\$[./A-Za-z0-9]{53}$/.test(hash);
}
