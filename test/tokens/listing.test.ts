import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { tokens, users } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
let root: Visitor;
let userIds: Record<string, number>;
beforeAll(async () => {
  svc = await startApp();
  for (const login of ["eve", "zoe"]) svc.github.member("acme", login);
  svc.github.member("acme", "root", { role: "admin" });
  [ada, root] = [await svc.signedIn("ada"), await svc.signedIn("root")];
  for (const login of ["eve", "zoe"]) await svc.signedIn(login);
  userIds = Object.fromEntries((await svc.db.select().from(users)).map(({ login, id }) => [login, id]));
  // A hundred and twenty of ada's, in between which eve makes one now and then; a third of all is revoked.
  for (let n = 1; n <= 150; n++) await aToken(n % 5 === 0 ? "eve" : "ada", `token ${n}`, n % 3 === 0);
}, 30_000);
afterAll(() => svc.stop());

/** A row as issuing leaves it, without the quarter of a second that a hash takes. */
async function aToken(login: string, label: string, isRevoked = false): Promise<number> {
  const [row] = await svc.db
    .insert(tokens)
    .values({
      userId: userIds[login]!,
      label,
      prefix: crypto.randomUUID().replaceAll("-", "").slice(0, 8),
      hash: `$2b$12$${"a".repeat(53)}`,
      ...(isRevoked && { revokedAt: new Date(), revokedById: userIds[login]! }),
    })
    .returning({ id: tokens.id });
  return row!.id;
}

/** The labels on a page, from top to bottom, and where its buttons lead. */
async function look(by: Visitor, path: string) {
  const page = await (await by.get(path)).text();
  const labels = [...page.matchAll(/<th role="rowheader"[^>]*><span>([^<]*)</g)].map((match) => match[1]!);
  const link = (rel: string) =>
    new RegExp(`rel="${rel}" href="([^"]+)"`).exec(page)?.[1]?.replaceAll("&amp;", "&");
  return { page, labels, older: link("next"), newer: link("prev") };
}

/** Follows the button to older ones from page to page. */
async function lookThrough(by: Visitor, first: string, between: () => Promise<unknown> = async () => {}) {
  const pages = [];
  for (let path: string | undefined = first; path !== undefined;) {
    const { labels, older } = await look(by, path);
    pages.push(labels);
    path = older;
    await between();
  }
  return pages;
}

const countingDown = (keep: (n: number) => boolean) =>
  Array.from({ length: 150 }, (_, n) => 150 - n)
    .filter(keep)
    .map((n) => `token ${n}`);

describe("the list of tokens", () => {
  test("has 50 on a page, the newest first, and each of one's own once over all pages", async () => {
    const pages = await lookThrough(ada, "/admin/tokens?state=all");
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(countingDown((n) => n % 5 !== 0));
  });

  test.each([
    ["active", (n: number) => n % 3 !== 0],
    ["revoked", (n: number) => n % 3 === 0],
  ] as const)("has the %s ones apart, on every page", async (state, keep) => {
    const pages = await lookThrough(ada, `/admin/tokens?state=${state}`);
    expect(pages.flat()).toEqual(countingDown((n) => n % 5 !== 0 && keep(n)));
  });

  test("has everybody's for an admin, with whose they are, on every page", async () => {
    const pages = await lookThrough(root, "/admin/tokens?of=everybody&state=all");
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 50]);
    expect(pages.flat()).toEqual(countingDown(() => true));
    const { page } = await look(root, "/admin/tokens?of=everybody&state=all");
    const owners = [...page.matchAll(/data-name="Owner"[^>]*><span>([^<]*)</g)].map((match) => match[1]);
    expect(owners.slice(0, 6)).toEqual(["eve", "ada", "ada", "ada", "ada", "eve"]);
  });

  test("has an admin's own alone where everybody's are not asked for", async () => {
    expect((await look(root, "/admin/tokens?state=all")).labels).toEqual([]);
  });

  test("leads back to the newest, and no further than there is something", async () => {
    const first = await look(ada, "/admin/tokens?state=all");
    expect(first.newer).toBeUndefined();
    const second = await look(ada, first.older!);
    expect([second.newer, second.older]).toEqual([
      "/admin/tokens?state=all",
      expect.stringMatching(/^\/admin\/tokens\?state=all&before=\d+$/),
    ]);
    expect((await look(ada, second.older!)).older).toBeUndefined();
    // Fifty to the last have no page after them.
    const last = await look(ada, `/admin/tokens?state=all&before=${await idOf("token 64")}`);
    expect([last.labels.length, last.older]).toEqual([50, expect.any(String)]);
    const whole = await look(ada, `/admin/tokens?state=all&before=${await idOf("token 63")}`);
    expect([whole.labels.length, whole.older]).toEqual([50, undefined]);
  });

  test.each(["before=x", "before=0", "before=-5", `before=${"9".repeat(40)}`, "state=gone", "x=1"])(
    "is the first page for what an address cannot mean: %s",
    async (search) => {
      const { labels } = await look(ada, `/admin/tokens?${search}`);
      expect(labels).toEqual((await look(ada, "/admin/tokens")).labels);
    },
  );

  test("may begin after a token of somebody else's, and shows none of theirs", async () => {
    const { labels } = await look(ada, `/admin/tokens?state=all&before=${await idOf("token 5")}`);
    expect(labels).toEqual(["token 4", "token 3", "token 2", "token 1"]);
  });

  test("says what to do where there is none", async () => {
    const zoe = await svc.signedIn("zoe");
    const { page } = await look(zoe, "/admin/tokens");
    expect(page).toContain("You have no active token. Create one");
    expect(page).toContain('href="/admin/tokens/new"');
    expect((await look(zoe, "/admin/tokens?state=revoked")).page).toContain("No token has been revoked.");
  });

  test("skips and repeats none where tokens are made while somebody pages through", async () => {
    const pages = await lookThrough(ada, "/admin/tokens?state=all", () => aToken("ada", "made meanwhile"));
    expect(pages.flat()).toEqual(countingDown((n) => n % 5 !== 0));
  });
});

async function idOf(label: string): Promise<number> {
  const [row] = await svc.db.select({ id: tokens.id }).from(tokens).where(eq(tokens.label, label));
  return row!.id;
}
