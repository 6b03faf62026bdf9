import { expect, test } from "bun:test";
import { readTokenLabel } from "../../server/tokens/label.ts";

test.each([
  ["laptop", "laptop"],
  ["  svc on Ada's laptop ", "svc on Ada's laptop"],
  ["🎉".repeat(100), "🎉".repeat(100)],
  ['"><svg onload=alert(1)>', '"><svg onload=alert(1)>'],
])("%p is a label", (text, label) => {
  expect(readTokenLabel(text)).toEqual({ ok: true, label });
});

test.each([
  ["", "required"],
  [" \t ", "required"],
  ["x".repeat(101), "too_long"],
  ["a\u0000b", "unprintable"],
  ["a\nb", "unprintable"],
  ["a\u001b[31mb", "unprintable"],
  ["a\ud800", "unprintable"],
  ["\u200b\u2060", "invisible"],
  [`svc_${"aB3_-".repeat(9).slice(0, 43)}`, "secret"],
])("%p is refused as %s", (text, code) => {
  expect(readTokenLabel(text)).toMatchObject({ ok: false, code });
});
