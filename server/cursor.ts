import type { FieldProblem } from "./errors.ts";

/** A place in a list: what the last row of a page is ordered by. */
export type CursorPlace = (string | number)[];

/** Opaque text for a place, good only for the list it came from. */
export function sealCursor(place: CursorPlace, list: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify([fingerprint(list), ...place]));
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The place a cursor stands for; `other_list` where it was made for another list, `unreadable` where we never made it. */
export function openCursor(cursor: string, list: string): CursorPlace | "other_list" | "unreadable" {
  const [seal, ...place] = partsOf(cursor);
  if (typeof seal !== "string" || !place.every(isPart)) return "unreadable";
  return seal === fingerprint(list) ? place : "other_list";
}

/** What to tell whoever sends a cursor that is not of this list. */
export function cursorProblem(reason: "other_list" | "unreadable"): FieldProblem {
  return reason === "unreadable"
    ? problem("unreadable", "This cursor was not made here. Pass on next_cursor as it came, or leave it out.")
    : problem("cursor_mismatch", "This cursor belongs to a list with other filters. Start again without it.");
}

const problem = (code: string, message: string): FieldProblem => ({
  in: "query",
  name: "cursor",
  code,
  message,
});

function partsOf(cursor: string): unknown[] {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    const parts: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function isPart(value: unknown): value is string | number {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** 64 bits of FNV-1a: tells lists apart by accident, not against intent; a forged place shows nothing that the list would not. */
function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(36);
}
