import { afterAll, beforeAll, expect, test } from "bun:test";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let ada: Visitor;
let issue: ReturnType<TestApp["github"]["issue"]>;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "grace");
  ada = await svc.signedIn("ada");
  issue = svc.github.issue("acme/web", { title: "Checkout <fails>" });
  await svc.github.comment(issue, "ada", "/plan 8h\n/log 2h");
  await svc.github.comment(issue, "grace", "/log 7h15");
}, 30_000);
afterAll(() => svc.stop());

const page = async (path: string, by = ada) => {
  const answer = await by.get(`/admin/issues/${path}`);
  return { status: answer.status, html: await answer.text() };
};
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ");

test("an issue shows plan against actual, in all and by person, as the API has it", async () => {
  const { status, html } = await page(`acme/web/${issue.number}`);
  const answer = await svc.api(`/issues/acme/web/${issue.number}/plan-vs-actual`);
  const report = (await answer.json()) as { planned_minutes: number; actual_minutes: number };
  expect(status).toBe(200);
  expect([report.planned_minutes, report.actual_minutes]).toEqual([480, 555]);
  const text = textOf(html);
  expect(html).toContain(`<h1>acme/web#${issue.number}</h1>`);
  expect(html).toContain("Checkout &lt;fails&gt;");
  expect(text).toContain("1h 15m more than planned.");
  expect(text).toMatch(/Planned ?8h ?Logged ?9h 15m/);
  expect(text).toMatch(/grace ?0m ?7h 15m ?\+7h 15m ?ada ?8h ?2h ?−6h/);
});

test("it leads to its entries, its plans, each person's, GitHub and the same in a terminal", async () => {
  const { html } = await page(`acme/web/${issue.number}`);
  const name = `acme%2Fweb%23${issue.number}`;
  for (const address of [
    `/admin/entries?issue=${name}`,
    `/admin/plans?issue=${name}`,
    `/admin/entries?issue=${name}&amp;user=grace`,
    `${svc.config.github.url}/acme/web/issues/${issue.number}`,
  ]) {
    expect(html).toContain(`href="${address}"`);
  }
  expect(html).toContain(`svc plan-vs-actual acme/web#${issue.number}`);
  const list = await ada.get(`/admin/entries?issue=${name}&user=grace`);
  expect(list.status).toBe(200);
  expect(await list.text()).toContain("7h 15m");
});

test("with more than can be listed, the sums are of all and the newest are shown", async () => {
  for (let day = 1; day <= 25; day++) {
    const workedOn = `2026-09-${String(day).padStart(2, "0")}`;
    await anEntry(svc.db, {
      issueNumber: 500,
      repositoryId: 7,
      workedOn,
      minutes: 60,
      repository: "acme/other",
    });
  }
  const { html } = await page("ACME/Other/500");
  expect(html).toContain("25h");
  expect(html).toContain("Nothing is planned for it.");
  expect(html).toContain("2026-09-25");
  expect(html).not.toContain("2026-09-05");
  expect(html.length).toBeLessThan(30_000);
});

test("one without hours says how to log them, in both languages", async () => {
  const { status, html } = await page("acme/web/4711");
  expect(status).toBe(200);
  for (const text of ["<code>/log 2h</code>", "<code>/plan 8h</code>", "svc plan-vs-actual acme/web#4711"])
    expect(html).toContain(text);
  const nl = await page("acme/web/4711", await svc.signedIn("ada", "nl"));
  expect(nl.html).toContain("Op dit issue is niets gepland of geschreven");
});

test.each(["acme/web/0", "acme/web/x", "acme/web/99999999999", "ac%20me/web/1", "acme/%2E%2E/1"])(
  "no issue has the address %s: 404, and what one looks like",
  async (path) => {
    const { status, html } = await page(path);
    expect(status).toBe(404);
    expect(html).toMatch(/like \/admin\/issues\/acme\/web\/12|nothing at this address/);
  },
);
