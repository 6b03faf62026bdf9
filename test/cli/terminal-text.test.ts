import { expect, test } from "bun:test";
import fc from "fast-check";
import { terminalJson, terminalLines, terminalText } from "../../cli/output/terminal-text.ts";

const examples: [text: string, shown: string][] = [
  ["type:a,b \"quoted\" 'x' %_", "type:a,b \"quoted\" 'x' %_"],
  ["Ünïcödé 日本語 👩‍💻 🏴󠁧󠁢󠁳󠁣󠁴󠁿", "Ünïcödé 日本語 👩‍💻 🏴󠁧󠁢󠁳󠁣󠁴󠁿"],
  ["\x1b[31mred\x1b[0m", String.raw`\x1b[31mred\x1b[0m`],
  ["\x1b]8;;https://evil\x07", String.raw`\x1b]8;;https://evil\x07`],
  ["a\tb\nc\rd\0", String.raw`a\tb\nc\rd\x00`],
  ["\u009b31m\u0085\u007f", String.raw`\x9b31m\x85\x7f`],
  ["\u202eevil\u2066\u2069\u200f\u061c", String.raw`\u202eevil\u2066\u2069\u200f\u061c`],
  ["\u2028\u2029", String.raw`\u2028\u2029`],
  ["\ud800", String.raw`\ud800`],
  ["back\\slash", "back\\slash"],
];

test.each(examples)("%j is shown as %j", (text, shown) => {
  expect(terminalText(text)).toBe(shown);
});

const anything = fc.string({ unit: "binary" });
const obeyed: [first: number, last: number][] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0x61c, 0x61c],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2066, 0x2069],
];

function isObeyed(character: string): boolean {
  const code = character.codePointAt(0)!;
  return obeyed.some(([first, last]) => code >= first && code <= last);
}

test("nothing a terminal obeys is left, and shown text stays as it is", () => {
  fc.assert(
    fc.property(anything, (text) => {
      const shown = terminalText(text);
      expect([...shown].filter(isObeyed)).toEqual([]);
      expect(terminalText(shown)).toBe(shown);
    }),
  );
});

test("JSON for the terminal reads back as what it was", () => {
  fc.assert(
    fc.property(fc.array(anything), (texts) => {
      const shown = terminalJson(texts);
      expect([...shown].filter(isObeyed)).toEqual([]);
      expect(JSON.parse(shown)).toEqual(texts);
    }),
  );
});

test("lines stay lines", () => {
  expect(terminalLines("a\x1b\r\nb\n\rc\n")).toBe("a\\x1b\nb\n\\rc\n");
});
