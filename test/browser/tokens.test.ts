import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { run } from "../../cli/program.ts";
import { auditLog, tokens } from "../../db/schema/people.ts";
import { aWorld } from "../cli/running.ts";
import { createBrowser, type Look, type Visit } from "../support/browser.ts";
import { tabTo } from "../support/keyboard.ts";
import { startListening } from "../support/listening.ts";

let svc: Awaited<ReturnType<typeof startListening>>;
const browser = createBrowser();
beforeAll(async () => {
  svc = await startListening();
  svc.github.member("acme", "root", { role: "admin" });
  svc.github.browser.consent = "ask";
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

/** A browser whose person asks for a page, is sent to GitHub, agrees there and comes back to the page. */
async function signIn(login: string, path: string, look: Look = {}): Promise<Visit> {
  svc.github.browser.signedIn = login;
  const visit = await browser.browse(svc.url + path, look);
  const { page } = visit;
  await page.click("main a.primary");
  await page.click(`button:has-text("Authorize as ${login}")`);
  await page.waitForURL(svc.url + path);
  return visit;
}

/** The svc command, in this process, against the listening server. */
async function svcCommand(token: string, ...argv: string[]) {
  const said = { stdout: "", stderr: "", opened: [] };
  const world = aWorld(said, { env: { SVC_HOST: svc.url, SVC_TOKEN: token }, timeout: 10_000 });
  const code = await run(argv, { ...world, fetch });
  return { ...said, code };
}

describe.each([{ javaScript: true }, { javaScript: false }])(
  "with $javaScript JavaScript",
  ({ javaScript }) => {
    test("a member signs in, makes a token, uses it, revokes it, and what used it says what to do", async () => {
      const { page, complaints } = await signIn("ada", "/admin/tokens", { javaScript });
      const label = `WBSO ${javaScript}`;

      await page.click("text=Create token >> nth=0");
      await page.fill("[name=label]", label);
      await page.click("main button.primary");
      expect(page.url()).toBe(`${svc.url}/admin/tokens`);
      const shown = await page.locator("#token").textContent();
      expect(shown).toMatch(/^svc_[\w-]{43}$/);
      const token = await copied(page, javaScript);
      expect(token).toBe(shown!);
      svc.canary.note(token);

      expect(await svcCommand(token, "entries", "--json")).toMatchObject({ code: 0, stdout: "[]\n" });

      await page.click("main a.button");
      const row = page.locator("tr", { hasText: label });
      expect(await row.textContent()).toContain(`svc_${token.slice(4, 12)}…`);
      expect(await page.content()).not.toContain(token.slice(12));
      await row.locator("a").click();
      await page.click("text=Keep it");
      await page.locator("tr", { hasText: label }).locator("a").click();
      await page.click("main button.danger");
      expect(await page.locator("[role=status].notice").textContent()).toContain(label);
      expect(await page.locator("tr", { hasText: label }).count()).toBe(0);

      const refused = await svcCommand(token, "entries");
      expect(refused).toMatchObject({ code: 4, stdout: "" });
      expect(refused.stderr).toContain("does not work");
      expect(refused.stderr).toContain(`Make another at ${svc.url}/admin/tokens`);

      await page.click("nav a:has-text('Revoked')");
      expect(await page.locator("tr", { hasText: label }).textContent()).toContain("by ada");
      await page.click("text=Sign out");
      expect(page.url()).toBe(`${svc.url}/sign-in`);
      expect(await page.locator("[role=status].notice").textContent()).toContain("signed out");
      await page.goto(`${svc.url}/admin/tokens`);
      expect(page.url()).toBe(`${svc.url}/sign-in?next=%2Fadmin%2Ftokens`);
      expect(complaints()).toEqual([]);
    }, 60_000);

    test("loading the page of a new token once more makes no second one, and shows no secret", async () => {
      const { page } = await signIn("ada", "/admin/tokens/new", { javaScript });
      const label = `once ${javaScript}`;
      await page.fill("[name=label]", label);
      await page.click("main button.primary");
      svc.canary.note((await page.locator("#token").textContent())!);
      await page.reload();
      expect(await page.content()).not.toMatch(/svc_[\w-]{43}/);
      expect(await page.locator("h1").textContent()).toBe("That form was sent before");
      const made = await svc.db.select().from(tokens);
      expect(made.filter((token) => token.label === label)).toHaveLength(1);
    }, 60_000);

    test("a label that will not do is said at the field, and what was typed is kept", async () => {
      const { page } = await signIn("ada", "/admin/tokens/new", { javaScript });
      // Spaces pass the browser's own check.
      await page.fill("[name=label]", "   ");
      await page.click("main button.primary");
      expect(await page.locator("[role=alert] a").getAttribute("href")).toBe("#field-label");
      if (javaScript) expect(await page.evaluate("document.activeElement.role")).toBe("alert");
      await page.fill("[name=label]", "a good one");
      await page.click("main button.primary");
      svc.canary.note((await page.locator("#token").textContent())!);
      expect(await page.locator("h1").textContent()).toBe("Your new token");
    }, 60_000);
  },
);

async function copied(page: Visit["page"], javaScript: boolean): Promise<string> {
  const button = page.locator("[data-copy=token]");
  expect(await button.isVisible()).toBe(javaScript);
  if (!javaScript) return (await page.locator("#token").textContent())!;
  await button.click();
  await page.locator("#live:has-text('Copied')").waitFor();
  return page.evaluate<string>("navigator.clipboard.readText()");
}

test("the secret is off the page once it was left, also on the way back", async () => {
  const { page } = await signIn("ada", "/admin/tokens/new");
  await page.fill("[name=label]", "left");
  await page.click("main button.primary");
  const secret = (await page.locator("#token").textContent())!;
  svc.canary.note(secret);
  await page.click("main a.button");
  await page.goBack().catch(() => undefined);
  expect(await page.content()).not.toContain(secret);
}, 60_000);

test("an admin sees and revokes everybody's tokens, a member sees why they may not", async () => {
  const member = await signIn("ada", "/admin/tokens");
  const refusal = member.page.locator(".refused");
  expect(await refusal.locator("button").getAttribute("aria-disabled")).toBe("true");
  expect(await refusal.textContent()).toContain("Only admins");
  await member.page.goto(`${svc.url}/admin/tokens?of=everybody`);
  expect(await member.page.locator("main").textContent()).toContain("Only admins may see everybody’s tokens");

  const token = await svc.tokenFor("ada");
  const admin = await signIn("root", "/admin/tokens?of=everybody");
  const row = admin.page.locator("tr", { hasText: token.slice(4, 12) });
  expect(await row.textContent()).toContain("ada");
  await row.locator("a").click();
  await admin.page.click("main button.danger");
  expect((await svc.api("/time-entries", token)).status).toBe(401);
  const last = (await svc.db.select().from(auditLog)).at(-1);
  expect(last).toMatchObject({ action: "token.revoked", via: "session", targetType: "token" });
}, 60_000);

test.each([{ javaScript: true }, { javaScript: false }])(
  "a token is made and revoked with the keyboard alone: %o",
  async ({ javaScript }) => {
    const { page, complaints } = await signIn("ada", "/admin/tokens", { javaScript });
    const label = `by keyboard ${javaScript}`;
    await tabTo(page, "Create token");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${svc.url}/admin/tokens/new`);
    await tabTo(page, "label");
    await page.keyboard.type(label);
    await page.keyboard.press("Enter");
    await page.locator("#token").waitFor();
    svc.canary.note((await page.locator("#token").textContent())!);
    const [made] = await svc.db.select().from(tokens).where(eq(tokens.label, label));

    await page.goto(`${svc.url}/admin/tokens`);
    // Several rows have such a button; the row that is focused tells which one it is of.
    const row = page.locator("tr", { hasText: label });
    await tabTo(page, "Revoke");
    while (!(await row.locator("a:focus").count())) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${svc.url}/admin/tokens/${made!.id}/revocation`);
    await tabTo(page, "Revoke token");
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`${svc.url}/admin/tokens(\\?|$)`));
    const [revoked] = await svc.db.select().from(tokens).where(eq(tokens.label, label));
    expect(revoked!.revokedAt).not.toBeNull();
    expect(complaints()).toEqual([]);
  },
  60_000,
);
