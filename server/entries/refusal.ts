import { codeSpan } from "./code-span.ts";
import type { CommandProblem } from "./comment-commands.ts";
import { hiddenMarker } from "./confirmation.ts";

/** The comment that answers commands which were not understood (D4): which line, what is wrong, what is accepted. */
export function refusalBody({
  marker,
  login,
  problems,
}: {
  marker: string;
  login: string;
  problems: CommandProblem[];
}): string {
  return [
    `Nothing was recorded, ${codeSpan(login)}: ${problems.length === 1 ? "a command" : `${problems.length} commands`} could not be read.`,
    problems
      .map(({ line, text, message }) => `- Line ${line}, ${codeSpan(shortened(text))}: ${message}`)
      .join("\n"),
    "Accepted are e.g. `/log 2h`, `/log 1h30m yesterday`, `/log 45m 2026-11-03 fixed the login` and `/plan 8h`. Post all commands of that comment again as a new one: editing the old one does nothing.",
    hiddenMarker(marker),
  ].join("\n\n");
}

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > 60 ? `${characters.slice(0, 59).join("")}…` : text;
}
