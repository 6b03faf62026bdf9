/**
 * Somebody's text in a Markdown code span: there it is neither markup nor a mention, whatever it holds (a backslash or
 * an entity before `@` still mentions). What would break the line or turn its direction becomes visible.
 */
export function codeSpan(text: string): string {
  const line = shortened(text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "\u{FFFD}"));
  if (line.trim() === "") return "(blank)";
  const longestRun = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longestRun + 1);
  // One space on either side is not shown, and keeps a backtick or a space at the edge.
  const pad = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

const mostCharacters = 600;

function shortened(text: string): string {
  const characters = [...text];
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters - 1).join("")}…` : text;
}
