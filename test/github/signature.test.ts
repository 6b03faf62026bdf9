import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { sign } from "@octokit/webhooks-methods";
import fc from "fast-check";
import { verifySignature } from "../../server/github/signature.ts";

const secret = "It's a Secret to Everybody";
const body = bytes('{"action":"created","comment":{"body":"/log 2h – koffie ☕"}}');
const right = signatureOf(secret, body);

test("GitHub's own example is accepted", () => {
  // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
  const example = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
  expect(verifySignature([secret], bytes("Hello, World!"), example)).toBe(true);
});

test("what Octokit signs is accepted", async () => {
  const text = new TextDecoder().decode(body);
  expect(verifySignature([secret], body, await sign(secret, text))).toBe(true);
});

describe("a delivery is turned away when its signature", () => {
  const wrong: [string, string | null][] = [
    ["is missing", null],
    ["is empty", ""],
    ["is another one", `sha256=${"0".repeat(64)}`],
    ["was made with another secret", signatureOf("another secret", body)],
    ["was made of another body", signatureOf(secret, bytes("{}"))],
    ["is SHA-1", `sha1=${createHmac("sha1", secret).update(body).digest("hex")}`],
    ["is SHA-1 under the name of SHA-256", `sha256=${createHmac("sha1", secret).update(body).digest("hex")}`],
    ["is one digit short", right.slice(0, -1)],
    ["is one digit long", `${right}0`],
    ["is in upper case", right.toUpperCase()],
    ["has its digits in upper case", `sha256=${right.slice(7).toUpperCase()}`],
    ["has no name of an algorithm", right.slice(7)],
    ["is followed by a space", `${right} `],
    ["is followed by a line break", `${right}\n`],
    ["is given twice", `${right}, ${right}`],
    ["holds what is no digit", `sha256=${"g".repeat(64)}`],
    ["holds what is no ASCII", `sha256=${"é".repeat(64)}`],
  ];
  test.each(wrong)("%s", (_, header) => {
    expect(verifySignature([secret], body, header)).toBe(false);
  });
});

test("a body changed by one byte is turned away, whichever byte it is", () => {
  for (const index of body.keys()) {
    const changed = body.slice();
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(verifySignature([secret], changed, right)).toBe(false);
  }
});

test("an empty body has a signature like any other", () => {
  const empty = new Uint8Array();
  expect(verifySignature([secret], empty, signatureOf(secret, empty))).toBe(true);
  expect(verifySignature([secret], empty, right)).toBe(false);
});

test("bytes that are not UTF-8 are told apart", () => {
  // As text, both would be one and the same replacement character.
  const [one, other] = [Uint8Array.of(0x7b, 0xff, 0x7d), Uint8Array.of(0x7b, 0xfe, 0x7d)];
  expect(verifySignature([secret], one, signatureOf(secret, one))).toBe(true);
  expect(verifySignature([secret], other, signatureOf(secret, one))).toBe(false);
});

describe("while a secret is replaced", () => {
  const [old, fresh] = ["the old secret", "the new secret"];

  test.each([old, fresh])("%s is accepted", (used) => {
    expect(verifySignature([fresh, old], body, signatureOf(used, body))).toBe(true);
  });

  test("a retired one no longer is", () => {
    expect(verifySignature([fresh], body, signatureOf(old, body))).toBe(false);
  });
});

test("without a secret nothing is accepted, not even what was signed with an empty one", () => {
  expect(verifySignature([], body, right)).toBe(false);
  const key = createHmac("sha256", "").update(body).digest("hex");
  expect(verifySignature([""], body, `sha256=${key}`)).toBe(false);
  expect(verifySignature(["", secret], body, `sha256=${key}`)).toBe(false);
});

test("any bytes are accepted with their signature, and nothing else is a signature", () => {
  const arbitraryBytes = fc.uint8Array({ maxLength: 300 });
  fc.assert(
    fc.property(arbitraryBytes, fc.string({ minLength: 1 }), fc.string(), (content, key, header) => {
      expect(verifySignature([key], content, signatureOf(key, content))).toBe(true);
      expect(verifySignature([key], content, header)).toBe(false);
    }),
  );
});

function signatureOf(key: string, content: Uint8Array): string {
  return `sha256=${createHmac("sha256", key).update(content).digest("hex")}`;
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
