import { terminalText } from "./output/terminal-text.ts";

/** The only table of exit codes; `svc help exit-codes` prints it. */
export const exits = {
  ok: { code: 0, meaning: "all went well, also when nothing was found" },
  failed: { code: 1, meaning: "the server failed, or something nobody foresaw" },
  usage: { code: 2, meaning: "the command or one of its values is not right" },
  incomplete: {
    code: 3,
    meaning: "a list did not arrive or could not be written in full, or svc check found something",
  },
  auth: { code: 4, meaning: "there is no token, or it does not work" },
  notFound: { code: 5, meaning: "what was asked for does not exist" },
  unavailable: { code: 6, meaning: "no answer in time, or too many requests: try again" },
  interrupted: { code: 130, meaning: "ended by Ctrl-C" },
} as const;

export type Exit = keyof typeof exits;

/** What went wrong and what to do next, told in at most three lines. */
export class CliError extends Error {
  readonly exit: Exit;
  /** What to do next. */
  readonly fix: string | undefined;
  /** Finds the request in the server's log. */
  readonly requestId: string | undefined;

  constructor(exit: Exit, message: string, fix?: string, requestId?: string) {
    super(message);
    this.exit = exit;
    this.fix = fix;
    this.requestId = requestId;
  }
}

/** Ends a command that did its work and has more to tell by its exit code than that. */
export class Concluded extends Error {
  readonly exit: Exit;

  constructor(exit: Exit) {
    super(`ended as ${exit}`);
    this.exit = exit;
  }
}

/** The kind of exit that a status of the server's answer stands for. */
export function exitOfStatus(status: number): Exit {
  if (status === 401 || status === 403) return "auth";
  if (status === 404) return "notFound";
  if (status === 408 || status === 429 || (status >= 502 && status <= 504)) return "unavailable";
  return status >= 400 && status < 500 ? "usage" : "failed";
}

/** The lines for stderr: what, what to do, the request's id. A token never stands in them. */
export function errorText(error: CliError): string {
  const lines = [
    `error: ${error.message}`,
    error.fix && `  ${error.fix}`,
    error.requestId && `  Request ID ${error.requestId}`,
  ];
  return lines.map((line) => (line ? `${terminalText(withoutTokens(line))}\n` : "")).join("");
}

/** The text with every token cut short: one pasted in the wrong place comes back in the message about that place. */
export function withoutTokens(text: string): string {
  return text.replaceAll(/svc_[A-Za-z0-9_-]{43,}/g, "svc_…");
}
