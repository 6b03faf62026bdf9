import { describe, expect, test } from "bun:test";
import { assetUrls } from "../../server/assets.ts";
import { frameOf } from "../../server/ui/frame.ts";

const frame = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  frameOf(new Request(`http://localhost${path}`, { headers, method }), assetUrls);

describe("the language and the flash come from our cookies", () => {
  test.each([
    ["svc_language=nl", "nl"],
    ["a=b; svc_language=nl; c=d", "nl"],
    ["__Host-svc_language=nl", "nl"],
    ["__Host-svc_language=nl; svc_language=en", "nl"],
    ["svc_language=nl; svc_language=en", "en"],
    ["xsvc_language=nl", "en"],
    ["svc_language=%6el", "en"],
  ])("%s → %s", (cookie, language) => {
    expect(frame("/admin", { cookie }).language).toBe(language as "en" | "nl");
  });

  test("a flash is what it was written as, and nothing else", () => {
    expect(frame("/admin", { cookie: "svc_flash=token_revoked.old%20phone" }).flash).toEqual({
      code: "token_revoked",
      about: "old phone",
    });
    expect(frame("/admin", { cookie: "svc_flash=Your%20password%20is%20wanted" }).flash).toBeUndefined();
    expect(frame("/admin").flash).toBeUndefined();
  });
});

describe("the language switch comes back to the page", () => {
  test.each([
    ["GET", "/admin/tokens?state=all&of=everybody", {}, "/admin/tokens?state=all&of=everybody"],
    ["HEAD", "/admin", { referer: "http://localhost/other" }, "/admin"],
    [
      "POST",
      "/admin/tokens",
      { referer: "http://localhost/admin/tokens/new?label=x" },
      "/admin/tokens/new?label=x",
    ],
    ["POST", "/admin/tokens", {}, "/admin/tokens"],
    ["POST", "/admin/tokens", { referer: "http://[" }, "/"],
  ] as const)("%s %s", (method, path, headers, page) => {
    expect(frame(path, headers, method).path).toBe(page);
  });
});
