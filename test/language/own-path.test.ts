import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ownPath } from "../../server/language/own-path.ts";

const site = "https://hours.example.com";

test.each(["/admin", "/", "/sign-in?next=%2Fadmin", "/admin/tokens?state=all&label=a%2Cb"])(
  "%s is gone back to as it is",
  (path) => {
    expect(ownPath(path, site)).toBe(path);
  },
);

describe("whatever leads elsewhere leads to the start page", () => {
  test.each([
    "",
    "admin",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/..//evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "https://evil.example/",
    "https://hours.example.com.evil.example/",
    "javascript:alert(1)",
    "/admin\r\nset-cookie: a=b",
    "/é",
    ` /admin`,
    `/${"a".repeat(2_000)}`,
  ])("%p", (path) => {
    expect(ownPath(path, site)).toBe("/admin");
  });
});

test("a browser that follows the answer stays on this site, whatever was sent", () => {
  const piece = fc.constantFrom(
    "/",
    "\\",
    ".",
    "..",
    "evil.example",
    ":",
    "@",
    "?",
    "#",
    "\t",
    "%2f",
    "%5c",
    "http:",
    "a",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = ownPath(pieces.join(""), site);
      expect(path).toStartWith("/");
      expect(new URL(path, site).origin).toBe(site);
    }),
    { numRuns: 2_000 },
  );
});
