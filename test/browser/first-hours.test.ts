import { afterAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createBrowser, type Visit } from "../support/browser.ts";
import { startFresh } from "../set-up/fresh-svc.ts";

const browser = createBrowser();
afterAll(() => browser.close());

/** What a person does, counted. */
function counting({ page }: Visit) {
  let actions = 0;
  return {
    actions: () => actions,
    async press(name: string): Promise<void> {
      actions += 1;
      // The playground makes a database of its own first.
      await page.getByRole("button", { name, exact: true }).click({ timeout: 60_000 });
      await page.waitForLoadState();
    },
  };
}

test.each([
  ["with JavaScript, in a wide window", { javaScript: true, width: 1280 }],
  ["without JavaScript, on a phone", { javaScript: false, width: 360 }],
])(
  "from an empty directory to the first confirmed hours in three actions, and on to a CSV: %s",
  async (_, look) => {
    const svc = await startFresh();
    try {
      // 1. The link of the start, and the button on its page.
      const visit = await browser.browse(svc.link(), look);
      const { page } = visit;
      const { press, actions } = counting(visit);
      await press("Sign in");
      expect(page.url()).toBe(`${svc.url}/admin/set-up`);
      if (look.javaScript) expect(await visit.faults()).toEqual([]);

      // 2.
      await press("Try it in the playground");
      expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/acme\/web\/issues\/1$/);
      expect(await page.getByLabel("Add a comment").inputValue()).toBe("/log 2h");
      if (look.javaScript) expect(await visit.faults()).toEqual([]);

      // 3.
      await press("Comment");
      const reply = page.locator("section", { hasText: "[bot]" });
      expect(await reply.textContent()).toContain("Logged 2h for ada on ");
      expect(await reply.textContent()).toContain("Client: Globex Corporation, by the label client:globex.");
      expect(actions()).toBe(3);
      if (look.javaScript) expect(await visit.faults()).toEqual([]);

      // The entry, in the playground's own panel, without signing in there.
      await page.getByRole("link", { name: "See the hours in svc" }).click();
      await page.waitForURL(/\/admin\/entries$/);
      expect(await page.locator("main").textContent()).toContain("Playground: nothing here is real.");
      expect(await page.locator("tbody tr").count()).toBe(1);
      const [row] = await page.locator("tbody tr").allTextContents();
      expect(row).toContain("Globex Corporation");
      if (look.javaScript) expect(await visit.faults()).toEqual([]);
      const begun = page.waitForEvent("download");
      await page.getByRole("link", { name: /CSV/ }).first().click();
      const csv = await Bun.file(await (await begun).path()).text();
      expect(csv.trim().split("\n")).toHaveLength(2);
      expect(csv).toContain("client:globex");

      // Back, where svc has nothing of it, and where it goes.
      await page.getByRole("link", { name: "Back to svc" }).click();
      expect(page.url()).toBe(`${svc.url}/admin/set-up`);
      expect(await page.locator("#step-hours").textContent()).toContain("done");
      await page.goto(`${svc.url}/admin/entries`);
      expect(await page.locator("tbody tr").count()).toBe(0);
      await page.goto(`${svc.url}/admin/set-up`);
      await page.getByRole("button", { name: "Remove the playground" }).click({ timeout: 60_000 });
      await page.waitForLoadState();
      expect(await page.locator("main").textContent()).toContain("The playground is removed");
      expect(existsSync(join(svc.dataDir, "playground"))).toBe(false);
      // What was learnt there stays.
      expect(await page.locator("#step-hours").textContent()).toContain("done");
      await page.getByRole("button", { name: "Put the checklist away" }).click();
      await page.waitForURL(`${svc.url}/admin`);
      expect(await page.getByRole("link", { name: "Set-up", exact: true }).count()).toBe(0);
      expect(visit.complaints()).toEqual([]);
      await visit.close();
    } finally {
      await svc.stop();
    }
  },
  240_000,
);
