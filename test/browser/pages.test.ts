import { afterAll, beforeAll, expect, test } from "bun:test";
import { createBrowser, type Visit } from "../support/browser.ts";
import { startListening } from "../support/listening.ts";
import { fillPanel } from "../support/panel-data.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  svc.github.browser.signedIn = "root";
  await fillPanel(svc);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

/** Every page, with what the browser itself says of its status. */
const pages: [path: string, status: number][] = [
  ["/sign-in", 200],
  ["/sign-in/github/callback?code=x&state=y", 400],
  ["/admin", 200],
  ["/admin?period=week&by=client:", 200],
  ["/admin?period=last-month", 200],
  ["/admin/entries", 200],
  ["/admin/entries?label=client:globex&user=ada&include=superseded", 200],
  ["/admin/entries?from=2026-02-30&lable=x", 422],
  ["/admin/entries?label=never:seen", 200],
  ["/admin/entries/1", 200],
  ["/admin/entries/1/correction", 200],
  ["/admin/entries/99999", 404],
  ["/admin/plans", 200],
  ["/admin/issues/acme/web/1", 200],
  ["/admin/issues/acme/web/999", 200],
  ["/admin/clients", 200],
  ["/admin/clients?status=deactivated", 200],
  ["/admin/clients/new", 200],
  ["/admin/clients/1", 200],
  ["/admin/clients/1/deactivation", 200],
  ["/admin/mappings", 200],
  ["/admin/mappings/new?label=client%3Aglobexx&client=Globex+Corporation", 200],
  ["/admin/mappings/tester?repository=acme/web&labels=client:globex", 200],
  ["/admin/mappings/1/deletion", 200],
  ["/admin/deliveries", 200],
  ["/admin/deliveries?outcome=recorded", 200],
  ["/admin/deliveries?outcome=malformed", 200],
  ["/admin/deliveries?outcome=nothing", 422],
  ["/admin/deliveries/1", 200],
  ["/admin/deliveries/6", 200],
  ["/admin/deliveries/999", 404],
  ["/admin/audit", 200],
  ["/admin/audit?who=nobody", 200],
  ["/admin/audit?from=2026-02-30&target=x+y", 422],
  ["/admin/tokens", 200],
  ["/admin/tokens?of=everybody&state=all", 200],
  ["/admin/tokens?state=revoked", 200],
  ["/admin/tokens/new", 200],
  ["/admin/tokens/1/revocation", 200],
  ["/admin/tokens/999/revocation", 404],
  ["/admin/sessions", 200],
  ["/admin/set-up", 200],
  ["/admin/set-up/github", 200],
  ["/admin/nothing", 404],
];

for (const { width, language } of [
  { width: 1280, language: "en" },
  { width: 360, language: "nl" },
]) {
  test(`every page, ${width} wide, in ${language}, in both themes: nothing for axe or the CSP to report`, async () => {
    const visit = await browser.browse(`${svc.url}/sign-in`, { width, language });
    for (const [path, status] of pages) {
      if (path === "/admin") {
        await visit.page.goto(`${svc.url}/sign-in/github`);
        await visit.page.waitForURL(`${svc.url}/admin`);
      }
      const answer = await visit.page.goto(svc.url + path);
      expect([path, answer?.status()]).toEqual([path, status]);
      await unfold(visit.page);
      for (const theme of ["light", "dark"] as const) {
        await visit.wear({ theme, width });
        expect([path, theme, await visit.violations(theme)]).toEqual([path, theme, []]);
      }
      expect([path, await visit.overflow()]).toEqual([path, 0]);
      expect(await visit.page.locator("html").getAttribute("lang")).toBe(language);
    }
    // Statuses that were asked for.
    const expected = /the server responded with a status of (400|404|422)/;
    expect(visit.complaints().filter((complaint) => !expected.test(complaint))).toEqual([]);
    await visit.close();
  }, 300_000);
}

/** What is folded away is looked at too. */
const unfold = (page: Visit["page"]) =>
  page.evaluate("document.querySelectorAll('main details').forEach((one) => (one.open = true))");

test("the language is chosen at the foot of any page, and kept", async () => {
  const { page } = await browser.browse(`${svc.url}/sign-in`);
  await page.click("button:has-text('Nederlands')");
  expect(page.url()).toBe(`${svc.url}/sign-in`);
  expect(await page.locator("h1").textContent()).toBe("Inloggen");
  await page.goto(`${svc.url}/nothing`);
  expect(await page.locator("html").getAttribute("lang")).toBe("nl");
  await page.click("button:has-text('English')");
  expect(await page.locator("html").getAttribute("lang")).toBe("en");
});
