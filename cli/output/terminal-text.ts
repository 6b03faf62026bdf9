/**
 * Text from elsewhere, fit to be shown on one line of a terminal: what the terminal would obey instead of showing
 * (escape sequences, other controls, changes of writing direction) is written out, as in `\x1b` or `\u202e`.
 */
export function terminalText(text: string): string {
  return text.replace(obeyed, (character) => {
    const code = character.codePointAt(0)!;
    return named[character] ?? (code < 0x100 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`);
  });
}

/** The same for text of several lines, whose ends stay. */
export function terminalLines(text: string): string {
  return text.split(/\r?\n/).map(terminalText).join("\n");
}

/** JSON in which the same characters are escaped as JSON does it: it reads back exactly. On one line, unless indented. */
export function terminalJson(value: unknown, indent = 0): string {
  const escaped = (character: string) =>
    character === "\n" ? character : `\\u${hex(character.codePointAt(0)!, 4)}`;
  return JSON.stringify(value, null, indent).replace(obeyed, escaped);
}

const obeyed = /[\p{Cc}\p{Bidi_Control}\p{Cs}\u2028\u2029]/gu;
const named: Record<string, string> = { "\t": "\\t", "\n": "\\n", "\r": "\\r" };
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");
