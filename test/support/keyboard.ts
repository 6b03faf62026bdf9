import { expect } from "bun:test";
import type { Page } from "playwright-core";

/**
 * Goes by Tab until what has that name or text is focused, and looks on the way whether one sees where one is.
 * @param key `Shift+Tab` to go back.
 */
export async function tabTo(page: Page, what: string, key = "Tab"): Promise<void> {
  for (let steps = 0; (await focused(page)) !== what; steps++) {
    if (steps > 60) throw new Error(`No way to ${what} by the keyboard`);
    await page.keyboard.press(key);
    // The parts of a date show by themselves which of them has the focus.
    if ((await page.evaluate("document.activeElement.type")) === "date") continue;
    const ring = "getComputedStyle(document.activeElement).outlineStyle";
    expect([await focused(page), await page.evaluate<string>(ring)]).not.toContain("none");
  }
}

const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement.name || document.activeElement.textContent || document.activeElement.value",
  );
