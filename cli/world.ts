import type { Drafts } from "./output/drafts.ts";

/** All that the program touches outside itself, handed in once, so that tests run it in process. */
export type World = {
  env: Record<string, string | undefined>;
  stdin: Input;
  stdout: Output;
  stderr: Output;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  files: Files;
  drafts: Drafts;
  machine: Machine;
  now: () => Date;
  /** Shows a page to the person. @returns false where no browser could be started. */
  openBrowser: (address: string) => Promise<boolean>;
  /** Shows text in a pager, started by a command of the shell. @returns false where it could not be started. */
  showInPager: (text: string, command: string) => Promise<boolean>;
  /** Milliseconds after which a request that has not been answered in full is given up. */
  timeout: number;
};

/** A stream to print on. `write` settles when the text is handed over, and fails where it cannot be. */
export type Output = {
  write: (text: string) => Promise<void>;
  isTTY: boolean;
  /** Columns of the terminal; undefined where it is none, or does not say. */
  columns: number | undefined;
  rows: number | undefined;
};

/** What is typed or piped in. */
export type Input = {
  isTTY: boolean;
  /** All of it, to its end. */
  readAll: () => Promise<string>;
  /**
   * Asks on the terminal and reads one line, which stays unseen where it is `hidden`.
   * @throws CliError `interrupted` at Ctrl-C.
   */
  ask: (question: string, how?: { hidden: boolean }) => Promise<string>;
};

/** Files by path. Each fails as the functions of node:fs do, with a `code`. */
export type Files = {
  read: (path: string) => Promise<string>;
  /** Permission bits; undefined where the system has none. */
  permissions: (path: string) => Promise<number | undefined>;
  /** Puts a whole file in place at once, readable by its owner alone, in a folder that is as well. */
  writePrivately: (path: string, text: string) => Promise<void>;
};

export type Machine = { name: string; home: string; platform: NodeJS.Platform; arch: string };
