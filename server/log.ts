import pino from "pino";

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
 * JSON lines on stdout. Secrets are struck out by name and, wherever a text ends up holding one, by form.
 * @param write where the lines go; tests collect them.
 */
export function createLog(
  level: string,
  write: (line: string) => void = (line) => process.stdout.write(line),
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
    { write: (line: string) => write(withoutSecrets(line)) },
  );
}

/** The text with everything struck out that has the form of a secret. */
export function withoutSecrets(text: string): string {
  return secretPatterns.reduce((rest, pattern) => rest.replace(pattern, "[redacted]"), text);
}
