import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, sql } from "drizzle-orm";
import { deliveries, entries } from "../../db/schema.ts";
import { deliveryListing } from "../../db/schema/redelivery.ts";
import { redeliver } from "../../server/redelivery/actions.ts";
import { mattersOf, type Standing } from "../../server/redelivery/standing.ts";
import { startApp, type TestApp } from "../support/app.ts";

const now = new Date("2026-10-05T12:00:00Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const calm: Standing = {
  lastEventAt: ago(500),
  readAt: ago(4),
  begunAt: ago(5),
  problem: null,
  problemAt: null,
  missing: 0,
  oldestMissing: null,
  givenUp: 0,
  gap: null,
};

describe("what is the matter", () => {
  test.each<[string, Partial<Standing>, string[]]>([
    ["nothing, on a quiet day", {}, []],
    ["nothing, right after the first start", { readAt: null, begunAt: ago(1), lastEventAt: null }, []],
    ["nothing, where something was given up and read instead", { givenUp: 3 }, []],
    ["a record that is not read any more", { readAt: ago(17) }, ["unread"]],
    ["a record that was never read", { readAt: null, begunAt: ago(17) }, ["unread"]],
    ["what GitHub said against it", { problem: "No.", problemAt: ago(1) }, ["problem"]],
    ["what has not arrived", { missing: 2, oldestMissing: ago(9) }, ["missing"]],
    ["a gap", { gap: { from: ago(9000), until: ago(5000) } }, ["gap"]],
    [
      "all of it",
      { problem: "No.", readAt: ago(60), missing: 1, gap: { from: now, until: now } },
      ["problem", "unread", "missing", "gap"],
    ],
  ])("is %s", (_, differently, kinds) => {
    expect(mattersOf({ ...calm, ...differently }, now).map(({ kind }) => kind)).toEqual(kinds as never);
  });
});

describe("the page of deliveries", () => {
  let svc: TestApp;
  beforeEach(async () => {
    svc = await startApp();
  });
  afterEach(() => svc.stop());

  const page = async (path: string, language: string) => {
    const browser = await svc.signedIn("ada", language);
    return (await browser.get(path)).text();
  };

  test("tells when something came last and when it was compared with GitHub's record", async () => {
    expect(await page("/admin/deliveries", "en")).not.toContain("Last delivery");
    await redeliver(svc.deps, 0);
    const quiet = await page("/admin/deliveries", "en");
    expect(quiet).toContain("Last delivery:");
    expect(quiet).toContain("none yet");
    expect(quiet).not.toContain("Not everything has arrived");
    await svc.github.comment(svc.github.issue("acme/web"), "ada", "/log 2h");
    expect(await page("/admin/deliveries", "nl")).toMatch(/Laatste bezorging:<\/span> <time/);
  });

  test("tells what has not arrived, and what GitHub said, in both languages", async () => {
    await redeliver(svc.deps, 0);
    await svc.github.commentLost(svc.github.issue("acme/web"), "ada", "/log 2h");
    svc.github.fail({ path: /attempts$/, respond: { status: 403, body: { message: "<b>No</b>" } } });
    await redeliver(svc.deps, 0);
    const english = await page("/admin/deliveries", "en");
    expect(english).toContain("Not everything has arrived");
    expect(english).toContain("1 delivery has not arrived");
    expect(english).toContain("&lt;b&gt;No");
    expect(english).not.toContain("<b>No");
    const overview = await page("/admin", "en");
    expect(overview).toContain("Needs attention");
    expect(overview).toContain("1 delivery has not arrived");
    expect(overview).not.toContain("<b>No");
    const dutch = await page("/admin/deliveries", "nl");
    expect(dutch).toContain("1 bezorging is niet aangekomen");
    expect(dutch).toContain("probeert het vanzelf opnieuw");
    expect(dutch).toContain("GitHub probeerde de oudste zojuist voor het eerst");
  });

  test("of one that svc made of a comment itself says so, as the entry's own page does", async () => {
    await redeliver(svc.deps, 0);
    await svc.db.update(deliveryListing).set({ watermark: sql`now() - interval '5 days'` });
    const issue = svc.github.issue("acme/web");
    svc.github.write(issue, "ada", "/log 2h", { at: new Date(Date.now() - 4 * 86_400_000) });
    await redeliver(svc.deps, 0);
    const [made] = await svc.db.select().from(deliveries).where(eq(deliveries.outcome, "recorded"));
    expect(await page(`/admin/deliveries/${made!.id}`, "en")).toContain("delivery of this comment was lost");
    const [entry] = await svc.db.select({ id: entries.id }).from(entries);
    expect(await page(`/admin/entries/${entry!.id}`, "en")).toContain("did not reach svc at once");
    expect(await page(`/admin/entries/${entry!.id}`, "nl")).toContain(
      "Deze reactie bereikte svc niet meteen",
    );
  });
});
