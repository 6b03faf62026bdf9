/** A place in a list ordered newest first: the last entry of the page before (D23). */
export type Place = { workedOn: string; id: number };

/** Opaque text for a place, good only for the list it came from. */
export function writeCursor(place: Place, list: string): string {
  const text = btoa(`${place.workedOn} ${place.id} ${fingerprint(list)}`);
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The place a cursor stands for; `other_list` where it was made for another filter, `unreadable` where we never made it. */
export function readCursor(cursor: string, list: string): Place | "other_list" | "unreadable" {
  const parts = /^(\d{4}-\d\d-\d\d) (\d{1,15}) ([0-9a-z]+)$/.exec(decoded(cursor));
  if (!parts) return "unreadable";
  if (parts[3] !== fingerprint(list)) return "other_list";
  return { workedOn: parts[1]!, id: Number(parts[2]) };
}

function decoded(cursor: string): string {
  try {
    return atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
  } catch {
    return "";
  }
}

/** 64 bits of FNV-1a: tells lists apart by accident, not against intent; a forged place shows nothing that the list would not. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
