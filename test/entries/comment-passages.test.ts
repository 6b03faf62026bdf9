import { expect, test } from "bun:test";
import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { findCommands, parseCommands } from "../../server/entries/comment-commands.ts";

const context = {
  commentedAt: new Date("2026-11-21T11:00:00Z"),
  timeZone: "Europe/Amsterdam",
  hoursPerDay: 8,
};
const longest = 65_536;
const filled = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

test("reading passages finds what reading the whole comment finds", () => {
  const margin = fc.constantFrom("", "", "", "", " ", "  ", "   ", "    ", "> ", "- ", "1. ");
  const content = fc.constantFrom(
    ...[
      "/log 2h",
      "/log 2h",
      "/log 2h",
      "",
      "",
      "",
      "a",
      "- a",
      "* a",
      "1. a",
      "> a",
      "---",
      "# a",
      "`",
      "\\",
    ],
    ...["```", "```", "~~~", "``` a`b", "- ```", "<!--", "-->", "<!-->", "<!-- x -->", "> <!--", "[a]: b"],
    ...["<div>", "<b>", "<pre>", "</pre>", "<?", "?>", "<![CDATA[", "]]>", "\u2028", "\t", "\u00a0"],
  );
  const line = fc.tuple(margin, content).map((parts) => parts.join(""));
  const comment = fc.tuple(
    fc.array(line, { minLength: 1, maxLength: 14 }),
    fc.constantFrom("\n", "\r\n", "\r"),
  );
  fc.assert(
    fc.property(comment, ([lines, lineEnd]) => {
      fc.pre(!isMisread(lines));
      const markdown = lines.join(lineEnd);
      const counted = findCommands(markdown).filter((each) => each.doubt === undefined);
      expect(counted.map((each) => each.line)).toEqual(linesFoundInWhole(lines));
    }),
    { numRuns: 4_000 },
  );
});

/** micromark takes an empty list item after indented code for a paragraph's text, which GitHub does not. */
function isMisread(lines: string[]): boolean {
  const code = lines.findIndex((line) => /^(?: {4}|\t)[ \t]*[^ \t]/.test(line));
  return code >= 0 && lines.slice(code).some((line) => /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]*$/.test(line));
}

test("what stands in an empty list item below indented code is refused, and not taken for a paragraph", () => {
  const found = findCommands(["    code", "", "1. ", "    /log 2h", "/log 2h"].join("\n"));
  expect(found.map(({ line, doubt }) => [line, doubt])).toEqual([
    [4, "attached"],
    [5, "attached"],
  ]);
});

/** The model: the whole comment parsed at once, and the lines whose slash is plain text of a top-level paragraph. */
function linesFoundInWhole(lines: string[]): number[] {
  const tree = fromMarkdown(lines.join("\n"), { extensions: [{ disable: { null: ["attention"] } }] });
  const texts = tree.children
    .filter((block) => block.type === "paragraph")
    .flatMap((paragraph) => paragraph.children.filter((child) => child.type === "text"));
  return lines.flatMap((line, place) => {
    if (!/^\s*\/log 2h$/.test(line)) return [];
    const slash = [...lines.slice(0, place), line].join("\n").length - "/log 2h".length;
    const isText = texts.some(
      ({ position }) => position!.start.offset! <= slash && slash < position!.end.offset!,
    );
    return isText ? [place + 1] : [];
  });
}

test.each([
  ["a long log in a fence", `Seen:\n\`\`\`\n${filled("at frame (file.ts:1)\n\n", 40_000)}\n\`\`\`\n/log 2h`],
  ["a long text", `${filled("Prose of a line or two, with `code` and *more*.\n\n", 60_000)}\n/log 2h`],
  ["an issue template", `<!--\n${filled("Describe it here.\n\n", 9_000)}\n-->\n\n/log 2h`],
  ["a long list and a blank line", `${filled("- an item of a long list\n", 20_000)}\n\n/log 2h`],
])("a command is found after %s", (_, markdown) => {
  expect(parseCommands(markdown, context)).toMatchObject({ kind: "commands", commands: [{ minutes: 120 }] });
});

test.each([
  ["a quotation that goes on for thousands of lines", `> a\n${filled("b\n", 20_000)}/log 2h`],
  ["a list of hundreds of levels", `${filled("- ", 1_000)}a\n/log 2h`],
])("where %s is around the command, the reply asks to post it on its own", (_, markdown) => {
  const read = parseCommands(markdown, context);
  expect(read).toMatchObject({ kind: "problems", problems: [{ text: "/log 2h" }] });
  expect(read.kind === "problems" && read.problems[0]!.message).toContain("post it on its own");
});

test("no comment of 65,536 characters keeps the service busy for a second", () => {
  const pieces = [
    "*a_ ",
    "_*",
    "1. ",
    "> - ",
    ">",
    "b\n",
    "[",
    "[a](",
    "![[]()",
    "a<!-- ",
    "a<![CDATA[",
    "a <!A ",
  ];
  pieces.push("`", "- a\n", "\n", "# a\n", "<a ", "```\n", "  ```\n", "<pre>\n", "/log 2h\n", "/log 2h\n\n");
  const comments = pieces.flatMap((piece) => [
    `/log 2h\n\n${filled(piece, longest)}`,
    `/log 2h\n${filled(piece, longest)}`,
    `> a\n${filled(piece, longest - 20)}\n/log 2h`,
    filled(`> a\n${filled(piece, 380)}\n/log 2h\n\n`, longest),
  ]);
  for (const markdown of comments) {
    const start = performance.now();
    findCommands(markdown);
    expect([markdown.slice(0, 30), performance.now() - start < 1_000]).toEqual([markdown.slice(0, 30), true]);
  }
});
