import { afterAll, describe, expect, test } from "bun:test";
import { createBrowser, type Look } from "../support/browser.ts";
import { gallery } from "./gallery.tsx";
import { openGallery } from "./gallery-site.ts";

const site = openGallery();
const browser = createBrowser();
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const visit = (page: string, look?: Look) => browser.browse(site.url + page, look);
const patience = 60_000;

describe.each(Object.keys(gallery))("the page %s", (name) => {
  test(
    "is without fault in both themes, on a phone and on a desk",
    async () => {
      const seen = await visit(name);
      expect(await seen.faults()).toEqual([]);
      await seen.close();
    },
    patience,
  );

  test(
    "is without fault in Dutch and with help open",
    async () => {
      const seen = await visit(name, { language: "nl" });
      expect(await seen.page.getAttribute("html", "lang")).toBe("nl");
      await seen.page.click("footer summary");
      expect([...(await seen.violations()), ...seen.complaints()]).toEqual([]);
      await seen.close();
    },
    patience,
  );

  test(
    "is walked through by keyboard, and shows where one is",
    async () => {
      const { page, close } = await visit(name, { width: 360 });
      const all = await page.evaluate<number>(`document.querySelectorAll("${reachable}").length`);
      const stops: Stop[] = [];
      for (let presses = 0; stops.length < all && presses < 100; presses++) {
        await page.keyboard.press("Tab");
        const stop = await page.evaluate<Stop | null>(stopOfKeyboard);
        if (stop) stops.push(stop);
      }
      expect(stops.filter(({ visible, outlined }) => !visible || !outlined)).toEqual([]);
      expect(new Set(stops.map(({ place }) => place)).size).toBe(all);
      // On a form with problems the walk begins at those.
      expect(stops.find(({ place }) => place === Math.min(...stops.map((stop) => stop.place)))?.text).toBe(
        "Skip to the content",
      );
      await close();
    },
    patience,
  );
});

type Stop = { place: number; text: string; visible: boolean; outlined: boolean };

// A date is several stops within one field, which is the browser's own business.
const reachable =
  "a[href], button:not(:disabled), input:not([type=hidden], [type=date]), select, textarea, summary";
const stopOfKeyboard = `(() => {
  const element = document.activeElement;
  if (!element.matches("${reachable}")) return null;
  const { top, left, width, height } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    place: [...document.querySelectorAll("*")].indexOf(element),
    text: element.textContent.trim(),
    visible: width > 1 && height > 1 && left >= 0 && top >= 0 && top < innerHeight,
    outlined: outlineStyle === "solid" && parseFloat(outlineWidth) >= 2,
  };
})()`;

test("the skip link leads past the menu", async () => {
  const { page, close } = await visit("list");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate<string>("document.activeElement.textContent")).toBe("Create token");
  await close();
});

test("the menu says which page this is", async () => {
  const { page, close } = await visit("list");
  expect(await page.locator("nav [aria-current=page]").allTextContents()).toEqual(["Tokens"]);
  await close();
});

test("in high contrast, where colours are the person's own, the menu still says so", async () => {
  const { page, close } = await visit("list", { forcedColors: true });
  const links = `[...document.querySelectorAll("nav a")].map((a) =>
    [a.hasAttribute("aria-current"), getComputedStyle(a).outlineStyle])`;
  const outlined = await page.evaluate<[isCurrent: boolean, outline: string][]>(links);
  expect(outlined.filter(([isCurrent]) => isCurrent)).toHaveLength(2);
  for (const [isCurrent, outline] of outlined) expect(outline).toBe(isCurrent ? "solid" : "none");
  await close();
});

test.each([320, 768, 1024, 1600])("nothing sticks out of a window of %d pixels", async (width) => {
  const { page, wear, close } = await visit("list");
  for (const name of ["list", "report"]) {
    await page.goto(site.url + name);
    await wear({ theme: "light", width });
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
  }
  await close();
});
