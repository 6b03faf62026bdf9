import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { attribute, type Mapping } from "../../server/clients/mappings/attribution.ts";
import { codeSpan } from "../../server/entries/code-span.ts";
import { type Confirmed, confirmationBody } from "../../server/entries/confirmation.ts";
import { parseCommands } from "../../server/entries/comment-commands.ts";
import { refusalBody } from "../../server/entries/refusal.ts";

const marker = "5f0c5b1e-0d5e-4f0e-9d6f-3f1a7f2b9a11";
const globex: Mapping = {
  id: 1,
  labelPattern: "client:globex",
  clientId: 1,
  repository: null,
  clientActive: true,
};
const initech: Mapping = { ...globex, id: 2, labelPattern: "client:initech", clientId: 2 };

function body(
  more: Partial<Confirmed> = {},
  labels = ["client:globex"],
  mappings = [globex, initech],
): string {
  return confirmationBody({
    marker,
    login: "ada",
    commands: [{ kind: "time", minutes: 120, workedOn: "2026-11-21", note: null }],
    attribution: attribute(labels, "acme/web", mappings),
    clientNames: new Map([
      [1, "Globex"],
      [2, "Initech"],
    ]),
    isPrivate: true,
    totals: { planned: 720, logged: 360 },
    ...more,
  });
}

describe("a confirmation says what was recorded", () => {
  test("the time, whom, the day, the client and by which label, the issue's totals", () => {
    expect(body()).toBe(
      [
        "Logged **2h** for `ada` on 2026-11-21.",
        "Client: `Globex`, by the label `client:globex`.",
        "This issue: 12h planned, 6h logged.",
        `<!-- svc:v1:${marker} -->`,
      ].join("\n\n"),
    );
  });

  test("several commands in one list, with their notes", () => {
    const commands = [
      { kind: "plan" as const, minutes: 480, workedOn: "2026-11-21", note: null },
      { kind: "time" as const, minutes: 90, workedOn: "2026-11-20", note: "found it" },
    ];
    expect(body({ commands })).toStartWith(
      "- Planned **8h** for `ada` on 2026-11-21.\n- Logged **1h 30m** for `ada` on 2026-11-20: `found it`\n\n",
    );
  });

  test("that no label is mapped", () => {
    expect(body({}, ["type:bugfix"])).toContain(
      "Client: none, since no label of this issue is mapped to a client.",
    );
  });

  test("that the client is deactivated", () => {
    expect(body({}, undefined, [{ ...globex, clientActive: false }])).toContain(
      "Client: none, since `Globex`, the client of the label `client:globex`, is deactivated.",
    );
  });

  test("that the labels lead to several clients", () => {
    expect(body({}, ["client:globex", "client:initech"])).toContain(
      "**Note:** the labels lead to 2 different clients: `Globex` (label `client:globex`) and `Initech` (label `client:initech`). The first one counts. If that is wrong, ask an admin for a correction.",
    );
  });

  test("that one label is mapped to several clients, where everybody can read it", () => {
    const text = body({ isPrivate: false }, undefined, [
      globex,
      { ...initech, labelPattern: "client:globex" },
    ]);
    expect(text).toContain(
      "**Note:** 2 different clients match the label `client:globex`. The first one counts.",
    );
  });

  test("names no client where everybody can read it", () => {
    for (const [labels, mappings] of [
      [["client:globex"], undefined],
      [["client:globex", "client:initech"], undefined],
      [["client:globex"], [{ ...globex, clientActive: false }]],
    ] as const) {
      const text = body({ isPrivate: false }, [...labels], mappings && [...mappings]);
      expect(text).not.toContain("Globex");
      expect(text).not.toContain("Initech");
      expect(text).toContain("`client:globex`");
    }
  });
});

test("a refusal says which line, what is wrong, what is accepted, and that nothing was recorded", () => {
  const read = parseCommands("/log 2h\n/log 1d", {
    commentedAt: new Date("2026-11-21T11:00:00Z"),
    timeZone: "Europe/Amsterdam",
    hoursPerDay: 8,
  });
  if (read.kind !== "problems") throw new Error("it was understood");
  expect(refusalBody({ marker, login: "ada", problems: read.problems })).toBe(
    [
      "Nothing was recorded, `ada`: a command could not be read.",
      "- Line 2, `/log 1d`: `1d` counts in days or longer, and a working day varies: write hours, e.g. `8h`.",
      "Accepted are e.g. `/log 2h`, `/log 1h30m yesterday`, `/log 45m 2026-11-03 fixed the login` and `/plan 8h`. Post all commands of that comment again as a new one: editing the old one does nothing.",
      `<!-- svc:v1:${marker} -->`,
    ].join("\n\n"),
  );
});

describe("whatever people write stays text", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc
      .array(
        fc.constantFrom(
          "@ada",
          "`",
          "``",
          "```",
          "-->",
          "<!--",
          "<img src=x>",
          "[a](http://x)",
          "#1",
          "\n",
          "\r\n",
          "\n\n",
          "**",
          "|",
          "\\",
          " ",
          "https://evil.example",
          "\u202E",
          "\u200B",
          "&#64;",
          "- ",
          "> ",
          "\0",
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join("")),
  );

  /** All but what stands in code spans, and the one comment that is ours. */
  function loose(markdown: string): { texts: string[]; kinds: Set<string> } {
    const [texts, kinds]: [string[], Set<string>] = [[], new Set()];
    const walk = (node: Nodes) => {
      if (node.type === "html" && node.value === `<!-- svc:v1:${marker} -->`) return;
      kinds.add(node.type);
      if (node.type === "text") texts.push(node.value);
      if ("children" in node) node.children.forEach(walk);
    };
    walk(fromMarkdown(markdown));
    return { texts, kinds };
  }
  const harmless = new Set(["root", "paragraph", "text", "inlineCode", "strong", "list", "listItem"]);

  test("in a confirmation", () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, nasty, fc.boolean(), (login, note, label, name, isPrivate) => {
        const mappings = [
          { ...globex, labelPattern: label },
          { ...initech, labelPattern: label },
        ];
        const text = body(
          {
            login,
            isPrivate,
            commands: [{ kind: "time", minutes: 60, workedOn: "2026-11-21", note: note || null }],
            clientNames: new Map([
              [1, name],
              [2, name],
            ]),
          },
          [label],
          mappings,
        );
        const { texts, kinds } = loose(text);
        expect([...kinds].filter((kind) => !harmless.has(kind))).toEqual([]);
        expect(texts.join(" ")).not.toMatch(/[@#<]|http/);
        expect(text).not.toMatch(/[\u202E\u200B\0]/);
        expect(text.length).toBeLessThan(60_000);
      }),
      { numRuns: 500 },
    );
  });

  test("in a refusal", () => {
    fc.assert(
      fc.property(nasty, nasty, (login, text) => {
        const read = parseCommands(`/log ${text}`, {
          commentedAt: new Date("2026-11-21T11:00:00Z"),
          timeZone: "Europe/Amsterdam",
          hoursPerDay: 8,
        });
        if (read.kind !== "problems") return;
        const { texts, kinds } = loose(refusalBody({ marker, login, problems: read.problems }));
        expect([...kinds].filter((kind) => !harmless.has(kind))).toEqual([]);
        expect(texts.join(" ")).not.toMatch(/[@#<]|http/);
      }),
      { numRuns: 500 },
    );
  });

  test("a code span shows the text it was given", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("`", " ", "a", "é", "😀", "@", "|"), minLength: 1, maxLength: 30 }),
        (text) => {
          fc.pre(text.trim() !== "");
          const [paragraph] = fromMarkdown(`x ${codeSpan(text)} y`).children;
          const code =
            paragraph?.type === "paragraph"
              ? paragraph.children.find((child) => child.type === "inlineCode")
              : undefined;
          expect(code?.type === "inlineCode" && code.value).toBe(text);
        },
      ),
    );
  });
});
