import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chooseLanguage, languages } from "../../server/ui/language.ts";

const asked = (acceptLanguage: string | null, cookie?: string) => chooseLanguage({ cookie, acceptLanguage });

describe("a browser gets the language it asks for", () => {
  test.each([
    ["nl", "nl"],
    ["nl-NL", "nl"],
    ["nl-BE,nl;q=0.9,en;q=0.8", "nl"],
    ["NL-nl", "nl"],
    ["en-GB,en;q=0.9,nl;q=0.8", "en"],
    ["fr-FR, de;q=0.9, nl;q=0.1", "nl"],
    ["en;q=0.5, nl;q=0.6", "nl"],
    ["nl;q=0.5, en;q=0.50", "nl"],
    ["en, nl", "en"],
    ["nl, en", "nl"],
    ["nl;q=1.000, en", "nl"],
    ["nl ; q=0.9 , en ; q=0.8", "nl"],
    ["*", "en"],
    ["nl;q=0.2, *;q=0.8", "en"],
    ["en;q=0, *", "nl"],
    ["en;q=0.1, *;q=0.5", "nl"],
  ])("%s → %s", (header, language) => {
    expect(asked(header)).toBe(language as "en" | "nl");
  });
});

describe("English is for whoever asks for nothing we have, or for nothing that can be read", () => {
  test.each([
    null,
    "",
    "fr",
    "fr, de;q=0.5",
    "nl;q=0",
    "nl;q=0, en;q=0",
    "nlx",
    "nl;q=2",
    "nl;q=0.1234",
    "nl;q=-1",
    "nl;q=",
    "nl;level=1",
    "nl;q=1;q=0",
    ",,,;;;",
    "<nl>",
  ])("%p", (header) => {
    expect(asked(header)).toBe("en");
  });
});

describe("what was chosen here goes before what the browser asks for", () => {
  test.each(["nl", "en"] as const)("%s", (cookie) => {
    expect(asked("en", cookie)).toBe(cookie);
    expect(asked("nl", cookie)).toBe(cookie);
  });

  test.each(["", "NL", "fr", "nl-NL", "__proto__", "<script>"])("but %p was never a choice", (cookie) => {
    expect(asked("nl", cookie)).toBe("nl");
    expect(asked("en", cookie)).toBe("en");
  });
});

test("any header gives a language that we have", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      expect(languages).toContain(asked(header));
    }),
  );
});

test("the order of the parts says nothing where their weights differ", () => {
  const part = fc.record({
    name: fc.constantFrom("nl", "en", "fr", "de-AT", "*"),
    weight: fc.integer({ min: 0, max: 1000 }),
  });
  const parts = fc.uniqueArray(part, { selector: ({ weight }) => weight, maxLength: 6 });
  const header = (list: { name: string; weight: number }[]) =>
    list.map(({ name, weight }) => `${name};q=${(weight / 1000).toFixed(3)}`).join(", ");
  fc.assert(
    fc.property(parts, (list) => {
      expect(asked(header(list))).toBe(asked(header(list.toReversed())));
    }),
  );
});
