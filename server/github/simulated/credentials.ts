import { createVerify, generateKeyPairSync, randomBytes } from "node:crypto";
import { badCredentials, Refusal, suspended } from "./refusal.ts";
import type { Account, Installation } from "./things.ts";

export type Credentials = ReturnType<typeof createCredentials>;

/** Checks who asks: the App by its signed JWT, an installation or a person by a token made here. */
export function createCredentials(
  now: () => Date,
  app: { id: number; clientId: string },
  { tokenLength = 40, tokenSeconds = 3600 }: { tokenLength?: number; tokenSeconds?: number },
) {
  const tokens = new Map<string, { owner: Account; installation: Installation; expiresAt: number }>();

  const userTokens = new Map<string, { person: Account; expiresAt: number }>();

  /** Lets an App through whose JWT is signed with its key, begun, not over, and no longer than ten minutes. */
  function checkApp(authorization: string | undefined): void {
    const [header = "", payload = "", signature = "", ...rest] = bearer(authorization).split(".");
    const claims = rest.length === 0 ? readClaims(header, payload) : undefined;
    if (!claims) throw new Refusal(401, "A JSON web token could not be decoded");
    const verify = createVerify("RSA-SHA256").update(`${header}.${payload}`);
    if (!verify.verify(appKeys().publicKey, signature, "base64url")) {
      throw new Refusal(401, "A JSON web token could not be decoded");
    }
    const seconds = now().getTime() / 1000;
    if (!(claims.iat <= seconds)) throw new Refusal(401, issuedAtMessage);
    if (!(claims.exp > seconds)) throw new Refusal(401, expirationMessage);
    if (claims.exp > seconds + 600) throw new Refusal(401, tooFarMessage);
    if (claims.iss !== String(app.id) && claims.iss !== app.clientId)
      throw new Refusal(404, "Integration not found");
  }

  function issueToken(owner: Account, installation: Installation) {
    const expiresAt = now().getTime() + tokenSeconds * 1000;
    const token = `ghs_${app.id}_${randomBytes(tokenLength).toString("hex")}`.slice(0, tokenLength);
    tokens.set(token, { owner, installation, expiresAt });
    return { token, expiresAt: new Date(expiresAt) };
  }

  /** The account within which a token speaks. */
  function checkToken(authorization: string | undefined): Account {
    const known = tokens.get(bearer(authorization));
    const stands =
      known && known.expiresAt > now().getTime() && known.owner.installation === known.installation;
    if (!stands) throw badCredentials();
    if (known.installation.suspended) throw suspended();
    return known.owner;
  }

  /** Of eight hours, as those of an App are. */
  function issueUserToken(person: Account): string {
    const token = `ghu_${randomBytes(18).toString("hex")}`;
    userTokens.set(token, { person, expiresAt: now().getTime() + 8 * 3_600_000 });
    return token;
  }

  /** The person on whose behalf a token speaks. */
  function checkUserToken(authorization: string | undefined): Account {
    const known = userTokens.get(bearer(authorization));
    if (!known || known.expiresAt <= now().getTime()) throw badCredentials();
    return known.person;
  }

  function expireTokens(): void {
    tokens.clear();
    userTokens.clear();
  }

  return { checkApp, issueToken, checkToken, issueUserToken, checkUserToken, expireTokens };
}

const issuedAtMessage =
  "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
const expirationMessage =
  "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
const tooFarMessage = "'Expiration time' claim ('exp') is too far in the future";

let keys: { publicKey: string; privateKey: string } | undefined;

/** The App's keys, in the form in which GitHub hands them out. One pair for all, since making it takes long. */
export function appKeys() {
  keys ??= generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  return keys;
}

function bearer(authorization: string | undefined): string {
  return /^(?:bearer|token) +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
}

function readClaims(header: string, payload: string): { iat: number; exp: number; iss: string } | undefined {
  try {
    const { alg } = decode(header) as { alg?: unknown };
    const { iat, exp, iss } = decode(payload) as Record<string, unknown>;
    if (alg !== "RS256" || !Number.isInteger(iat) || !Number.isInteger(exp)) return undefined;
    return { iat: iat as number, exp: exp as number, iss: String(iss) };
  } catch {
    return undefined;
  }
}

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, "base64url").toString());
}
