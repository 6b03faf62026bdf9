import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { blocksOf, piecesOf } from "../../server/playground/comment/markdown.ts";
import { relabelled } from "../../server/playground/site/site.ts";
import { freshState, readState } from "../../server/playground/world/state.ts";
import { codeSpan } from "../../server/entries/code-span.ts";

describe("a comment's text", () => {
  test.each([
    ["plain", [{ kind: "text", text: "plain" }]],
    [
      "Logged **2h** for `ada`.",
      [
        { kind: "text", text: "Logged " },
        { kind: "strong", text: "2h" },
        { kind: "text", text: " for " },
        { kind: "code", text: "ada" },
        { kind: "text", text: "." },
      ],
    ],
    ["`` a`b ``", [{ kind: "code", text: "a`b" }]],
    ["`open", [{ kind: "text", text: "`open" }]],
    [
      "``open` here",
      [
        { kind: "text", text: "``open" },
        { kind: "text", text: "` here" },
      ],
    ],
    ["** no **", [{ kind: "text", text: "** no **" }]],
    [
      "see https://example.com/a?b=1.",
      [
        { kind: "text", text: "see " },
        { kind: "link", text: "https://example.com/a?b=1" },
        { kind: "text", text: "." },
      ],
    ],
    ["[x](javascript:alert(1))", [{ kind: "text", text: "[x](javascript:alert(1))" }]],
  ])("%s", (line, pieces) => {
    expect(joined(piecesOf(line))).toEqual(joined(pieces));
  });

  test("paragraphs, their lines and lists are kept apart; comments of HTML are not shown", () => {
    const text = "One\r\ntwo\n\n- a\n- b\n\n\n<!-- svc:v1:x -->";
    expect(blocksOf(text).map(({ kind, lines }) => [kind, lines.map((line) => line[0]!.text)])).toEqual([
      ["paragraph", ["One", "two"]],
      ["list", ["a", "b"]],
    ]);
  });

  test("what svc puts in a code span is read as that, whatever it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const span = codeSpan(text);
        const shown = span === "(blank)" ? "text" : "code";
        expect(piecesOf(span).map(({ kind }) => kind)).toEqual([shown]);
      }),
    );
  });

  test("no letter of a line is lost", () => {
    const bare = (text: string) => text.replaceAll(/[`* ]/g, "");
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "*", " ", "a", "h", "https://x.y ") }), (line) => {
        const read = piecesOf(line)
          .map(({ text }) => text)
          .join("");
        expect(bare(read)).toBe(bare(line));
      }),
    );
  });
});

test.each([
  ["those that stay keep their order", ["b", "a", "c"], ["c", "b"], "", ["b", "c"]],
  ["new ones come last", ["b"], ["a", "b"], " z ", ["b", "a", "z"]],
  ["none is there twice", ["a"], ["a"], "a", ["a"]],
  ["all can go", ["a"], [], "", []],
])("the labels of an issue, edited: %s", (_, before, ticked, added, after) => {
  expect(relabelled(before, ticked, added)).toEqual(after);
});

test("what is kept is read back; anything else is nobody's", () => {
  const state = freshState(7);
  expect(readState(JSON.stringify(state))).toEqual(state);
  for (const text of ["", "{}", "null", "[]", '{"format":2,"lastId":1,"ports":{},"issues":{}}', "{"])
    expect(readState(text)).toBeUndefined();
});

type Shown = { kind: string; text: string };

/** Text beside text is one text to whoever reads it. */
function joined(pieces: Shown[]): Shown[] {
  const all: Shown[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.kind === "text" && piece.kind === "text") last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
