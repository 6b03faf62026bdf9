import { afterAll, beforeAll, expect, test } from "bun:test";
import type { PlanVsActualJson } from "../../server/entries/plan-vs-actual/json.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { anEntry } from "../support/factories.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "linus");
});
afterAll(() => svc.stop());

async function report(path: string): Promise<PlanVsActualJson> {
  const response = await svc.api(`/issues/${path}/plan-vs-actual`);
  expect(response.status).toBe(200);
  return (await response.json()) as PlanVsActualJson;
}

test("plans and hours of an issue add up, in all and by person (D8a)", async () => {
  const issue = svc.github.issue("acme/web", { title: "Checkout fails" });
  await svc.github.comment(issue, "ada", "/plan 8h");
  await svc.github.comment(issue, "ada", "/plan 2h\n/log 3h");
  await svc.github.comment(issue, "linus", "/log 9h30");
  const found = await report(`acme/web/${issue.number}`);
  expect(found).toMatchObject({
    repository: "acme/web",
    issue: { number: issue.number, title: "Checkout fails" },
    planned_minutes: 600,
    actual_minutes: 750,
    difference_minutes: 150,
    more_entries: false,
  });
  expect(
    found.people.map((one) => [
      one.user.login,
      one.planned_minutes,
      one.actual_minutes,
      one.difference_minutes,
    ]),
  ).toEqual([
    ["linus", 0, 570, 570],
    ["ada", 600, 180, -420],
  ]);
  expect(found.entries.map(({ kind, minutes }) => [kind, minutes])).toEqual([
    ["time", 570],
    ["time", 180],
    ["plan", 120],
    ["plan", 480],
  ]);
});

test("the repository's name is taken without case, and what was logged before it was renamed belongs to the issue", async () => {
  const where = { repositoryId: 77, issueNumber: 5 };
  await anEntry(svc.db, { ...where, repository: "acme/old-name", minutes: 60 });
  await anEntry(svc.db, { ...where, repository: "acme/New-Name", minutes: 30 });
  // Another repository took the old name since.
  await anEntry(svc.db, { repositoryId: 78, issueNumber: 5, repository: "acme/old-name", minutes: 15 });
  expect((await report("ACME/new-name/5")).actual_minutes).toBe(90);
  expect((await report("acme/old-name/5")).actual_minutes).toBe(15);
});

test("an issue that was logged on under the old name alone is found under the new one", async () => {
  await anEntry(svc.db, { repositoryId: 79, issueNumber: 1, repository: "acme/before", minutes: 45 });
  expect((await report("acme/after/1")).actual_minutes).toBe(0);
  await anEntry(svc.db, { repositoryId: 79, issueNumber: 2, repository: "acme/after", minutes: 10 });
  expect((await report("acme/after/1")).actual_minutes).toBe(45);
});

test("an issue never seen has zeros", async () => {
  expect(await report("acme/nowhere/99")).toEqual({
    repository: "acme/nowhere",
    issue: { number: 99, title: null, url: `${svc.github.config.url}/acme/nowhere/issues/99` },
    planned_minutes: 0,
    actual_minutes: 0,
    difference_minutes: 0,
    people: [],
    entries: [],
    more_entries: false,
  });
});

test.each([
  "acme/web/0",
  "acme/web/-1",
  "acme/web/1e3",
  "acme/web/x",
  "acme/we b/1",
  "acme/../1",
  "ac%00me/web/1",
  "acme/web/99999999999",
])("the path %s is refused, with how to write it", async (path) => {
  const response = await svc.api(`/issues/${path}/plan-vs-actual`);
  // What a browser or a client shortens before it asks is an address that is not there.
  expect([404, 422]).toContain(response.status);
  if (response.status === 422) expect(await response.json()).toMatchObject({ code: "invalid_path" });
});

test("a parameter is refused: it would change nothing", async () => {
  expect((await svc.api("/issues/acme/web/1/plan-vs-actual?from=2026-01-01")).status).toBe(422);
});
