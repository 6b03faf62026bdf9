import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createBrowser, type Look } from "../support/browser.ts";
import { startListening } from "../support/listening.ts";
import { signInTo } from "./sign-in.ts";
import { fillPanel } from "../support/panel-data.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  await fillPanel(svc);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

const signIn = (path: string, look?: Look) => signInTo({ svc, browser }, "ada", path, look);

describe.each([{ javaScript: true }, { javaScript: false }])(
  "with $javaScript JavaScript",
  ({ javaScript }) => {
    test("entries are narrowed by one label and another, and widened by taking one off", async () => {
      const { page, complaints } = await signIn("/admin/entries", { javaScript });
      const status = page.locator("#results [role=status]");
      const all = await status.textContent();
      await page.fill("#field-label", "wbso:dev");
      await page.press("#field-label", "Enter");
      await page.waitForURL(/label=wbso/);
      // The next field comes with the answer.
      await page.fill("#field-label-2", "client:umbrella");
      await page.press("#field-label-2", "Enter");
      await page.waitForURL(/label=client/);
      await page.locator(".chip").nth(1).waitFor();
      expect(await page.locator(".chip > span").allTextContents()).toEqual([
        "label wbso:dev",
        "label client:umbrella",
      ]);
      for (const row of await page.locator("tbody tr").all()) {
        const labels = await row.locator("code").allTextContents();
        expect(labels).toContain("wbso:dev");
        expect(labels).toContain("client:umbrella");
      }
      const narrowed = await status.textContent();
      expect(narrowed).not.toBe(all);

      await page.reload();
      expect(await status.textContent()).toBe(narrowed);
      expect(await page.locator("#field-label-2").inputValue()).toBe("client:umbrella");
      await page.getByLabel("Remove label wbso:dev").click();
      await page.waitForURL((url) => !url.search.includes("wbso"));
      expect(await page.locator("#field-label").inputValue()).toBe("client:umbrella");
      expect(await page.locator(".chip").count()).toBe(1);
      await page.goBack();
      await page.waitForURL(/wbso/);
      await page.locator(".chip").nth(1).waitFor();
      expect(await status.textContent()).toBe(narrowed);
      expect(complaints()).toEqual([]);
    }, 60_000);

    test("the days come from a link, the pages follow each other, and the list comes as a file", async () => {
      const { page, complaints } = await signIn("/admin/entries?label_prefix=client:", { javaScript });
      await page.click("text=This half-year");
      await page.waitForURL(/from=/);
      expect(await page.locator("#field-label_prefix").inputValue()).toBe("client:");
      expect(await page.locator("#field-from").inputValue()).toMatch(/^\d{4}-0[17]-01$/);
      const first = await page.locator("tbody tr a").first().getAttribute("href");
      await page.click("[rel=next]");
      await page.waitForURL(/cursor=/);
      expect(await page.locator("tbody tr a").first().getAttribute("href")).not.toBe(first);
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Download CSV")]);
      expect(download.suggestedFilename()).toMatch(/^time-entries_\d{4}-0[17]-01_[\d-]+_client\.csv$/);
      const count = Number(
        /^[\d,]+/.exec((await page.locator("#results [role=status]").textContent())!)![0].replace(",", ""),
      );
      const lines = (await Bun.file(await download.path()).text()).trimEnd().split("\r\n");
      expect(lines).toHaveLength(1 + count);
      await page.click("[rel=prev]");
      await page.waitForURL(/newer=/);
      expect(await page.locator("tbody tr a").first().getAttribute("href")).toBe(first);
      expect(await page.locator("[rel=prev]").count()).toBe(0);
      expect(complaints()).toEqual([]);
    }, 60_000);

    test("what is not right is told at once, and what was typed stays", async () => {
      const { page, complaints } = await signIn("/admin/entries?user=ada", { javaScript });
      await page.fill("[name=client]", "Globx");
      await page.press("[name=client]", "Enter");
      await page.waitForURL(/client=Globx/);
      const problem = page.locator("[role=alert] a");
      expect(await problem.textContent()).toBe("No client is called so. Did you mean Globex Corporation?");
      expect(await page.locator("[name=client]").inputValue()).toBe("Globx");
      if (javaScript)
        expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe("alert");
      await problem.click();
      await page.fill("[name=client]", "globex corporation");
      await page.press("[name=client]", "Enter");
      await page.locator("tbody tr").first().waitFor();
      expect(await page.locator(".chip > span").allTextContents()).toEqual([
        "client Globex Corporation",
        "by ada",
      ]);
      expect(complaints().filter((complaint) => !complaint.includes("422"))).toEqual([]);
    }, 60_000);

    test("a label that nobody used leads to the one that was meant", async () => {
      const { page } = await signIn("/admin/entries?label=wbso:dve", { javaScript });
      await page.click("text=Look for “wbso:dev”");
      await page.waitForURL(/wbso%3Adev/);
      expect(await page.locator("tbody tr").count()).toBeGreaterThan(0);
    }, 60_000);
  },
);

test("labels that are typed one after the other are all asked for, and none that was cleared", async () => {
  const { page } = await signIn("/admin/entries?label=wbso:dev&label=client:umbrella");
  await page.fill("#field-label", "");
  await page.press("#field-label", "Tab");
  await page.waitForURL((url) => !url.search.includes("wbso"));
  await page.locator("#field-label-3").waitFor({ state: "detached" });
  expect(await page.locator("#field-label").inputValue()).toBe("client:umbrella");
  await page.fill("#field-label-2", "type:development");
  await page.press("#field-label-2", "Tab");
  await page.locator("#field-label-3").waitFor();
  expect(await page.locator(".chip").count()).toBe(2);
  expect(new URL(page.url()).searchParams.getAll("label").filter(Boolean)).toEqual([
    "client:umbrella",
    "type:development",
  ]);
}, 60_000);

test("the lines for svc and curl are copied with a button", async () => {
  const { page } = await signIn("/admin/entries?label=wbso:dev&issue=acme/web%2315");
  await page.click("summary:has-text('elsewhere')");
  await page.click("[data-copy=svc]");
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toBe("svc entries --label wbso:dev --issue 'acme/web#15'");
  await page.click("[data-copy=curl]");
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(
    `curl -H "Authorization: Bearer $SVC_TOKEN" '${svc.url}/api/v1/time-entries?label=wbso%3Adev&issue=acme%2Fweb%2315&format=csv'`,
  );
}, 60_000);

const addresses = {
  en: [
    "/admin/entries",
    "/admin/entries?label=wbso:dve",
    "/admin/entries?from=2026-02-30&client=Globx&issue=acme&lable=x",
  ],
  nl: [
    "/admin/entries?label=wbso:dev&label=client:umbrella&client=Umbrella&include=superseded&user=linus",
    "/admin/plans",
  ],
};
test.each(["en", "nl"] as const)(
  "nothing for axe or the CSP to report, in %s",
  async (language) => {
    const visit = await signIn("/admin/plans", { language });
    for (const path of addresses[language]) {
      await visit.page.goto(svc.url + path);
      await visit.page.evaluate(
        "document.querySelectorAll('main details').forEach((one) => (one.open = true))",
      );
      const faults = (await visit.faults()).filter((fault) => !fault.includes("status of 422"));
      expect([path, faults]).toEqual([path, []]);
    }
  },
  120_000,
);
