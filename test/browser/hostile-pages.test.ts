import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { startApp, type TestApp } from "../support/app.ts";
import { createBrowser, type Visit } from "../support/browser.ts";
import { type Element, hostileTexts, readPages } from "../support/hostile.ts";
import { fillWithTexts, type WriteAt } from "../support/hostile-data.ts";
import type { Visitor } from "../support/visitor.ts";

/**
 * The same rows twice: with hostile texts, and with marks in their places. Each page must be the same tree of elements over
 * both, and each text come back as it was written.
 */
type Side = { svc: TestApp; visitor: Visitor };
let hostile: Side;
let marked: Side;
let blank: Visit;
const browser = createBrowser();

// PostgreSQL and forms cannot carry a text of nothing, and names are trimmed where they come in.
const texts = hostileTexts
  .map((text) => text.trim())
  .filter((text) => text !== "")
  .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
const cut = (text: string, most = 100) => [...text].slice(0, most).join("").trim();
const writeText: WriteAt = (place, most) => cut(texts[place % texts.length]!, most);
const markOf = (place: number) => `mark${String(place).padStart(3, "0")}`;
const writeMark: WriteAt = (place) => markOf(place % texts.length);

beforeAll(async () => {
  blank = await browser.browse("about:blank");
  [hostile, marked] = await Promise.all([open(writeText), open(writeMark)]);
}, 120_000);
afterAll(async () => {
  await browser.close();
  await Promise.all([hostile?.svc.stop(), marked?.svc.stop()]);
}, 60_000);

async function open(write: WriteAt): Promise<Side> {
  const svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  const visitor = await svc.signedIn("root");
  await fillWithTexts(svc, { count: texts.length, write, hasColon: (place) => texts[place]!.includes(":") });
  await svc.db.execute(sql`update users set login = ${write(3)} where login = 'root'`);
  return { svc, visitor };
}

/** The addresses of all pages, each with every row that it may be of. */
function addresses(): string[] {
  const pages = hostile.svc.app.routes
    .filter(({ method, path }) => method === "GET" && path.startsWith("/admin"))
    .map(({ path }) => path.replace(/\/$/, ""));
  return pages.flatMap((path) => {
    const here = path.replace(":owner", "acme").replace(":repo", "web");
    return here.includes(":") ? texts.map((_, place) => here.replace(/:\w+/, String(place + 1))) : [here];
  });
}

/** Pages that say again what their address says. */
const echoing = [
  "/admin?by=TEXT:",
  "/admin/tokens/new?label=TEXT",
  "/admin/audit?who=TEXT",
  "/admin/audit?target=TEXT",
  "/admin/deliveries?sender=TEXT&repository=TEXT",
  "/admin/deliveries?outcome=TEXT",
  "/admin/entries?label=wbso:TEXT&user=TEXT",
  "/admin/entries?label_prefix=TEXT",
  "/admin/plans?label=wbso:TEXT",
];

async function compare(path: string, other = path): Promise<void> {
  const [answer, plain] = await Promise.all([hostile.visitor.get(path), marked.visitor.get(other)]);
  expect([path, answer.status]).toEqual([path, plain.status]);
  if (!answer.headers.get("content-type")?.startsWith("text/html")) return;
  const [read, expected] = await readPages(blank, [await answer.text(), await plain.text()]);
  expect([path, differences(read!, expected!, "")]).toEqual([path, []]);
}

test("on every page every text stays text, and comes back as it was written", async () => {
  const paths = addresses();
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) await compare(path);
}, 300_000);

test("the same holds for what the address itself says", async () => {
  for (const [place, text] of texts.entries()) {
    for (const path of echoing) {
      // A dimension has one colon; what has more is read as if it were left out.
      if (path.includes("by=") && text.includes(":")) continue;
      const [mine, other] = [text, markOf(place)].map((text) =>
        path.replaceAll("TEXT", encodeURIComponent(cut(text))),
      );
      await compare(mine!, other!);
    }
  }
}, 300_000);

test("the comparison finds an element too many, an attribute, and a text that came back changed", async () => {
  const [plain, ...changed] = await readPages(blank, [
    `<p title="mark001">mark001</p>`,
    `<p title="x"><b>x</b></p>`,
    `<p title="x" onclick="x">x</p>`,
    `<p title="y">x</p>`,
    `<p title="x">X</p>`,
  ]);
  for (const page of changed) expect(differences(page!, plain!, "", ["a", "x"])).not.toEqual([]);
  const [same] = await readPages(blank, [`<p title="x">x</p>`]);
  expect(differences(same!, plain!, "", ["a", "x"])).toEqual([]);
});

/** Where a page differs from the one with marks, in other than the texts that the marks stand for. */
function differences(read: Element, expected: Element, path: string, written = texts): string[] {
  const here = `${path}/${expected.name}`;
  const names = (element: Element) => Object.keys(element.attributes).sort().join(" ");
  if (read.name !== expected.name) return [`${here} is ${read.name}`];
  if (names(read) !== names(expected)) return [`${here} has ${names(read)}, not ${names(expected)}`];
  const [mine, theirs] = [read.children, expected.children];
  // Quoted where it has to be, and in other words where a terminal would obey it: command-lines.test.ts has it read back.
  if (expected.attributes["id"] === "svc" && mine.every((child) => typeof child === "string")) return [];
  if (mine.length !== theirs.length) return [`${here} has ${mine.length} children, not ${theirs.length}`];
  const attributes = Object.entries(expected.attributes).flatMap(([name, value]) =>
    isSame(read.attributes[name]!, value, written)
      ? []
      : [`${here} ${name}="${read.attributes[name]}", not ${value}`],
  );
  const children = mine.flatMap((child, place) => {
    const other = theirs[place]!;
    if (typeof child === "string" || typeof other === "string") {
      const same = typeof child === "string" && typeof other === "string" && isSame(child, other, written);
      return same
        ? []
        : [`${here} says ${JSON.stringify(child).slice(0, 300)}, not ${JSON.stringify(other).slice(0, 300)}`];
    }
    return differences(child, other, here, written);
  });
  return [...attributes, ...children];
}

/** As a text itself, in an address, in JSON, or between the quotes of a shell. */
const ways: ((text: string) => string)[] = [
  (text) => text,
  (text) => encodeURIComponent(text),
  (text) => encodeURIComponent(text).replaceAll("'", "%27"),
  (text) => new URLSearchParams({ x: text }).toString().slice(2),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => text.replaceAll("'", `'\\''`),
];

function isSame(read: string, expected: string, written: string[]): boolean {
  const mine = withoutChance(read);
  if (!/mark\d{3}/.test(expected)) return mine === withoutChance(expected);
  return lengths.some((most) =>
    ways.some((way) => {
      const put = expected.replaceAll(/mark(\d{3})/g, (_, place) => way(cut(written[Number(place)]!, most)));
      return mine === withoutChance(put) || isShortened(mine, withoutChance(put));
    }),
  );
}

/** How much of a text each place takes; see fillWithTexts. */
const lengths = [100, 40];

function isShortened(text: string, whole: string): boolean {
  return text.endsWith("…") && text.length > 20 && whole.startsWith(text.slice(0, -1));
}

/** What no two runs have alike. */
function withoutChance(text: string): string {
  return text
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "uuid")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "instant")
    .replaceAll(/just now|\d+ minutes? ago/g, "lately")
    .replaceAll(/\d{1,2} \w+\.? \d{4},? [\d:]+ \S+/g, "moment")
    .replaceAll(/127\.0\.0\.1:\d+/g, "host")
    .replaceAll(/\d{7,}/g, "number");
}
