/** All that the program touches outside itself, handed in once, so that tests run it in process. */
export type World = {
  env: Record<string, string | undefined>;
  stdout: Output;
  stderr: Output;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  readFile: (path: string) => Promise<string>;
  /** Milliseconds after which a request that has not been answered in full is given up. */
  timeout: number;
};

/** A stream to print on. `write` settles when the text is handed over, and fails where it cannot be. */
export type Output = {
  write: (text: string) => Promise<void>;
  isTTY: boolean;
  /** Columns of the terminal; undefined where it is none, or does not say. */
  columns: number | undefined;
};
