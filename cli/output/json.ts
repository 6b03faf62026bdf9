import { terminalJson } from "./terminal-text.ts";

/** An array with one element a line: whole for programs, and still good to read and to search. */
export function jsonArray(elements: unknown[]): string {
  return elements.length === 0 ? "[]\n" : `[\n${elements.map(terminalJson).join(",\n")}\n]\n`;
}
