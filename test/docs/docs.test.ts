import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { version } from "../../package.json" with { type: "json" };
import { codes } from "../../server/openapi/codes/codes.ts";
import { openApi } from "../../server/openapi/document.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let stranger: Visitor;
beforeAll(async () => {
  svc = await startApp({ config: { publicUrl: "http://localhost:4321" } });
  stranger = svc.visitor();
});
afterAll(() => svc.stop());

const page = async (path: string, visitor = stranger) => (await visitor.get(path)).text();
const idsIn = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);
const linksIn = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, href]) => href!);

describe("the reference", () => {
  test("has a place for every operation, with its own host in the lines to try", async () => {
    const html = await page("/docs");
    const { paths } = openApi({ publicUrl: "http://localhost:4321", version });
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      expect(idsIn(html)).toContain(operation.operationId);
    }
    expect(html).toContain("http://localhost:4321/api/v1/time-entries");
    expect(html).toContain("svc entries --label-prefix");
    expect(html).not.toContain("hours.example.com/api");
  });

  test("is open to all, and needs no script", async () => {
    for (const path of ["/docs", "/docs/errors"]) {
      const response = await stranger.get(path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
      expect(await response.text()).not.toMatch(/<script(?! src="\/assets\/)|style="|https:\/\/cdn/);
    }
  });

  test("is of a size that a phone loads at once", async () => {
    for (const path of ["/docs", "/docs/errors"]) {
      expect(Bun.gzipSync(await page(path)).length).toBeLessThan(30_000);
    }
  });

  test("every id on a page is there once, and every link leads somewhere", async () => {
    const pages = new Map<string, string>();
    for (const path of ["/docs", "/docs/errors"]) pages.set(path, await page(path));
    for (const [path, html] of pages) {
      const ids = idsIn(html);
      expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
      for (const link of new Set(linksIn(html))) {
        const [to = "", place] = link.split("#");
        const there = pages.get(to === "" ? path : to);
        if (place !== undefined)
          expect([link, idsIn(there ?? "")]).toEqual([link, expect.arrayContaining([place])]);
        else expect([link, (await stranger.get(to)).status < 400]).toEqual([link, true]);
      }
    }
  });

  test("its frame is in the reader's language, and what is English says so", async () => {
    const html = await page("/docs", svc.visitor("nl"));
    expect(html).toContain('<html lang="nl">');
    expect(html).toContain("API-naslag");
    expect(html).toMatch(/<div lang="en">/);
  });

  test("whoever is signed in keeps the menu", async () => {
    svc.github.member("acme", "root", { role: "admin" });
    expect(await page("/docs", await svc.signedIn("root"))).toContain("/admin/tokens");
    expect(await page("/docs")).not.toContain('action="/sign-out"');
  });
});

test("every error that svc sends leads to its explanation", async () => {
  const ids = idsIn(await page("/docs/errors"));
  expect(ids).toEqual(expect.arrayContaining(Object.keys(codes)));
  const refused = await svc.send(new Request("http://localhost:4321/api/v1/time-entries"));
  const { type } = (await refused.json()) as { type: string };
  expect(type).toBe("/docs/errors#unauthenticated");
});
