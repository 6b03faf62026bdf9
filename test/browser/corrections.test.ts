import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { entries } from "../../db/schema.ts";
import { createBrowser, type Look, type Visit } from "../support/browser.ts";
import { hostileTexts } from "../support/hostile.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { tabTo } from "../support/keyboard.ts";
import { startListening } from "../support/listening.ts";
import { signInTo } from "./sign-in.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  svc.github.member("acme", "root", { role: "admin" });
  svc.github.member("acme", "grace");
  await aClient(svc.db, "Globex", "client:globex");
  await aClient(svc.db, "Initech", "client:initech");
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

const signIn = (login: string, path: string, look?: Look) => signInTo({ svc, browser }, login, path, look);

/** What ada logged on an issue of Globex, and planned for it. */
async function logged(): Promise<{ id: number; plan: number; number: number }> {
  const labels = ["client:globex", "needs review, please"];
  const issue = svc.github.issue("acme/web", { title: "Checkout fails", labels });
  await svc.github.comment(issue, "ada", "/log 45m found it\n/plan 8h");
  await svc.github.comment(issue, "grace", "/log 1h30");
  const rows = await svc.db.select().from(entries).where(eq(entries.issueNumber, issue.number));
  const of = (kind: string) =>
    rows.find((row) => row.kind === kind && row.commandNo === (kind === "time" ? 1 : 2))!;
  return { id: of("time").id, plan: of("plan").id, number: issue.number };
}

const row = async (id: number) => (await svc.db.select().from(entries).where(eq(entries.id, id)))[0]!;
const idIn = (page: Visit["page"]) => Number(/\/(\d+)$/.exec(page.url())?.[1]);
/** Statuses that were asked for. */
const unexpected = (complaints: string[]) =>
  complaints.filter((complaint) => !/the server responded with a status of (404|409|422)/.test(complaint));

describe.each([{ javaScript: true }, { javaScript: false }])(
  "with $javaScript JavaScript",
  ({ javaScript }) => {
    test("an admin looks at what follows from a correction, saves it, and cannot make it twice", async () => {
      const { id } = await logged();
      const visit = await signIn("root", `/admin/entries/${id}`, { javaScript });
      const { page, complaints, faults } = visit;
      const look = async () => expect(unexpected(javaScript ? await faults() : complaints())).toEqual([]);
      await look();

      await page.click("text=Correct…");
      await look();
      await page.uncheck("text=client:globex");
      await page.fill("[name=added]", "client:initech\nwbso:dev");
      await page.fill("[name=duration]", "1u30");
      if (!javaScript) await page.click("text=Preview");
      const preview = page.locator("#preview-result");
      await preview.locator("td:has-text('1h 30m')").waitFor();
      const told = await preview.textContent();
      for (const part of ["Initech, because the label client:initech", "− client:globex", "+ wbso:dev"])
        expect(told).toContain(part);
      expect((await row(id)).supersededById).toBeNull();
      await look();

      await page.fill("[name=duration]", "90");
      await page.fill("[name=reason]", "the issue had the wrong label");
      await page.click("main button.primary");
      const alert = page.locator("main [role=alert]");
      expect(await alert.locator("a").getAttribute("href")).toBe("#field-duration");
      if (javaScript) expect(await page.evaluate("document.activeElement.role")).toBe("alert");
      expect(await page.locator("[name=added]").inputValue()).toBe("client:initech\nwbso:dev");
      expect(await page.isChecked("[name=keep-0]")).toBe(false);
      expect(await page.isChecked("[name=keep-1]")).toBe(true);
      expect(await page.locator("[name=reason]").inputValue()).toBe("the issue had the wrong label");
      await look();

      await page.fill("[name=duration]", "90m");
      await page.click("main button.primary");
      await page.waitForURL(/\/admin\/entries\/\d+$/);
      const flash = await page.locator("[role=status].notice").textContent();
      expect(flash).toContain(`stands in the place of ${id}`);
      const made = await row(idIn(page));
      expect(made).toMatchObject({
        supersedesId: id,
        minutes: 90,
        labels: ["needs review, please", "client:initech", "wbso:dev"],
      });
      await look();

      await page.click(`main >> text=Time entry ${id}`);
      expect(await page.locator(".notice").textContent()).toContain(
        `In its place stands Time entry ${made.id}`,
      );
      await look();
      await page.goto(`${svc.url}/admin/entries/${id}/correction`);
      await look();
      await page.click("main a.primary");
      expect(idIn(page)).toBe(made.id);
    }, 90_000);

    test("texts of any kind come through the form byte for byte", async () => {
      const labels = hostileTexts.filter((text) => text !== "").map((text) => text.slice(0, 400));
      const note = labels.join(" ").slice(0, 450);
      const id = await anEntry(svc.db, { labels, note });
      const { page, complaints } = await signIn("root", `/admin/entries/${id}/correction`, { javaScript });
      const added = labels
        .filter((text) => text.trim() !== "" && !/[\r\n]/.test(text))
        .map((text) => `${text} 2`);
      await page.fill("[name=added]", added.join("\n"));
      await page.fill("[name=reason]", "to see");
      await page.click("main button.primary");
      await page.waitForURL(/\/admin\/entries\/\d+$/);
      const made = await row(idIn(page));
      expect(made.labels).toEqual([...labels, ...added]);
      expect(made.note).toBe(note);
      expect(complaints()).toEqual([]);
    }, 60_000);

    test("of two who correct the same entry, the second is led to what stands", async () => {
      const { id } = await logged();
      const first = await signIn("root", `/admin/entries/${id}/correction`, { javaScript });
      const second = await signIn("root", `/admin/entries/${id}/correction`, { javaScript });
      for (const [{ page }, duration] of [
        [first, "2h"],
        [second, "3h"],
      ] as const) {
        await page.fill("[name=duration]", duration);
        await page.fill("[name=reason]", `it were ${duration}`);
        await page.click("main button.primary");
        await page.waitForLoadState();
      }
      await second.page.locator("h1:has-text('was corrected already')").waitFor();
      expect(await second.page.locator("main").textContent()).toContain("it were 3h");
      expect((await row((await row(id)).supersededById!)).minutes).toBe(120);
      if (javaScript) expect(unexpected(await second.faults())).toEqual([]);
    }, 60_000);
  },
);

test("an entry is corrected with the keyboard alone", async () => {
  const { id } = await logged();
  const { page, complaints } = await signIn("root", `/admin/entries/${id}`);
  await tabTo(page, "Correct…");
  await page.keyboard.press("Enter");
  await page.waitForURL(/correction$/);
  await tabTo(page, "keep-0");
  await page.keyboard.press("Space");
  await tabTo(page, "added");
  await page.keyboard.type("client:initech");
  await tabTo(page, "duration");
  // Going to a field by Tab selects what is in it.
  await page.keyboard.type("2h");
  await tabTo(page, "note");
  await page.keyboard.press("Delete");
  await page.locator("#preview-result td span:text-is('Initech')").waitFor();
  await tabTo(page, "reason");
  await page.keyboard.type("typed without a mouse");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/entries\/\d+$/);
  expect(await row(idIn(page))).toMatchObject({
    supersedesId: id,
    labels: ["needs review, please", "client:initech"],
    minutes: 120,
    note: null,
    correctionReason: "typed without a mouse",
  });
  expect(complaints()).toEqual([]);
}, 60_000);

test("a preview that comes in leaves the focus and what is typed where they are", async () => {
  const { id } = await logged();
  const { page } = await signIn("root", `/admin/entries/${id}/correction`);
  await page.fill("[name=duration]", "");
  await page.focus("[name=duration]");
  await page.keyboard.type("3h");
  await page.locator("#preview-result td:has-text('3h')").waitFor();
  await page.keyboard.type("30");
  await page.locator("#preview-result td:has-text('3h 30m')").waitFor();
  expect(await page.evaluate("document.activeElement.name")).toBe("duration");
  expect(await page.locator("[name=duration]").inputValue()).toBe("3h30");
}, 60_000);

test.each(["en", "nl"])(
  "in %s, entries, plans, issues and the form have nothing wrong with them",
  async (language) => {
    const { id, plan, number } = await logged();
    const visit = await signIn("ada", `/admin/plans/${plan}`, { language });
    const asks = { en: "named by whoever runs svc", nl: "aangewezen door wie svc draait" }[language];
    expect(await visit.page.locator(".refused").textContent()).toContain(asks!);
    for (const path of [
      `/admin/plans/${plan}`,
      `/admin/entries/${id}/correction`,
      `/admin/issues/acme/web/${number}`,
      "/admin/issues/acme/web/4711",
      "/admin/entries/999999",
    ]) {
      await visit.page.goto(svc.url + path);
      expect([path, unexpected(await visit.faults())]).toEqual([path, []]);
      expect(await visit.page.locator("html").getAttribute("lang")).toBe(language);
    }
  },
  120_000,
);
