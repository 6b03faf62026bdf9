export type Authorization =
  | { kind: "token"; payload: string }
  /** No credentials for this API: no header, or those of another scheme. */
  | { kind: "none"; message: string }
  /** Something meant as a token that cannot be one; the message says what went wrong in pasting it. */
  | { kind: "mangled"; message: string }
  | { kind: "several"; message: string };

/**
 * Reads an Authorization header: `Bearer svc_` and 43 characters, the scheme in any case (spec 5.1).
 * Never fails, and never repeats what was sent: it may be a secret, of ours or of another site.
 */
export function readAuthorization(header: string | null): Authorization {
  const match = header && wellFormed.exec(header);
  if (match) return { kind: "token", payload: match[1]! };
  const [scheme = "", ...rest] = (header ?? "").trim().split(/\s+/);
  const answer = (kind: "none" | "mangled" | "several", message: string) => ({
    kind,
    message: `${message} ${howTo}`,
  });
  if (scheme === "") return answer("none", "No token was sent.");
  // Two headers of one name arrive joined by a comma, which no token holds.
  if (header!.includes(",")) return answer("several", "Send one Authorization header with one token.");
  if (/^bearer:?$/i.test(scheme)) return answer("mangled", mistakeAfter(scheme, rest));
  if (quote.test(scheme)) return answer("mangled", "Remove the quotes around the header's value.");
  if (/svc_/i.test(header!)) return answer("mangled", "The word Bearer is missing before the token.");
  return answer("none", "Only bearer tokens are accepted here.");
}

/** Whether a header holds a token of ours, or something meant as one; those of a proxy's own sign-in are none (D19). */
export function bringsToken(header: string | null): boolean {
  return /^\s*bearer\b|svc_/i.test(header ?? "");
}

const wellFormed = /^[Bb][Ee][Aa][Rr][Ee][Rr] +svc_([A-Za-z0-9_-]{43})$/;
const quote = /^["'`“”‘’]/;
const howTo = "The header reads `Authorization: Bearer svc_…`; tokens are made under Admin → Tokens.";

function mistakeAfter(scheme: string, [token = "", ...more]: string[]): string {
  if (token === "") return "No token follows the word Bearer: is the variable that should hold it set?";
  if (scheme.endsWith(":")) return "Remove the colon after the word Bearer.";
  if (/^bearer:?$/i.test(token)) return "The word Bearer stands there twice.";
  if (quote.test(token)) return "Remove the quotes around the token.";
  if (/^[$%{]/.test(token)) return "The name of a variable was sent in place of its value.";
  if (/^[<[(]/.test(token)) return "Remove the brackets around the token.";
  if (more.length > 0) return "The token has a space or line break in it: paste it as one piece.";
  if (!token.startsWith("svc_")) return "That is not a token of svc: ours begin with svc_ in lower case.";
  if (token.length !== 47)
    return `A token has 47 characters, this one has ${token.length}: copy the whole of it.`;
  if (wellFormed.test(`Bearer ${token}`)) return "Put one ordinary space between Bearer and the token.";
  return "The token has a character in it that no token has: copy it once more.";
}
