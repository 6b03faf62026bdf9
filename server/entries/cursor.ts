import { type CursorPlace, openCursor, sealCursor } from "../cursor.ts";
import { parseDay } from "./date-range.ts";

/** A place in a list ordered newest first: the last entry of the page before (D23). */
export type Place = { workedOn: string; id: number };

/** Opaque text for a place, good only for the list it came from. */
export function writeCursor({ workedOn, id }: Place, list: string): string {
  return sealCursor([workedOn, id], list);
}

/** The place a cursor stands for; `other_list` where it was made for another filter, `unreadable` where we never made it. */
export function readCursor(cursor: string, list: string): Place | "other_list" | "unreadable" {
  const place = openCursor(cursor, list);
  return typeof place === "string" ? place : (placeOf(place) ?? "unreadable");
}

function placeOf([workedOn, id, ...more]: CursorPlace): Place | undefined {
  const isPlace = typeof workedOn === "string" && typeof id === "number" && id > 0 && more.length === 0;
  return isPlace && parseDay(workedOn) ? { workedOn, id } : undefined;
}
