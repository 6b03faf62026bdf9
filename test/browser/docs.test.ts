import { afterAll, beforeAll, expect, test } from "bun:test";
import { createBrowser } from "../support/browser.ts";
import { startListening } from "../support/listening.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

// Long pages, at which axe looks for seconds: on a desk and on a phone, each in one of the themes.
for (const [theme, width, language] of [
  ["light", 1280, "en"],
  ["dark", 360, "nl"],
] as const) {
  test(`the reference in ${theme}, ${width} wide: nothing for axe or the CSP to report, folded or not`, async () => {
    for (const path of ["/docs", "/docs/errors"]) {
      const visit = await browser.browse(svc.url + path, { theme, width, language });
      await visit.page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))");
      expect([path, await visit.violations(), await visit.overflow()]).toEqual([path, [], 0]);
      expect([path, visit.complaints()]).toEqual([path, []]);
      await visit.close();
    }
  }, 60_000);
}

test("a line is copied with one click, and a code of an error leads to its explanation", async () => {
  const { page, close } = await browser.browse(`${svc.url}/docs`);
  await page.click("#getMe button");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    `curl '${svc.url}/api/v1/me' \\\n  -H "Authorization: Bearer $SVC_TOKEN"`,
  );
  await page.click("#getMe summary:has-text('Errors')");
  await page.click("#getMe a:has-text('rate_limited')");
  expect(page.url()).toBe(`${svc.url}/docs/errors#rate_limited`);
  await close();
}, 60_000);
