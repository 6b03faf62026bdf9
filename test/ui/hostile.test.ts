import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { createBrowser } from "../support/browser.ts";
import { hostileTexts, readTwice, type Write } from "../support/hostile.ts";
import { gallery } from "./gallery.tsx";
import { pageOf } from "./gallery-site.ts";

const browser = createBrowser();
const blank = browser.browse("about:blank");
afterAll(() => browser.close());

const pages = Object.keys(gallery);

/** With hostile texts in the frame too: in the person's name, the page's own address and what a flash is about. */
const render = (name: string) => (write: Write) =>
  pageOf(name, write, {
    user: { login: write("ada"), admin: true },
    path: write("/admin"),
    flash: { code: "token_revoked", about: write("laptop") },
  });

test.each(pages)(
  "on the page %s every text stays text, and is read as it was written",
  async (name) => {
    for (const start of hostileTexts.keys()) {
      const texts = [...hostileTexts.slice(start), ...hostileTexts.slice(0, start)];
      const { read, expected } = await readTwice(await blank, render(name), texts);
      expect(read).toEqual(expected);
    }
  },
  30_000,
);

test("whatever anybody writes stays text", async () => {
  // A parser itself drops NUL and turns CR into LF; half a surrogate pair has no bytes.
  const text = fc
    .oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.constantFrom(...hostileTexts))
    .map((text) => text.toWellFormed().replaceAll(/[\0\r]/g, " "));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pages),
      fc.array(text, { minLength: 1, maxLength: 40 }),
      async (name, texts) => {
        const { read, expected } = await readTwice(await blank, render(name), texts);
        expect(read).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
}, 60_000);

test("the comparison finds a text that became an element, or an attribute, or came back changed", async () => {
  const holes: ((write: Write) => string)[] = [
    (write) => `<p>${write("")}</p>`,
    (write) => `<p title="${write("")}">x</p>`,
    (write) => `<p title="${write("").replaceAll('"', "&quot;")}">x</p>`,
    (write) => `<textarea>${write("").replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</textarea>`,
  ];
  const found = await Promise.all(
    holes.map(async (hole) => {
      const readings = await Promise.all(
        hostileTexts.map(async (text) => readTwice(await blank, hole, [text])),
      );
      return readings.some(({ read, expected }) => !Bun.deepEquals(read, expected));
    }),
  );
  expect(found).toEqual([true, true, true, true]);
}, 30_000);
