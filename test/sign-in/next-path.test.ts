import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { safeNext } from "../../server/sign-in/next-path.ts";

const site = "https://svc.example.com";

describe("after signing in one comes back", () => {
  test.each([
    "/admin",
    "/admin/",
    "/admin/tokens",
    "/admin/tokens/new?label=svc+on+laptop",
    "/admin/entries?label=wbso%3Aspeur&label=a%2Cb&from=2026-01-01",
    "/admin/entries?repository=acme%2Fweb&next=//evil.example",
    "/admin/caf%C3%A9",
  ])("to %s", (path) => {
    expect(safeNext(path, site)).toBe(path);
  });

  test("to the same page under a shorter name", () => {
    expect(safeNext("/admin/entries/../tokens", site)).toBe("/admin/tokens");
    expect(safeNext("/admin/tokens#new", site)).toBe("/admin/tokens");
  });
});

describe("one goes to the start page, and nowhere else, with", () => {
  test.each([
    [null],
    [""],
    ["/"],
    ["//e"],
    ["/\\e"],
    ["\\\\e"],
    ["/%09/e"],
    ["/\t/e"],
    ["\t//e"],
    [" //e"],
    ["https:e"],
    ["https:/e"],
    ["https://e"],
    ["https://svc.example.com/admin"],
    ["http://svc.example.com/admin"],
    ["//svc.example.com/admin"],
    ["https://svc.example.com@e/admin"],
    ["javascript:alert(1)"],
    ["data:text/html,x"],
    ["admin"],
    ["admin/tokens"],
    ["?next=/admin"],
    ["/administrator"],
    ["/admin.evil"],
    ["/Admin"],
    ["/admin/../..//e"],
    ["/admin/..//e"],
    ["/admin/../api/v1/me"],
    ["/admin/%2e%2e/api"],
    ["/admin/%2E%2E//e"],
    ["/admin/..%2f.."],
    ["/admin/..%2F..%2F%2Fe"],
    ["/admin/%5c%5ce"],
    ["/admin/%252e%252e/%252fe"],
    ["/admin//e"],
    ["/admin\n"],
    ["/admin/\r\nset-cookie: a=b"],
    ["/admin/%0d%0aset-cookie:%20a=b"],
    ["/admin/%00"],
    ["/admin/\0"],
    ["/admin/é"],
    ["/admin\\..\\..\\e"],
    ["/sign-in/link/x"],
    ["/sign-out"],
    [`/admin/${"x".repeat(2_000)}`],
  ])("%j", (text) => {
    expect(safeNext(text, site)).toBe("/admin");
  });
});

test("whatever is asked for, the way leads to this very site, under /admin, read by whomever", () => {
  const piece = fc.constantFrom(
    ..."/ // \\ /\\ . .. %2e %2f %5c %09 \t \n \r \0 @ : ? # & = e admin /admin http: https: javascript: evil.example".split(
      " ",
    ),
    "\u2028",
    " ",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.array(piece, { maxLength: 12 }).map((pieces) => `/admin${pieces.join("")}`),
    fc.webUrl(),
    fc.string(),
  );
  const origins = fc.constantFrom(site, "http://localhost:3000", "http://[::1]:3000");
  fc.assert(
    fc.property(text, origins, (asked, origin) => {
      const next = safeNext(asked, origin);
      const url = new URL(next, origin);
      expect(url.origin).toBe(origin);
      expect(url.pathname === "/admin" || url.pathname.startsWith("/admin/")).toBe(true);
      expect(next).toMatch(/^\/admin[\x21-\x7e]*$/);
      expect(next).not.toContain("\\");
      // Whoever decodes it once more, or twice, ends in the same place.
      for (const again of [decoded(url.pathname), decoded(decoded(url.pathname))]) {
        const resolved = new URL(again, origin);
        expect(resolved.origin).toBe(origin);
        expect(resolved.pathname).toStartWith("/admin");
      }
      expect(safeNext(next, origin)).toBe(next);
    }),
    { numRuns: 2_000 },
  );
});

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
