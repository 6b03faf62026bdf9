import { describe, expect, test } from "bun:test";
import { webAddress } from "../../server/ui/href.ts";

test.each([
  [
    "https://github.com/acme/web/issues/1#issuecomment-2",
    "https://github.com/acme/web/issues/1#issuecomment-2",
  ],
  ["http://github.example.com/a b", "http://github.example.com/a%20b"],
  ["HTTPS://GitHub.com", "https://github.com/"],
  ['https://x.example/"><svg onload=alert(1)>', "https://x.example/%22%3E%3Csvg%20onload=alert(1)%3E"],
] as const)("%s is an address of the web", (text, href) => {
  expect(webAddress(text)).toBe(href);
});

describe("nothing else becomes a link", () => {
  test.each([
    "",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://x.example/1",
    "//x.example",
    "/admin",
    "https://",
  ])("%p", (text) => {
    expect(webAddress(text)).toBeUndefined();
  });
});
