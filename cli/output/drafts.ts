/** Text on its way to a place where it appears whole or not at all. */
export type Draft = {
  write: (text: string) => Promise<void>;
  keep: () => Promise<void>;
  /** Leaves nothing behind. */
  discard: () => Promise<void>;
};

/** Text put aside until it may be printed. */
export type Spool = {
  write: (text: string) => Promise<void>;
  read: () => AsyncIterable<string>;
  discard: () => Promise<void>;
};

/** Where text is kept outside memory. Each fails as the functions of node:fs do, with a `code`. */
export type Drafts = {
  /** A file that appears under its name when it is kept. An existing one is refused with `EEXIST` unless `overwrite`. */
  file: (path: string, how: { overwrite: boolean }) => Promise<Draft>;
  spool: () => Promise<Spool>;
};
