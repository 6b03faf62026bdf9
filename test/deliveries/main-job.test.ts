import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";
import type { EntryListJson } from "../../server/entries/json.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
  await aClient(svc.db, "Globex", "client:globex");
});
afterAll(() => svc.stop());

const list = async (path: string): Promise<EntryListJson> => {
  const response = await svc.api(path);
  expect(response.status).toBe(200);
  return (await response.json()) as EntryListJson;
};

describe("the main job", () => {
  test("a /log comment becomes an entry with the labels of that moment, its client, and a confirmation", async () => {
    const issue = svc.github.issue("acme/web", {
      title: "Checkout fails",
      labels: ["client:globex", "wbso:dev", "type:a,b"],
    });
    const delivery = await svc.github.comment(issue, "ada", "Found it.\n\n/log 2h fixed the bug", {
      at: new Date("2026-10-05T22:30:00Z"),
    });
    expect(delivery.status).toBe(200);
    expect(JSON.parse(delivery.answer)).toMatchObject({ outcome: "recorded" });

    const { data, totals } = await list("/time-entries?label_prefix=wbso:&from=2026-10-06&to=2026-10-06");
    expect(totals).toEqual({ entries: 1, minutes: 120 });
    expect(data[0]).toMatchObject({
      kind: "time",
      minutes: 120,
      // Half past midnight in Amsterdam.
      worked_on: "2026-10-06",
      note: "fixed the bug",
      labels: ["client:globex", "wbso:dev", "type:a,b"],
      client: { name: "Globex" },
      user: { login: "ada" },
      repository: "acme/web",
      issue: { number: issue.number, title: "Checkout fails" },
    });

    const [confirmation] = await svc.github.whenCommented(issue);
    expect(confirmation!.body).toContain("2h");
    expect(confirmation!.body).toContain("Globex");
    expect(confirmation!.body).toContain("2h logged");
  });

  test("a /plan comment becomes a plan, listed apart from the hours", async () => {
    const issue = svc.github.issue("acme/web", { labels: ["plan:q4"] });
    await svc.github.comment(issue, "ada", "/plan 8h");
    await svc.github.comment(issue, "ada", "/log 1h30");
    expect((await list("/plans?label=plan:q4")).totals).toEqual({ entries: 1, minutes: 480 });
    expect((await list("/time-entries?label=plan:q4")).totals).toEqual({ entries: 1, minutes: 90 });
    const answers = await svc.github.whenCommented(issue, 2);
    expect(answers[1]!.body).toContain("8h planned, 1h 30m logged");
  });
});
