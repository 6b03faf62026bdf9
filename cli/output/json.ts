import type { Output } from "../world.ts";
import { terminalJson } from "./terminal-text.ts";

/** An array with one element a line: whole for programs, and still good to read and to search. */
export function jsonArray(elements: unknown[]): string {
  return elements.length === 0 ? "[]\n" : `[\n${elements.map((each) => terminalJson(each)).join(",\n")}\n]\n`;
}

/** Prints one thing as JSON: on one line for programs, indented for people. */
export function printJson(stdout: Output, value: unknown): Promise<void> {
  return stdout.write(`${terminalJson(value, stdout.isTTY ? 2 : 0)}\n`);
}
