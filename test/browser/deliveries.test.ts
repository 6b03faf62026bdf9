import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { entries } from "../../db/schema.ts";
import { createBrowser, type Look } from "../support/browser.ts";
import { startListening } from "../support/listening.ts";
import { signInTo } from "./sign-in.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  svc.github.member("acme", "root", { role: "admin" });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

const signIn = (login: string, path: string, look?: Look) => signInTo({ svc, browser }, login, path, look);

describe.each([{ javaScript: true }, { javaScript: false }])(
  "with $javaScript JavaScript",
  ({ javaScript }) => {
    const issue = (title: string) => svc.github.issue("acme/web", { title, labels: ["type:bugfix"] });

    test("hours of somebody who was no member yet are found and recorded", async () => {
      const newcomer = `newcomer-${javaScript}`;
      svc.github.user(newcomer);
      await svc.github.comment(issue("First day"), newcomer, "/log 3h settled in");
      svc.github.member("acme", newcomer);
      // The decision about a person is remembered for some minutes.
      const before = await svc.db.$count(entries);

      const { page, complaints, faults } = await signIn("root", "/admin/deliveries", { javaScript });
      await page.selectOption("[name=outcome]", "not_member");
      await page.fill("[name=sender]", newcomer);
      await page.click("main form button");
      await page.waitForURL(/outcome=not_member.*sender=newcomer/);
      expect(await page.locator("tbody tr").count()).toBe(1);
      await page.click("tbody a");
      expect(await page.locator("main").textContent()).toContain("not an active member");
      await page.click("summary:has-text('payload')");
      expect(await page.locator("pre:visible").last().textContent()).toContain('"/log 3h settled in"');
      await page.click("text=Process again");
      expect(await page.locator("[role=status].notice").textContent()).toContain("processed again");
      expect(await svc.db.$count(entries)).toBeLessThanOrEqual(before + 1);
      if (javaScript) expect(await faults()).toEqual([]);
      expect(complaints()).toEqual([]);
    }, 60_000);

    test("the audit log is filtered by its form, and its state is the address", async () => {
      const { page, complaints } = await signIn("ada", "/admin/audit", { javaScript });
      await page.selectOption("[name=action]", "session.created");
      if (!javaScript) await page.click("main form button");
      await page.waitForURL(/action=session\.created/);
      await page.locator("tbody").waitFor();
      const what = await page.locator("tbody td[data-name=What]").allTextContents();
      expect(what.length).toBeGreaterThan(0);
      for (const text of what) expect(text).toContain("signed in");
      const csv = await page.locator("a:has-text('CSV')").getAttribute("href");
      expect(csv).toContain("action=session.created");

      await page.reload();
      expect(await page.locator("[name=action]").inputValue()).toBe("session.created");
      await page.goBack();
      await page.waitForURL(`${svc.url}/admin/audit`);
      await page.locator("[name=action]:has(option:checked[value=''])").waitFor();

      await page.fill("[name=target]", "no such form");
      await page.click("main form button");
      const problem = page.locator("[role=alert] a");
      expect(await problem.getAttribute("href")).toBe("#field-target");
      expect(await page.locator("[name=target]").inputValue()).toBe("no such form");
      expect(complaints().filter((complaint) => !complaint.includes("422"))).toEqual([]);
    }, 60_000);
  },
);

test("a member sees why they may not have a delivery processed again", async () => {
  svc.github.user("passer-by");
  const issue = svc.github.issue("acme/web", { title: "Odd" });
  await svc.github.comment(issue, "passer-by", "/log 1h");
  const { page } = await signIn("ada", "/admin/deliveries?sender=passer-by");
  await page.click("tbody a");
  const refusal = page.locator(".refused");
  expect(await refusal.locator("button").getAttribute("aria-disabled")).toBe("true");
  expect(await refusal.textContent()).toContain(
    "Only admins have deliveries processed again: owners of acme",
  );
}, 60_000);

test("what is asked of a filter last counts, also while the answer to something before is on its way", async () => {
  const { page, complaints } = await signIn("root", "/admin/deliveries");
  const answered = Promise.withResolvers<void>();
  await page.route(/sender=&/, async (route) => {
    await answered.promise;
    await route.continue().catch(() => undefined);
  });
  await page.selectOption("[name=outcome]", "recorded");
  await page.fill("[name=sender]", "nobody");
  await page.click("main form button");
  await page.waitForURL(/outcome=recorded.*sender=nobody/);
  answered.resolve();
  await page.locator(".empty").waitFor();
  expect(page.url()).toContain("sender=nobody");
  expect(complaints()).toEqual([]);
}, 60_000);
