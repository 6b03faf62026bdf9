import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  clearCookie,
  cookieName,
  readCookie,
  sessionCookie,
  setCookie,
} from "../../server/sessions/cookie.ts";

const https = "https://svc.example.com";
const http = "http://localhost:3000";

describe("a cookie of ours (D20)", () => {
  test("on https bears the prefix that binds it to this host, and goes over https alone", () => {
    expect(sessionCookie(https)).toBe("__Host-svc_session");
    expect(setCookie(https, "svc_session", "secret", { maxAge: 60 })).toBe(
      "__Host-svc_session=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
    );
  });

  test("on this machine, over http, has neither, which browsers would refuse there", () => {
    expect(sessionCookie(http)).toBe("svc_session");
    expect(setCookie(http, "svc_session", "secret", { maxAge: 60 })).toBe(
      "svc_session=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
    );
  });

  test("goes with the browser where no age is given, and is gone at once where it is ended", () => {
    expect(setCookie(http, "svc_flash", "x")).toBe("svc_flash=x; Path=/; HttpOnly; SameSite=Lax");
    expect(clearCookie(https, "svc_flash")).toBe(
      "__Host-svc_flash=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
    );
  });

  test.each(["svc_session", "svc_sign_in", "svc_flash", "svc_language"])(
    "%s meets what a browser asks of the prefix: Secure, Path=/ and no Domain",
    (name) => {
      for (const cookie of [setCookie(https, name, "x"), clearCookie(https, name)]) {
        expect(cookie).toStartWith(`__Host-${name}=`);
        const attributes = cookie.split("; ").slice(1);
        expect(attributes).toContain("Secure");
        expect(attributes).toContain("Path=/");
        expect(attributes.filter((attribute) => /^domain/i.test(attribute))).toEqual([]);
      }
    },
  );
});

describe("of a Cookie header", () => {
  const headers: [string, string | null, string | undefined][] = [
    ["none has no cookie", null, undefined],
    ["an empty one has none", "", undefined],
    ["one is read", "a=1", "1"],
    ["one among others is read", "b=2; a=1; c=3", "1"],
    ["one without the space after the semicolon is read", "b=2;a=1;c=3", "1"],
    ["one with more space is read", "  a = 1  ; b=2", "1"],
    ["a value may have an equals sign in it", "a=1=2==", "1=2=="],
    ["an empty value is one", "a=; b=2", ""],
    ["a value is not decoded", "a=%31", "%31"],
    ["quotes are part of the value", 'a="1"', '"1"'],
    ["a value stays text, also where it looks like JSON", 'a={"b":1}', '{"b":1}'],
    ["another case is another name", "A=1", undefined],
    ["a name that ends alike is another", "xa=1; -a=2; __Host-a=3", undefined],
    ["a name that begins alike is another", "ab=1; a.b=2; a[0]=3", undefined],
    ["a name behind a no-break space is another: browsers bind no prefix there", "\u00A0a=1", undefined],
    ["a name without a value is no cookie", "a; b=2", undefined],
    ["a value that looks like a cookie is none", "b=a=1", undefined],
    ["a comma parts nothing", "b=2, a=1", undefined],
    ["twice the same name is none: one of them was planted", "a=1; a=2", undefined],
    ["also where both are the same", "a=1; a=1", undefined],
    ["also where one is empty", "a=1; a=", undefined],
    ["also with others between them", "a=1; b=2; a=3", undefined],
    ["also three times", "a=1; a=2; a=3", undefined],
    ["also where the first is without a space", "a=1;a =2", undefined],
  ];
  test.each(headers)("%s: %p", (_, header, value) => expect(readCookie(header, "a")).toBe(value));

  test("a name from the prototype of objects is a name like any other", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(readCookie("a=1", name)).toBeUndefined();
      expect(readCookie(`${name}=1`, name)).toBe("1");
    }
  });

  test("what browsers take for a part of the name is one: a prefix behind it is bound to no host", () => {
    const name = sessionCookie(https);
    for (const mark of ["\u00A0", "\u0085", "\v", "\f", "\uFEFF", "\u2000", "\u2028", "\u3000"]) {
      expect(readCookie(`${mark}${name}=planted`, name)).toBeUndefined();
      expect(readCookie(`a=1; ${mark}${name}=planted; ${name}=ours`, name)).toBe("ours");
      expect(readCookie(`${name}${mark}=planted`, name)).toBeUndefined();
    }
    expect(readCookie(`\t ${name} \t=\t ours \t`, name)).toBe("ours");
  });

  test("a planted cookie without the prefix is not the one that has it", () => {
    expect(readCookie("svc_session=planted", sessionCookie(https))).toBeUndefined();
    expect(readCookie("svc_session=planted; __Host-svc_session=ours", sessionCookie(https))).toBe("ours");
  });
});

test("what is set is what is read back, among whatever else the browser sends", () => {
  const value = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_.%!~*'()=".split("")) });
  const other = fc.tuple(fc.constantFrom("x", "xa", "ax", "__Host-x"), value);
  fc.assert(
    fc.property(
      value,
      fc.array(other),
      fc.array(other),
      fc.constantFrom(https, http),
      (mine, before, after, url) => {
        const pair = setCookie(url, "a", mine).split("; ")[0]!;
        const header = [
          ...before.map((each) => each.join("=")),
          pair,
          ...after.map((each) => each.join("=")),
        ];
        expect(readCookie(header.join("; "), cookieName(url, "a"))).toBe(mine);
        expect(readCookie([...header, pair].join("; "), cookieName(url, "a"))).toBeUndefined();
      },
    ),
  );
});

test("a header of any form is read without failing, and in time that grows with it alone", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      expect(readCookie(header, "a")).toBeOneOf([undefined, expect.any(String)]);
    }),
  );
  const start = performance.now();
  for (const piece of [";", "=", "a=1;", " ", "a"]) readCookie(piece.repeat(100_000), "a");
  expect(performance.now() - start).toBeLessThan(2_000);
});
