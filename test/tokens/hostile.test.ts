import { afterAll, beforeAll, expect, test } from "bun:test";
import { tokens } from "../../db/schema/people.ts";
import { readTokenLabel } from "../../server/tokens/label.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { createBrowser } from "../support/browser.ts";
import { hostileTexts, readTwice } from "../support/hostile.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let root: Visitor;
let rootId: number;
const browser = createBrowser();
const blank = browser.browse("about:blank");
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  root = await svc.signedIn("root");
  rootId = Number((await svc.db.$client`select id from users where login = 'root'`)[0]!.id);
}, 30_000);
afterAll(async () => {
  await browser.close();
  await svc.stop();
}, 30_000);

const harmless = "mark000";
const labels = [
  ...new Set(
    hostileTexts.flatMap((text) => {
      const read = readTokenLabel(text);
      return read.ok ? [read.label] : [];
    }),
  ),
];

/** What differs from token to token, whatever its label. */
const alike = (page: string) =>
  page
    .replaceAll(/tokens\/\d+/g, "tokens/1")
    .replaceAll(/token-\d+/g, "token-1")
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "a uuid")
    .replaceAll(/svc_[\w-]{43}/g, "svc_secret");

const pageOf = async (answer: Promise<Response> | Response) => alike(await (await answer).text());

/** The pages that show a token with this label: the lists, the question, the word on its revocation. */
async function pagesWith(label: string): Promise<string[]> {
  const longAgo = new Date("2026-01-01T12:00:00Z");
  const row = {
    userId: rootId,
    label,
    prefix: "abcdefgh",
    hash: `$2b$12$${"a".repeat(53)}`,
    createdAt: longAgo,
  };
  const [token] = await svc.db.insert(tokens).values(row).returning({ id: tokens.id });
  const question = `/admin/tokens/${token!.id}/revocation`;
  const pages = [
    await pageOf(root.get("/admin/tokens")),
    await pageOf(root.get("/admin/tokens?of=everybody")),
    await pageOf(root.get(question)),
  ];
  expect((await root.post(question)).status).toBe(303);
  pages.push(await pageOf(root.get("/admin/tokens")));
  return pages;
}

async function expectTheSame(text: string, hostile: string, benign: string): Promise<void> {
  expect(benign).toContain(harmless);
  const page = (written: string) => (written === harmless ? benign : hostile);
  const { read, expected } = await readTwice(await blank, (write) => page(write("")), [text]);
  expect(read).toEqual(expected);
}

test("whatever a token is called, its pages stay what they are, and say it as it was written", async () => {
  expect(labels.length).toBeGreaterThan(15);
  const benign = await pagesWith(harmless);
  for (const label of labels) {
    const hostile = await pagesWith(label);
    for (const [place, page] of hostile.entries()) await expectTheSame(label, page, benign[place]!);
  }
}, 60_000);

test("what was typed into the form comes back in it as it was typed", async () => {
  const tooLong = "x".repeat(101);
  const refused = async (label: string) => {
    const answer = await root.post("/admin/tokens", { label: label + tooLong, nonce: crypto.randomUUID() });
    expect(answer.status).toBe(422);
    return pageOf(answer);
  };
  const offered = (label: string) => pageOf(root.get(`/admin/tokens/new?${new URLSearchParams({ label })}`));
  const benign = { refused: await refused(harmless), offered: await offered(harmless) };
  // A character that stands for a broken one is refused before the label is looked at.
  for (const text of hostileTexts.filter((text) => !text.includes("\uFFFD"))) {
    await expectTheSame(text, await refused(text), benign.refused);
    if (text !== "") await expectTheSame(text, withPath(await offered(text)), withPath(benign.offered));
  }
}, 60_000);

test("the page that shows a secret stays what it is", async () => {
  const made = async (label: string) => {
    const answer = await root.post("/admin/tokens", { label, nonce: crypto.randomUUID() });
    expect(answer.status).toBe(200);
    return pageOf(answer);
  };
  const benign = await made(harmless);
  for (const label of labels.slice(0, 4)) await expectTheSame(label, await made(label), benign);
}, 60_000);

/** The page's own address is the way back from the language switch, and has the label in it as an address has it. */
function withPath(page: string): string {
  return page.replace(/(name="next" value=")[^"]*/, "$1/admin/tokens/new");
}
