/** What is told once, on the page after the one where it happened. The words are in words.ts, under the code. */
export type Flash = { code: FlashCode; /** What it was about, e.g. a token's label. */ about?: string };

/** A closed set: whoever could plant a cookie still could not make a page say something of theirs. */
const flashCodes = [
  "signed_out",
  "token_revoked",
  "session_revoked",
  "delivery_processed",
  "delivery_waiting",
  "reply_queued",
  "client_created",
  "client_renamed",
  "client_deactivated",
  "client_reactivated",
  "mapping_created",
  "mapping_deleted",
  "entry_corrected",
  "set_up_dismissed",
  "playground_removed",
] as const;
export type FlashCode = (typeof flashCodes)[number];

export const toneOf: Record<FlashCode, "good" | "bad"> = {
  signed_out: "good",
  token_revoked: "good",
  session_revoked: "good",
  delivery_processed: "good",
  delivery_waiting: "good",
  reply_queued: "good",
  client_created: "good",
  client_renamed: "good",
  client_deactivated: "good",
  client_reactivated: "good",
  mapping_created: "good",
  mapping_deleted: "good",
  entry_corrected: "good",
  set_up_dismissed: "good",
  playground_removed: "good",
};

const mostCharacters = 100;

/** The value of the cookie that carries a flash to the next page. */
export function writeFlash({ code, about }: Flash): string {
  return about === undefined ? code : `${code}.${encodeURIComponent(plain(about))}`;
}

/** The inverse; undefined for anything that writeFlash did not write. */
export function readFlash(value: string | undefined): Flash | undefined {
  const [name, ...rest] = (value ?? "").split(".");
  const code = flashCodes.find((known) => known === name);
  if (code === undefined || rest.length === 0) return code && { code };
  const about = decoded(rest.join("."));
  return about === undefined || about !== plain(about) ? undefined : { code, about };
}

/** On one line, and short enough for a cookie. */
function plain(text: string): string {
  return [...text.toWellFormed().replaceAll(/\p{Cc}/gu, " ")].slice(0, mostCharacters).join("");
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
