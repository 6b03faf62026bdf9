import { expect, test } from "bun:test";
import fc from "fast-check";
import { readAuthorization } from "../../server/tokens/authorization.ts";
import { composeToken, isBcryptHash, splitPayload } from "../../server/tokens/token.ts";

const random = fc.uint8Array({ minLength: 32, maxLength: 32 });

test("a token is svc_ and 43 characters that carry all 32 bytes", () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const { plaintext, prefix, secret } = composeToken(bytes);
      expect(plaintext).toMatch(/^svc_[A-Za-z0-9_-]{43}$/);
      expect(plaintext).toBe(`svc_${prefix}${secret}`);
      expect([prefix.length, secret.length]).toEqual([8, 35]);
      expect(Uint8Array.fromBase64(plaintext.slice(4), { alphabet: "base64url" })).toEqual(bytes);
    }),
  );
});

test("what is composed is read back from a header, and split into the same parts", () => {
  fc.assert(
    fc.property(random, (bytes) => {
      const { plaintext, prefix, secret } = composeToken(bytes);
      const read = readAuthorization(`Bearer ${plaintext}`);
      expect(read.kind === "token" && splitPayload(read.payload)).toEqual({ prefix, secret });
    }),
  );
});

test("fewer random bytes are refused", () => {
  expect(() => composeToken(new Uint8Array(31))).toThrow("32 random bytes");
});

test.each([
  [`$2b$12$${"a".repeat(53)}`, true],
  [`$2b$04$${"a".repeat(53)}`, false],
  [`$2b$31$${"a".repeat(53)}`, false],
  [`$2b$12$${"a".repeat(52)}`, false],
  [`$2b$12$${"é".repeat(53)}`, false],
  ["$argon2id$v=19$m=4194304,t=100,p=1$c2FsdA$aGFzaA", false],
  ["", false],
])("%s is a hash of ours: %p", (hash, ours) => {
  expect(isBcryptHash(hash)).toBe(ours);
});
