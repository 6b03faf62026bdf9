import { afterAll, beforeAll, expect, test } from "bun:test";
import { createBrowser } from "../support/browser.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";
import { type Element, hostileTexts, readPages } from "../support/hostile.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let root: Visitor;
const browser = createBrowser();
const benign = "a harmless text";
// Where a label stands on a line of its own.
const texts = hostileTexts.map((text) => text.slice(0, 100)).filter((text) => /^[^\n]*\S[^\n]*$/.test(text));

beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  root = await svc.signedIn("root");
  await aClient(svc.db, "Globex");
}, 60_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 60_000);

const search = (query: Record<string, string>) => String(new URLSearchParams(query));
const tooLong = "x".repeat(201);

/** Pages that say what was typed, with the status of each: as a form that was refused, a preview, an outcome. */
const echoing: [string, number, (text: string) => Promise<Response>][] = [
  ["a preview", 200, (label) => root.get(`/admin/mappings/new?${search({ label, client: "Globex" })}`)],
  ["a client looked for", 200, (name) => root.get(`/admin/clients?${search({ name })}`)],
  ["a label looked for", 200, (label) => root.get(`/admin/mappings?${search({ label })}`)],
  ["a search refused", 422, (name) => root.get(`/admin/clients?${search({ name, status: "x" })}`)],
  ["a filter refused", 422, (label) => root.get(`/admin/mappings?${search({ label, to: "x" })}`)],
  [
    "a label tried",
    200,
    (labels) => root.get(`/admin/mappings/tester?${search({ repository: "acme/web", labels })}`),
  ],
  [
    "a mapping refused",
    422,
    (text) => root.post("/admin/mappings", { label: text, client: text, repository: text }),
  ],
  ["a name refused", 422, (text) => root.post("/admin/clients", { name: text + tooLong })],
  ["another name refused", 422, (text) => root.post("/admin/clients/1/name", { name: text + tooLong })],
];

test.each(echoing)(
  "%s: whatever was typed stays text, and comes back as it was typed",
  async (...page) => {
    const [, status, ask] = page;
    const blank = await browser.browse("about:blank");
    const answers = await Promise.all([benign, ...texts].map(ask));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    const read = await readPages(blank, await Promise.all(answers.map((answer) => answer.text())));
    const [plain, ...pages] = read;
    expect(said(plain!).filter((text) => text.startsWith(benign))).not.toEqual([]);
    for (const [place, text] of texts.entries()) {
      expect([text, shapeOf(pages[place]!)]).toEqual([text, shapeOf(plain!)]);
      expect([text, said(pages[place]!).some((one) => one.startsWith(text))]).toEqual([text, true]);
    }
    await blank.close();
  },
  60_000,
);

/** Names of elements and attributes, without what they say. */
function shapeOf({ name, attributes, children }: Element): unknown[] {
  const inside = children.map((child) => (typeof child === "string" ? "text" : shapeOf(child)));
  return [name, Object.keys(attributes).sort(), inside];
}

/** All texts of a page and all values of its fields. */
function said({ attributes, children }: Element): string[] {
  const inside = children.flatMap((child) => (typeof child === "string" ? [child] : said(child)));
  return [attributes["value"] ?? "", ...inside];
}
