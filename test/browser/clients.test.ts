import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { labelMappings } from "../../db/schema.ts";
import { createBrowser, type Look, type Visit } from "../support/browser.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { tabTo } from "../support/keyboard.ts";
import { startListening } from "../support/listening.ts";
import { signInTo } from "./sign-in.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  svc.github.member("acme", "root", { role: "admin" });
  await aClient(svc.db, "Globex", "client:globex");
  const workedOn = new Date().toISOString().slice(0, 10);
  await anEntry(svc.db, { labels: ["client:initech"], workedOn, minutes: 90 });
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

const signIn = (login: string, path: string, look?: Look) => signInTo({ svc, browser }, login, path, look);

const flash = (page: Visit["page"]) => page.locator("[role=status].notice").textContent();

describe.each([{ javaScript: true }, { javaScript: false }])(
  "with $javaScript JavaScript",
  ({ javaScript }) => {
    const name = `Initech ${javaScript}`;

    test("an admin makes a client, maps a label to it after looking, tries it, and takes it all back", async () => {
      const { page, complaints, faults } = await signIn("root", "/admin/clients", { javaScript });
      const look = async () => expect(javaScript ? await faults() : complaints()).toEqual([]);

      await page.click("text=Create client");
      await page.fill("[name=name]", name);
      await page.click("main button.primary");
      expect(await flash(page)).toContain(`The client “${name}” is made.`);
      await look();

      await page.click("text=Map a label");
      expect(await page.locator("[name=client]").inputValue()).toBe(name);
      await page.fill("[name=label]", "client:initehc");
      if (!javaScript) await page.click("text=Preview");
      const preview = page.locator("#preview-result");
      await preview.locator("text=would have matched nothing").waitFor();
      await look();
      await preview.locator("a:has-text('Take client:initech instead')").click();
      expect(await page.locator("[name=label]").inputValue()).toBe("client:initech");
      await preview
        .locator("text=1 time entry (1h 30m) of the last 90 days, 1 of which has no client")
        .waitFor();
      expect(await svc.db.$count(labelMappings)).toBe(1);
      await page.click("main button.primary");
      expect(await flash(page)).toContain("The label “client:initech” is mapped.");
      const row = page.locator("tr:target");
      expect(await row.textContent()).toContain(name);
      await look();

      await page.click("text=Try labels");
      await page.fill("[name=repository]", "acme/web");
      await page.fill("[name=labels]", "type:bugfix\nclient:initech");
      if (!javaScript) await page.click("main button.primary");
      await page.locator(`text=An entry made now goes to ${name}.`).waitFor();
      await page.waitForURL(/tester\?repository=acme%2Fweb&labels=/);
      await page.reload();
      expect(await page.locator("#results").textContent()).toContain("no mapping applies");
      await look();

      await page.click("text=To the mappings");
      await page.locator("tr", { hasText: name }).locator("text=Delete").click();
      await look();
      await page.click("text=Keep it");
      await page.locator("tr", { hasText: name }).locator("text=Delete").click();
      await page.click("main button.danger");
      expect(await flash(page)).toContain("deleted");
      expect(await page.locator("tr", { hasText: name }).count()).toBe(0);

      await page.click("nav >> text=Clients");
      await page.click(`text=${name}`);
      await page.fill("[name=name]", "GLOBEX");
      await page.click("text=Save name");
      expect(await page.locator("[role=alert] a").getAttribute("href")).toBe("#field-name");
      if (javaScript) expect(await page.evaluate("document.activeElement.role")).toBe("alert");
      await page.fill("[name=name]", `${name}, Ltd`);
      await page.click("text=Save name");
      expect(await page.locator("h1").textContent()).toBe(`${name}, Ltd`);
      await page.click("text=Deactivate…");
      expect(await page.locator("main").textContent()).toContain("No mapping points here.");
      await page.click("main button.danger");
      expect(await flash(page)).toContain("is deactivated");
      await page.click("text=Reactivate");
      expect(await flash(page)).toContain("is active again");
      expect(complaints().filter((complaint) => !complaint.includes("409"))).toEqual([]);
    }, 90_000);

    test("what is wrong with a mapping is told, and what was typed is kept", async () => {
      const { page } = await signIn("root", "/admin/mappings/new", { javaScript });
      await page.fill("[name=label]", "client:kept");
      await page.selectOption("[name=client]", "Globex");
      await page.fill("[name=repository]", "acme");
      await page.click("main button.primary");
      expect(await page.locator("[role=alert] a").getAttribute("href")).toBe("#field-repository");
      expect(await page.locator("[name=label]").inputValue()).toBe("client:kept");
      expect(await page.locator("[name=client]").inputValue()).toBe("Globex");
      if (!javaScript) return;
      expect(await page.evaluate("document.activeElement.role")).toBe("alert");
      // The preview that comes in while it is mended leaves the focus where it is.
      await page.focus("[name=repository]");
      await page.keyboard.press("End");
      await page.keyboard.type("/web");
      await page.locator("#preview-result >> text=would have matched nothing").waitFor();
      expect(await page.evaluate("document.activeElement.name")).toBe("repository");
      expect(await page.locator("[name=repository]").inputValue()).toBe("acme/web");
    }, 60_000);

    test("clients are searched by name, and the search is the address", async () => {
      const { page, complaints } = await signIn("ada", "/admin/clients?status=all", { javaScript });
      await page.fill("[name=name]", "glob");
      if (!javaScript) await page.click("main form button");
      await page.waitForURL(/status=all&name=glob/);
      await page.locator("[role=status]:has-text('1 client')").waitFor();
      await page.reload();
      expect(await page.locator("tbody tr").count()).toBe(1);
      expect(await page.locator("[name=name]").inputValue()).toBe("glob");
      expect(complaints()).toEqual([]);
    }, 60_000);
  },
);

test.each([
  { javaScript: true, language: "en" },
  { javaScript: false, language: "nl" },
])(
  "a mapping is made and deleted with the keyboard alone: %o",
  async ({ javaScript, language }) => {
    const { page, complaints } = await signIn("root", "/admin/mappings", { javaScript, language });
    const [make, preview, remove] =
      language === "en"
        ? ["Create mapping", "Preview", "Delete mapping"]
        : ["Koppeling maken", "Voorbeeld", "Koppeling verwijderen"];
    await tabTo(page, make!);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${svc.url}/admin/mappings/new`);
    await tabTo(page, "label");
    await page.keyboard.type("client:by-keyboard");
    await page.keyboard.press("Tab");
    // A list of choices goes by the first letters typed.
    await page.keyboard.type("Glob");
    await page.keyboard.press("Tab");
    await page.keyboard.type("acme/web");
    if (!javaScript) {
      await tabTo(page, preview!);
      await page.keyboard.press("Enter");
      await page.waitForURL(/repository=acme%2Fweb#preview$/);
    }
    const outcome = language === "en" ? "would have matched nothing" : "had niets van de laatste 90 dagen";
    await page.locator(`#preview-result >> text=${outcome}`).waitFor();
    // Without JavaScript the focus came to the preview with the page.
    await tabTo(page, make!, javaScript ? "Tab" : "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/admin\/mappings\?label=client%3Aby-keyboard#mapping-\d+$/);
    const text = await page.locator("tr:target").textContent();
    for (const part of ["client:by-keyboard", "Globex", "acme/web"]) expect(text).toContain(part);

    await page.locator("tr:target a.button").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/deletion$/);
    await tabTo(page, remove!);
    await page.keyboard.press("Enter");
    await page.waitForURL(`${svc.url}/admin/mappings`);
    expect(await flash(page)).toContain("client:by-keyboard");
    expect(complaints()).toEqual([]);
  },
  60_000,
);

test("no page has a fault in Dutch, for whoever may change nothing either", async () => {
  const { page, faults } = await signIn("ada", "/admin/clients?status=all", { language: "nl" });
  const preview = "label=client:initehc&client=Globex&repository=acme/web";
  const paths = [
    "/admin/clients/1",
    "/admin/clients/1/deactivation",
    "/admin/clients/new",
    "/admin/mappings",
    `/admin/mappings/new?${preview}`,
    "/admin/mappings/tester?repository=acme/web&labels=client:globex",
    "/admin/mappings/1/deletion",
  ];
  for (const path of paths) {
    await page.goto(svc.url + path);
    expect([path, await page.locator("html").getAttribute("lang")]).toEqual([path, "nl"]);
    expect([path, await faults()]).toEqual([path, []]);
  }
}, 90_000);

test("a member looks at what a mapping would do, and sees why they may not make it", async () => {
  const { page, complaints } = await signIn("ada", "/admin/mappings/new");
  await page.fill("[name=label]", "client:initech");
  await page.selectOption("[name=client]", "Globex");
  await page.locator("#preview-result >> text=1 time entry (1h 30m)").waitFor();
  expect(await page.locator(".refused").textContent()).toContain(
    "Only admins change mappings: owners of acme",
  );
  expect(complaints()).toEqual([]);
}, 60_000);
