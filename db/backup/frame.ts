/** One table as it is copied. The rows are in PostgreSQL's text format for COPY, one a line, in the order of the key. */
export type CopiedTable = {
  name: string;
  /** Without those that are computed from others. */
  columns: string[];
  /** Of the primary key. `text` ones are ordered byte by byte, so that every server has the same order. */
  key: { column: string; isText: boolean }[];
};

export type Header = {
  format: "svc backup";
  version: 1;
  madeAt: string;
  /** What the schema was made of: the time of each migration, as its journal has it, and its hash. */
  migrations: { when: number; hash: string }[];
  tables: CopiedTable[];
};

export type Manifest = {
  tables: Record<string, { rows: number; sha256: string }>;
  /** The last number that each has given out. */
  sequences: Record<string, string>;
};

/** A copy of a database on its way: a header, blocks of whole rows table by table, and at the end what it all has to add up to. */
export type Frame =
  | { kind: "header"; header: Header }
  | { kind: "rows"; table: string; bytes: Buffer }
  | { kind: "manifest"; manifest: Manifest };

/** Of nobody's use in another place or at another time: whoever was signed in signs in again. */
export const notCopied = ["sessions", "sign_ins", "sign_in_links", "manifest_states"];
