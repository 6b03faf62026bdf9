import { entryPage } from "../../server/entries/page-address.ts";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { confirmations, deliveries, entries } from "../../db/schema.ts";
import { auditLog } from "../../db/schema/people.ts";
import { startApp, type TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
let root: Visitor;
let issue: ReturnType<TestApp["github"]["issue"]>;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  svc.github.user("newcomer");
  [ada, root] = [await svc.signedIn("ada"), await svc.signedIn("root")];
  issue = svc.github.issue("acme/web", { title: "Checkout", labels: ["client:acme"] });
}, 30_000);
afterAll(() => svc.stop());

/** Comments, and gives the number of the delivery. */
async function delivered(by: string, body: string): Promise<number> {
  await svc.github.comment(issue, by, body);
  const [row] = await svc.db
    .select()
    .from(deliveries)
    .orderBy(sql`id desc`)
    .limit(1);
  return row!.id;
}
const page = async (path: string, by = ada) => {
  const answer = await by.get(`/admin/deliveries${path}`);
  return { status: answer.status, html: await answer.text() };
};
const shownIds = (html: string) => [...html.matchAll(/>#(\d+)<\/a>/g)].map(([, id]) => Number(id));
const audited = async (action: string) =>
  (await svc.db.select().from(auditLog)).filter((event) => event.action === action);

describe("the list of deliveries", () => {
  test("tells what came of each, and is filtered by that, the repository, the sender and GitHub's id", async () => {
    const recorded = await delivered("ada", "/log 2h");
    const refused = await delivered("ada", "/log 1d");
    const strange = await delivered("newcomer", "/log 1h");
    const nothing = await delivered("ada", "well done");
    const all = await page("");
    expect(shownIds(all.html).slice(0, 4)).toEqual([nothing, strange, refused, recorded]);
    for (const text of ["recorded", "not understood", "not a member", "no command"])
      expect(all.html).toContain(text);
    const found = async (query: string) => shownIds((await page(query)).html);
    expect(await found("?outcome=refused&reply=&repository=&sender=&guid=")).toEqual([refused]);
    expect(await found("?sender=NEWcomer")).toEqual([strange]);
    expect(await found("?repository=ACME/Web&outcome=no_command")).toEqual([nothing]);
    expect(await found("?repository=acme/other")).toEqual([]);
    const [row] = await svc.db
      .select()
      .from(deliveries)
      .where(sql`id = ${refused}`);
    expect(await found(`?guid=${row!.guid}`)).toEqual([refused]);
    expect(await found(`?before=${strange}&sender=ada`)).toEqual([refused, recorded]);
  });

  test("a filter that cannot be read lists nothing and says why", async () => {
    for (const query of ["?outcome=recordd", "?state=done", "?before=-1", "?sender=%00"]) {
      const { status, html } = await page(query);
      expect([query, status, shownIds(html)]).toEqual([query, 422, []]);
      expect(html).toContain('role="alert"');
    }
  });
});

describe("one delivery", () => {
  test("shows what was recorded, the reply, the way to the comment and the payload", async () => {
    const id = await delivered("ada", "/plan 8h\n/log 90m looked into it");
    const { html } = await page(`/${id}`);
    const rows = await svc.db
      .select()
      .from(entries)
      .orderBy(sql`id desc`)
      .limit(2);
    for (const { kind, id } of rows) expect(html).toContain(`href="${entryPage(kind, id)}"`);
    expect(html).toContain("1h 30m");
    expect(html).toContain(`issues/${issue.number}#issuecomment-`);
    expect(html).toContain("- Planned **8h** for `ada`");
    expect(html).not.toContain("svc:v1:");
    expect(html).toContain("&quot;full_name&quot;: &quot;acme/web&quot;");
    expect(html).toContain('aria-disabled="true"');
  });

  test("a token that somebody pasted into a comment stands on no page", async () => {
    // One of GitHub's: the tests look for the form of ours in the database as well, where what came is kept as it came.
    const id = await delivered("ada", `/log ghp_${"Q".repeat(36)}\n/log svc_${"Q".repeat(42)}`);
    for (const path of [`/${id}`, ""]) {
      const { html } = await page(path);
      const at = html.indexOf("QQQ");
      expect([path, at < 0 ? "" : html.slice(at - 100, at + 100)]).toEqual([path, ""]);
    }
  });

  test.each(["0", "999999", "x", "1e3", "99999999999999999999"])("there is none at %s", async (id) => {
    expect((await page(`/${id}`)).status).toBe(404);
  });
});

describe("processing a delivery again", () => {
  test("records what could not be recorded before, once, and is audited", async () => {
    const id = await delivered("newcomer", "/log 3h first day");
    const before = await svc.db.$count(entries);
    const refusal = await ada.post(`/admin/deliveries/${id}/processing`);
    expect(refusal.status).toBe(403);
    expect(await refusal.text()).toContain("Only admins may have deliveries processed again");

    svc.github.member("acme", "newcomer");
    const later = await startApp({ shared: svc });
    const boss = await later.signedIn("root");
    const answer = await boss.post(`/admin/deliveries/${id}/processing`);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/admin/deliveries/${id}`]);
    const told = await (await boss.get(`/admin/deliveries/${id}`)).text();
    expect(told).toContain("It was processed again.");
    expect(told).toContain("The commands were recorded.");
    expect(await svc.db.$count(entries)).toBe(before + 1);
    expect(await audited("delivery.processed_again")).toEqual([
      expect.objectContaining({
        targetType: "delivery",
        targetId: String(id),
        detail: expect.objectContaining({ outcome: "not_member" }),
      }),
    ]);

    const again = await boss.post(`/admin/deliveries/${id}/processing`);
    expect(again.status).toBe(409);
    expect(await svc.db.$count(entries)).toBe(before + 1);
    expect(await audited("delivery.processed_again")).toHaveLength(1);
    await later.stop();
  });

  test("two at once record it once", async () => {
    svc.github.user("twice");
    const id = await delivered("twice", "/log 1h");
    svc.github.member("acme", "twice");
    const later = await startApp({ shared: svc });
    const boss = await later.signedIn("root");
    const before = await svc.db.$count(entries);
    const answers = await Promise.all([1, 2, 3].map(() => boss.post(`/admin/deliveries/${id}/processing`)));
    expect(answers.filter(({ status }) => status === 303).length).toBeGreaterThan(0);
    expect(await svc.db.$count(entries)).toBe(before + 1);
    await later.stop();
  });

  test("where it cannot be decided now it stays waiting, and that is said", async () => {
    svc.github.user("undecided");
    const id = await delivered("undecided", "/log 1h");
    const later = await startApp({ shared: svc });
    const boss = await later.signedIn("root");
    svc.github.fail({ path: /memberships|members/, times: Infinity, respond: { status: 500 } });
    await boss.post(`/admin/deliveries/${id}/processing`);
    const told = await (await boss.get(`/admin/deliveries/${id}`)).text();
    expect(told).toContain("svc goes on trying");
    expect(told).toContain("not processed yet");
    expect(shownIds((await page("?outcome=pending")).html)).toEqual([id]);
    svc.github.heal();
    await later.stop();
  });
});

describe("a reply that GitHub refused", () => {
  test("is told, and posted when an admin asks for it", async () => {
    svc.github.fail({
      method: "POST",
      path: /comments$/,
      times: Infinity,
      respond: { status: 403, body: { message: "Resource not accessible by integration" } },
    });
    const id = await delivered("ada", "/log 15m");
    const state = async () => {
      const [row] = await svc.db
        .select()
        .from(confirmations)
        .orderBy(sql`id desc`)
        .limit(1);
      return row!.state;
    };
    for (let tries = 0; (await state()) !== "failed" && tries < 100; tries++) await Bun.sleep(100);
    svc.github.heal();
    expect(shownIds((await page("?reply=failed")).html)).toContain(id);
    expect(shownIds((await page("?reply=failed&outcome=no_command")).html)).toEqual([]);
    expect((await page(`/${id}`)).html).not.toContain("Post again");
    expect((await page(`/${id}`, root)).html).toContain("Post again");
    expect((await ada.post(`/admin/deliveries/${id}/reply`)).status).toBe(403);

    expect((await root.post(`/admin/deliveries/${id}/reply`)).status).toBe(303);
    for (let tries = 0; (await state()) !== "posted" && tries < 100; tries++) await Bun.sleep(100);
    expect(await state()).toBe("posted");
    expect(await audited("confirmation.posted_again")).toHaveLength(1);

    // Asked once more, nothing is posted twice.
    await root.post(`/admin/deliveries/${id}/reply`);
    expect(await audited("confirmation.posted_again")).toHaveLength(1);
  }, 30_000);
});
