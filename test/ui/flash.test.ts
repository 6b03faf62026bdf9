import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFlash, toneOf, writeFlash, type FlashCode } from "../../server/ui/flash.ts";
import { words } from "../../server/ui/words.ts";

const codes = Object.keys(toneOf) as FlashCode[];
const printable = fc
  .string({ unit: "grapheme", maxLength: 40 })
  .filter((text) => !/\p{Cc}/u.test(text) && [...text].length <= 100);

test("what is written is read back as it was", () => {
  fc.assert(
    fc.property(fc.constantFrom(...codes), fc.option(printable, { nil: undefined }), (code, about) => {
      const flash = about === undefined ? { code } : { code, about };
      expect(readFlash(writeFlash(flash))).toEqual(flash);
    }),
  );
});

test("whatever it is about, it fits a cookie, and is read back on one line of 100 characters at most", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2000 }), (about) => {
      const value = writeFlash({ code: "token_revoked", about });
      expect(value).toMatch(/^[\w.!'()*~%-]+$/);
      expect(value.length).toBeLessThan(2000);
      const read = readFlash(value);
      expect(read?.code).toBe("token_revoked");
      expect([...(read?.about ?? "")].length).toBeLessThanOrEqual(100);
      expect(read?.about).not.toMatch(/\p{Cc}/u);
    }),
  );
});

describe("what we did not write is no flash", () => {
  test.each([
    undefined,
    "",
    "paid_out",
    "Token_revoked",
    "token_revoked%00",
    "constructor",
    "__proto__.x",
    "token_revoked.%",
    "token_revoked.%ff",
    "token_revoked.%0a",
    "token_revoked.%00",
    `token_revoked.${"x".repeat(101)}`,
    ".token_revoked",
    "<script>alert(1)</script>",
  ])("%p", (value) => {
    expect(readFlash(value)).toBeUndefined();
  });

  test("nor is anything at random, unless it would have been written so", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const flash = readFlash(value);
        if (flash) expect(readFlash(writeFlash(flash))).toEqual(flash);
      }),
    );
  });
});

test.each(codes)("%s has words in both languages", (code) => {
  expect(words.en.flash[code]("laptop")).not.toBe("");
  expect(words.nl.flash[code]("laptop")).not.toBe(words.en.flash[code]("laptop"));
});
