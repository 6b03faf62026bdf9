import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findCommands, parseCommands } from "../../server/entries/comment-commands.ts";

const context = {
  commentedAt: new Date("2026-11-21T11:00:00Z"),
  timeZone: "Europe/Amsterdam",
  hoursPerDay: 8,
};
const found = (markdown: string) => findCommands(markdown).map(({ line, kind, text }) => [line, kind, text]);

describe("a command stands at the beginning of a line of an ordinary paragraph", () => {
  test.each([
    ["alone", "/log 2h", [[1, "time", "2h"]]],
    ["in capitals", "/LOG 2h", [[1, "time", "2h"]]],
    ["after text", "Done.\n/log 2h", [[2, "time", "2h"]]],
    ["after a blank line", "Done.\n\n/plan 8h big\n", [[3, "plan", "8h big"]]],
    [
      "several",
      "/plan 8h\n/log 2h\n\ntext\n\n/log 1h",
      [
        [1, "plan", "8h"],
        [2, "time", "2h"],
        [6, "time", "1h"],
      ],
    ],
    ["indented by three", "   /log 2h", [[1, "time", "2h"]]],
    [
      "with Windows line ends",
      "a\r\n/log 2h\r\n/log 1h\r\n",
      [
        [2, "time", "2h"],
        [3, "time", "1h"],
      ],
    ],
    ["with a tab", "/log\t2h", [[1, "time", "2h"]]],
    ["with markup in its note", "/log 2h _really_ `x` <b>y</b>", [[1, "time", "2h _really_ `x` <b>y</b>"]]],
    ["with nothing after it", "/log", [[1, "time", ""]]],
    ["after a quotation and a blank line", "> /log 1h\n\n/log 2h", [[3, "time", "2h"]]],
    ["after a list and a blank line, back at the margin", "- a\n\n/log 2h", [[3, "time", "2h"]]],
  ])("%s", (_, markdown, expected) => {
    expect(found(markdown)).toEqual(expected as unknown[][] as ReturnType<typeof found>);
  });
});

describe("elsewhere it is none", () => {
  test.each([
    ["in a quotation", "> /log 2h"],
    ["in a quotation in a list", "- > /log 2h"],
    ["in a list", "- /log 2h\n- /plan 2h"],
    ["in a numbered list", "1. /log 2h"],
    ["in a fenced code block", "```\n/log 2h\n```"],
    ["in a fence that is never closed", "```\n/log 2h"],
    ["in an indented code block", "    /log 2h"],
    ["in inline code", "`/log 2h`"],
    ["in inline code over two lines", "`a\n/log 2h\nb`"],
    ["in an HTML comment", "<!--\n/log 2h\n-->"],
    ["in an HTML comment within a paragraph", "a <!-- b\n/log 2h\n-->"],
    ["in an HTML block", "<div>\n/log 2h\n</div>"],
    ["in a heading", "# /log 2h"],
    ["in the middle of a line", "I typed /log 2h"],
    ["escaped", "\\/log 2h"],
    ["another word", "/logs 2h\n/login\n/plan-b\n/logboek 2h"],
  ])("%s", (_, markdown) => {
    expect(found(markdown)).toEqual([]);
  });
});

describe("where Markdown attaches a line to what stands around it, it is refused rather than lost", () => {
  test.each([
    ["right below a quotation", "> somebody said\n/log 2h"],
    ["right below a list", "- an item\n/log 2h"],
    ["within a list's item", "- an item\n\n  /log 2h"],
    ["right above a line of dashes, which makes it a heading", "/log 2h\n---"],
    ["right above an e-mail signature", "/log 2h\n-- \nAda"],
  ])("%s", (_, markdown) => {
    const read = parseCommands(markdown, context);
    expect(read).toMatchObject({ kind: "problems", problems: [{ text: "/log 2h" }] });
    if (read.kind === "problems") expect(read.problems[0]!.message).toContain("empty line");
  });
});

describe("the commands of one comment count all or none", () => {
  test("a comment with good ones only gives them in order", () => {
    const read = parseCommands("/plan 8h\n/log 2h yesterday fixed", context);
    expect(read).toEqual({
      kind: "commands",
      commands: [
        { kind: "plan", minutes: 480, workedOn: "2026-11-21", note: null },
        { kind: "time", minutes: 120, workedOn: "2026-11-20", note: "fixed" },
      ],
    });
  });

  test("one bad line makes the whole a problem that names each bad line", () => {
    const read = parseCommands("/log 2h\ntext\n/log 2\n/log 1d", context);
    expect(read).toMatchObject({
      kind: "problems",
      problems: [
        { line: 3, text: "/log 2" },
        { line: 4, text: "/log 1d" },
      ],
    });
  });

  test("ten commands are taken, eleven are not", () => {
    expect(parseCommands("/log 1h\n".repeat(10), context)).toMatchObject({ kind: "commands" });
    expect(parseCommands("/log 1h\n".repeat(11), context)).toMatchObject({
      kind: "problems",
      problems: [{ line: 11 }],
    });
  });
});

test("no comment whatever makes it fail", () => {
  const pieces = fc.constantFrom(
    "/log 2h",
    "/plan",
    "\n",
    "> ",
    "- ",
    "`",
    "```",
    "<!--",
    "-->",
    "\0",
    "\ud800",
    "[",
    "](",
    "*",
    "    ",
    "\r\n",
    "é",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      for (const command of findCommands(parts.join("")))
        expect(command.source.toLowerCase()).toMatch(/^\/(log|plan)/);
    }),
  );
});

test("the worst comments of 65,536 characters are read within seconds", () => {
  const pieces = [
    "[",
    "*a ",
    "> ",
    ">",
    "`",
    "- ",
    "1. ",
    "<!--",
    "![[]()",
    "_*",
    "a\n",
    "/log 2h\n",
    "/plan x ",
    "```\n",
    "> > - ",
  ];
  const lines = [
    ">\n",
    "- a\n",
    "- a\n  ",
    "- - a\n",
    "1. a\n",
    "a\n\n",
    "> a\n",
    "[a]: b\n",
    "\\",
    "&amp;",
    "<a ",
    "\t",
    " *",
  ];
  for (const piece of [...pieces, ...lines]) {
    const markdown = `/log 2h\n\n${piece.repeat(65_536 / piece.length)}`;
    const start = performance.now();
    findCommands(markdown);
    expect([piece, performance.now() - start < 4_000]).toEqual([piece, true]);
  }
});
