import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readAuthorization } from "../../server/tokens/authorization.ts";

const payload = "Zk3v9QpL-abcdefghijklmnopqrstuvwxyz_0123456";
const token = `svc_${payload}`;

test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}`])("%p is a token", (header) => {
  expect(readAuthorization(header)).toEqual({ kind: "token", payload });
});

describe("what cannot be a token says what went wrong", () => {
  test.each([
    [null, "none", "No token was sent"],
    ["", "none", "No token was sent"],
    ["   ", "none", "No token was sent"],
    ["Basic YWRhOnNlY3JldA==", "none", "Only bearer tokens"],
    ["ghp_abcdefghijklmnop", "none", "Only bearer tokens"],
    [token, "mangled", "The word Bearer is missing"],
    [`Token ${token}`, "mangled", "The word Bearer is missing"],
    ["Bearer", "mangled", "is the variable that should hold it set?"],
    ["Bearer ", "mangled", "is the variable that should hold it set?"],
    ["Bearer $SVC_TOKEN", "mangled", "name of a variable"],
    ["Bearer ${SVC_TOKEN}", "mangled", "name of a variable"],
    ["Bearer %SVC_TOKEN%", "mangled", "name of a variable"],
    ["Bearer {{token}}", "mangled", "name of a variable"],
    [`Bearer: ${token}`, "mangled", "Remove the colon"],
    [`Bearer Bearer ${token}`, "mangled", "stands there twice"],
    [`Bearer "${token}"`, "mangled", "Remove the quotes"],
    [`Bearer '${token}`, "mangled", "Remove the quotes"],
    [`"Bearer ${token}"`, "mangled", "Remove the quotes"],
    [`Bearer <${token}>`, "mangled", "Remove the brackets"],
    [`Bearer ${token.slice(0, 20)} ${token.slice(20)}`, "mangled", "space or line break"],
    [`Bearer ${token} `, "mangled", "one ordinary space"],
    [`Bearer\u00a0${token}`, "mangled", "one ordinary space"],
    [`Bearer\t${token}`, "mangled", "one ordinary space"],
    [`Bearer SVC_${payload}`, "mangled", "in lower case"],
    [`Bearer ${payload}`, "mangled", "begin with svc_"],
    ["Bearer ghp_abcdefghijklmnop", "mangled", "begin with svc_"],
    [`Bearer ${token.slice(0, -1)}`, "mangled", "this one has 46"],
    [`Bearer ${token}A`, "mangled", "this one has 48"],
    [`Bearer ${token.slice(0, -1)}=`, "mangled", "a character in it that no token has"],
    [`Bearer ${token.slice(0, -1)}…`, "mangled", "a character in it that no token has"],
    [`Bearer ${token}, Bearer ${token}`, "several", "one Authorization header"],
    [`Basic YTpi, Bearer ${token}`, "several", "one Authorization header"],
  ] as const)("%p", (header, kind, message) => {
    const read = readAuthorization(header);
    expect(read.kind).toBe(kind);
    expect("message" in read && read.message).toContain(message);
  });
});

test("nothing of what was sent is repeated", () => {
  const around = fc.constantFrom("", " ", '"', "'", "Bearer ", "Token ", "<", ", ", ":", "Bearer: ", "x");
  fc.assert(
    fc.property(around, around, fc.stringMatching(/^[A-Za-z0-9_-]{12,60}$/), (before, after, secret) => {
      const read = readAuthorization(`${before}svc_${secret}${after}`);
      if (read.kind !== "token") expect(read.message).not.toContain(secret.slice(0, 10));
    }),
  );
});

test("no header makes it fail, or take long", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (header) => void readAuthorization(header)));
  const start = performance.now();
  for (const piece of ["Bearer ", " ", "svc_", '"', ",", "\t"]) readAuthorization(piece.repeat(20_000));
  readAuthorization(`Bearer${" ".repeat(20_000)}x`);
  // Linear time takes some 30 ms; anything worse, minutes.
  expect(performance.now() - start).toBeLessThan(2_000);
});
