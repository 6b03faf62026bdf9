/** A page of parts with an empty line between, which says first how it came about. */
export function pageOf(title: string, parts: string[]): string {
  const made = "<!-- Made from the code by `bun run docs`. Changes made here are lost. -->";
  return `${[`# ${title}`, made, ...parts.flatMap((part) => wrapped(part.trim()))].join("\n\n")}\n`;
}

/** Text of a program, as it stands. */
export function verbatim(text: string): string {
  return `\`\`\`text\n${text.trim()}\n\`\`\``;
}

/** Prose in lines of at most 120 characters; whatever else there is as it is. */
function wrapped(part: string): string {
  if (part.startsWith("```") || part.startsWith("#")) return part;
  return part
    .split("\n")
    .map((paragraph) => inLines(paragraph, paragraph.startsWith("- ") ? "  " : ""))
    .join("\n");
}

function inLines(paragraph: string, indent: string): string {
  const lines = [""];
  // A code span stays on one line: there are spaces that count in it.
  for (const [word] of paragraph.matchAll(/(?:`[^`]*`|[^\s`])+/g)) {
    const line = lines.at(-1)!;
    const longer = line === "" || line === indent ? `${line}${word}` : `${line} ${word}`;
    // What begins a line must not become a list or a heading there.
    if (longer.length <= 120 || /^([-+*#>]|\d+[.)])/.test(word)) lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines.join("\n");
}
