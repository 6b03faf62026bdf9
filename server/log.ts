import pino from "pino";
import { prettyLine } from "./log-line.ts";

export type Log = pino.Logger;

const secretPatterns = [
  /svc_[A-Za-z0-9_-]{43}/g,
  /\$2[aby]\$\d\d\$[A-Za-z0-9./]{53}/g,
  /gh[opsur]_[A-Za-z0-9_.-]+/g,
  /github_pat_[A-Za-z0-9_]+/g,
  /(?<=\/sign-in\/link\/)[A-Za-z0-9_-]+/g,
  /(?<=svc_(?:session|sign_in)=)[^;\s"\\]+/g,
  // Never past the next five dashes, or a text full of beginnings would be read to its end for each of them.
  /-----BEGIN [A-Z ]+-----(?:[^-]|-(?!----))*-----END [A-Z ]+-----/g,
];

/**
 * Lines on stdout, JSON unless told otherwise. Secrets are struck out by name and, wherever a text ends up holding one, by form.
 * @param write where the lines go; tests collect them.
 * @param look what a line is made into, last of all.
 */
export function createLog(
  level: string,
  write: (line: string) => void = (line) => process.stdout.write(line),
  look: (line: string) => string = (line) => line,
): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: [
          "authorization",
          "cookie",
          "*.authorization",
          "*.cookie",
          "token",
          "secret",
          "*.token",
          "*.secret",
        ],
        censor: "[redacted]",
      },
    },
    { write: (line: string) => write(look(withoutSecrets(line))) },
  );
}

/** The text with everything struck out that has the form of a secret. */
export function withoutSecrets(text: string): string {
  return secretPatterns.reduce((rest, pattern) => rest.replace(pattern, "[redacted]"), text);
}

/** How lines look on a stream (LOG_FORMAT): by itself, for people at a terminal, else for programs. NO_COLOR is heeded. */
export function lookFor(
  format: "auto" | "json" | "pretty",
  stream: { isTTY?: boolean },
  env: Record<string, string | undefined>,
): ((line: string) => string) | undefined {
  const isTerminal = stream.isTTY === true;
  if (format === "json" || (format === "auto" && !isTerminal)) return undefined;
  const colours = isTerminal && !env["NO_COLOR"];
  return (line) => prettyLine(line, colours);
}
