export const longestName = 200;

/** A client's name as it was read, or what is wrong with it: the rest of a sentence that a page or the API shows. */
export type NameReading = { ok: true; name: string } | { ok: false; code: string; message: string };

/**
 * Spec 2.3: a client's name, 1 to 200 characters on one line. Space around it goes, runs of space inside become one, and
 * characters written in parts are put together (NFC), since nobody can see the difference: one of two clients that look
 * the same would be chosen by accident. What is invisible or turns the text around is refused.
 */
export function parseClientName(text: string): NameReading {
  const trimmed = text.trim();
  if (!trimmed.isWellFormed() || invisible.test(trimmed)) {
    const message = "The name holds line breaks or invisible characters. Type it anew instead of pasting it.";
    return { ok: false, code: "unprintable", message };
  }
  const name = trimmed.normalize("NFC").replaceAll(/\p{Zs}+/gu, " ");
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name)) {
    return { ok: false, code: "empty", message: "The name is empty. Give the client's name." };
  }
  const length = [...name].length;
  if (length > longestName) {
    const message = `The name has ${length} characters. Shorten it to ${longestName}.`;
    return { ok: false, code: "too_long", message };
  }
  return { ok: true, name };
}

// Control and format characters, but the two joiners, which Persian and emoji are written with.
const invisible = /[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]--[\u200C\u200D]]/v;

/** D12: whether two names count as the same: case does not tell clients apart. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
