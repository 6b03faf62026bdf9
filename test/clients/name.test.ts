import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { isSameName, parseClientName } from "../../server/clients/name.ts";

describe("a client's name (spec 2.3)", () => {
  const kept = [
    "Acme",
    "x",
    "Śląsk & Zn. — “BV”",
    "🙂",
    "👩‍💻 Studio",
    "می‌خواهم",
    "日本",
    "=1+1",
    "<b>",
    "n".repeat(200),
  ];
  test.each(kept)("%s is one as it is", (text) =>
    expect(parseClientName(text)).toEqual({ ok: true, name: text }),
  );

  const mended: [string, string][] = [
    ["  Acme \n", "Acme"],
    ["Acme   BV", "Acme BV"],
    ["Acme\u00A0BV", "Acme BV"],
    ["\u3000Acme", "Acme"],
    ["Cafe\u0301", "Café"],
    ["\u212Angström", "Kngström"],
    ["\uFEFFAcme", "Acme"],
    ["e\u0301".repeat(200), "é".repeat(200)],
  ];
  test.each(mended)("%j is read as %s", (text, name) =>
    expect(parseClientName(text)).toEqual({ ok: true, name }),
  );

  const refused: [string, string][] = [
    ["", "empty"],
    [" \t\n", "empty"],
    ["\u200D", "empty"],
    ["n".repeat(201), "too_long"],
    ["🙂".repeat(201), "too_long"],
    ["Ac\nme", "unprintable"],
    ["Ac\tme", "unprintable"],
    ["Ac\0me", "unprintable"],
    ["Ac\u001B[31mme", "unprintable"],
    ["Ac\u2028me", "unprintable"],
    ["Ac\u200Bme", "unprintable"],
    ["Ac\u00ADme", "unprintable"],
    ["\u202EemcA", "unprintable"],
    ["\u2066Acme", "unprintable"],
    ["Ac\uD83Dme", "unprintable"],
  ];
  test.each(refused)("%j is refused: %s", (text, code) => {
    const read = parseClientName(text);
    expect(read).toMatchObject({ ok: false, code });
    if (!read.ok) expect(read.message).toMatch(/\. \p{Lu}.+\.$/u);
  });

  test("what was read is read again as it is, fits the column and is one line", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 210 }), (text) => {
        const read = parseClientName(text);
        if (!read.ok) return;
        expect(parseClientName(read.name)).toEqual(read);
        expect([...read.name].length).toBeWithin(1, 201);
        expect(read.name).toBe(read.name.trim());
        expect(read.name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 2_000 },
    );
  });
});

test("case does not tell names apart, whatever the script; anything else does (D12)", () => {
  const same: [string, string][] = [
    ["Acme", "ACME"],
    ["Éclair", "éCLAIR"],
    ["ΣΊΣΥΦΟΣ", "σίσυφος"],
    ["Ангара", "АНГАРА"],
  ];
  for (const [one, other] of same) expect(isSameName(one, other)).toBe(true);
  const different: [string, string][] = [
    ["Acme", "Acme BV"],
    ["Eclair", "Éclair"],
    ["Acme", "Асme"],
  ];
  for (const [one, other] of different) expect(isSameName(one, other)).toBe(false);
});
