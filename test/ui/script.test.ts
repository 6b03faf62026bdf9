import { afterAll, describe, expect, test } from "bun:test";
import { createBrowser, type Look } from "../support/browser.ts";
import { openGallery } from "./gallery-site.ts";

const site = openGallery();
const browser = createBrowser();
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const visit = (page: string, look?: Look) => browser.browse(site.url + page, look);
const secret = "svc_0123456789012345678901234567890123456789012";

describe("with JavaScript", () => {
  test("a button copies what stands beside it, and says so to everybody", async () => {
    const { page, complaints, close } = await visit("secret");
    await page.getByRole("button", { name: "Copy token" }).click();
    expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe(secret);
    await page.getByRole("status").getByText("Copied").waitFor();
    expect(complaints()).toEqual([]);
    await close();
  });

  test("where there is no clipboard it selects the text and says which keys to press", async () => {
    const { page, close } = await visit("secret");
    await page.evaluate("delete Navigator.prototype.clipboard");
    await page.getByRole("button", { name: "Copy token" }).click();
    expect(await page.evaluate<string>("String(getSelection())")).toBe(secret);
    await page.getByRole("status").getByText("Ctrl+C").waitFor();
    await close();
  });

  test("a secret is gone from the page once it was left, on the way back too", async () => {
    const { page, close } = await visit("secret");
    expect(await page.content()).toContain(secret);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))");
    expect(await page.content()).not.toContain(secret);
    expect(await page.getByText("No longer shown").count()).toBe(2);
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
    await close();
  });

  test("the summary of what is wrong has the focus, and each line leads to its field", async () => {
    const { page, close } = await visit("form");
    expect(await page.evaluate<string>("document.activeElement.getAttribute('role')")).toBe("alert");
    await page.getByRole("link", { name: "Write the repository as owner/name" }).click();
    expect(await page.evaluate<string>("document.activeElement.name")).toBe("repository");
    const described = page.getByRole("textbox", { name: "Repository" });
    expect(await described.getAttribute("aria-describedby")).toBe("problem-repository");
    await close();
  });

  test("a form is sent once, however often its button is pressed", async () => {
    const { page, close } = await visit("form");
    const sent: string[] = [];
    await page.route("**/admin/mappings", async (route) => {
      sent.push(route.request().method());
      await Bun.sleep(300);
      await route.fulfill({ body: "done", contentType: "text/plain" });
    });
    const send = "document.querySelector('main form').requestSubmit();";
    await page.evaluate(send + send + send);
    await page.getByText("done").waitFor();
    expect(sent).toEqual(["POST"]);
    await close();
  });
});

describe("without JavaScript", () => {
  const visitWithout = (page: string) => visit(page, { javaScript: false });

  test("there is no button that would do nothing, and the text can be selected", async () => {
    const { page, complaints, close } = await visitWithout("secret");
    expect(await page.getByRole("button", { name: "Copy" }).count()).toBe(0);
    expect(await page.locator("code#token").isVisible()).toBe(true);
    expect(await page.locator("code#token").textContent()).toBe(secret);
    expect(complaints()).toEqual([]);
    await close();
  });

  test("a form, the help, the switch of languages and the way out work", async () => {
    const { page, close } = await visitWithout("form");
    await page.getByText("Help", { exact: true }).click();
    expect(await page.getByText("/log 2h").isVisible()).toBe(true);
    const sent: [address: string, body: string | null][] = [];
    await page.route(/\/(language|sign-out|admin\/mappings)$/, (route) => {
      sent.push([new URL(route.request().url()).pathname, route.request().postData()]);
      return route.fulfill({ status: 204 });
    });
    for (const name of ["Nederlands", "Sign out", "Preview"])
      await page.getByRole("button", { name }).click();
    expect(sent).toEqual([
      ["/language", "next=%2Fgallery%2Flist&language=nl"],
      ["/sign-out", null],
      ["/admin/mappings", expect.stringMatching(/^label=&client=2&[^]*&preview=yes$/)],
    ]);
    await close();
  });
});
