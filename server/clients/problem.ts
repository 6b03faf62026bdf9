import { AppError, statusOf } from "../errors.ts";
import { words } from "./words.ts";

/** What to tell of a refusal on the page itself; anything else is thrown on. */
export function told(error: unknown, language: keyof typeof words): { problem: string; status: number } {
  if (!(error instanceof AppError) || (error.kind !== "invalid" && error.kind !== "conflict")) throw error;
  const { problems } = words[language];
  const code = error.problems[0]?.code ?? error.code;
  return { problem: problems[code] ?? error.message, status: statusOf[error.kind] };
}
