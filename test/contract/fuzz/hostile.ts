import fc from "fast-check";

/** Texts that have brought other servers down, or through which something else was reached. */
export const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\u{d800}",
  "\u{1F468}\u200D\u{1F469}",
  "\u202Eevil",
  "null",
  "undefined",
  "NaN",
  "-0",
  "-1",
  "0",
  "00",
  "1e3",
  "0x10",
  "1.5",
  "1_000",
  "१",
  "2147483647",
  "2147483648",
  "9007199254740992",
  "99999999999999999999999999",
  "2026-02-30",
  "0000-01-01",
  "10000-01-01",
  "2026-10-05T25:00:00Z",
  "'; drop table entries; --",
  "' or 1=1 --",
  "%",
  "_",
  "%25",
  "%zz",
  "%00",
  "\\",
  "{}",
  "[]",
  "{a,b}",
  '{"$gt":""}',
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..%2f..%2f",
  "<script>alert(1)</script>",
  "${7*7}",
  "acme/web#0",
  "acme/web#2147483648",
  "acme//web",
  "a,b",
  "[x]",
  "wbso:",
  ":",
  "x".repeat(1025),
  "x".repeat(5000),
  "\r\nSet-Cookie: a=b",
];

export const hostileText = () =>
  fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({ unit: "binary-ascii", maxLength: 30 }),
  );

/** A query, not even well-formed. */
export const hostileQuery = () =>
  fc
    .array(fc.tuple(hostileText(), hostileText(), fc.boolean()), { maxLength: 6 })
    .map((pairs) =>
      pairs
        .map(([name, value, raw]) =>
          raw ? `${inAddress(name)}=${inAddress(value)}` : `${encoded(name)}=${encoded(value)}`,
        )
        .join("&"),
    );

/** Any JSON, and what is none. */
export const hostileBody = (): fc.Arbitrary<string | Uint8Array> =>
  fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc
      .dictionary(
        fc.constantFrom("name", "label_pattern", "client_id", "repository", "labels", "x"),
        fc.jsonValue(),
      )
      .map((value) => JSON.stringify(value)),
    hostileText(),
    fc.uint8Array({ maxLength: 40 }),
    fc.constantFrom(
      '{"name":"a","name":"b"}',
      '{"__proto__":{"admin":true},"name":"a"}',
      '{"name":1e400}',
      '{"client_id":1.0,"label_pattern":"a"}',
      '{"client_id":-0,"label_pattern":"a"}',
      "[".repeat(2000),
      `${"[".repeat(5000)}${"]".repeat(5000)}`,
      `{"name":"${"x".repeat(70_000)}"}`,
      `{${'"a":{'.repeat(3000)}${"}".repeat(3001)}`,
      '\u{feff}{"name":"a"}',
    ),
  );

/** As `encodeURIComponent`, also of half a character, which that refuses. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Raw, but for what would end the address or the line. */
function inAddress(text: string): string {
  return text.replaceAll(/[\0-\x20#\x7f\u0080-\u{10ffff}]/gu, (character) => encoded(character));
}
