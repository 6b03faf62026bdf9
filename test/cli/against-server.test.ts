import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { run } from "../../cli/program.ts";
import { insertEntries } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { aWorld } from "./running.ts";

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startApp();
  token = await app.tokenFor("ada");
}, 60_000);
afterAll(() => app.stop());

test("a month of one prefix comes out as CSV, exactly as it was logged", async () => {
  const acme = await aClient(app.db, "Acme");
  const labels = ["wbso:dev", 'say "hi", {you}', "[P1] bug", "=1+1", "100%_\\", "👩‍💻 日本"];
  const attribution = { winner: null, runnersUp: [], deactivated: [] };
  const note = "two\nlines";
  await anEntry(app.db, {
    workedOn: "2026-10-01",
    minutes: 50,
    labels,
    clientId: acme.id,
    attribution,
    note,
  });
  await anEntry(app.db, { workedOn: "2026-10-31", minutes: 90, labels: ["wbso:speur"] });
  await anEntry(app.db, { workedOn: "2026-09-30", labels: ["wbso:dev"] });
  await anEntry(app.db, { workedOn: "2026-11-01", labels: ["wbso:dev"] });
  await anEntry(app.db, { workedOn: "2026-10-15", labels: ["wbso", "xwbso:dev", "type:dev"] });
  const columns = "id,kind,worked_on,minutes,hours,user,repository,issue,issue_title,client,labels,note";
  const month = ["--label-prefix", "wbso:", "--from", "2026-10-01", "--to", "2026-10-31"];
  const { code, stdout, stderr } = await svc(["entries", ...month, "--csv", columns]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const cell = JSON.stringify(labels).replaceAll('"', '""');
  expect(stdout.replaceAll(/^\d+,/gm, "")).toBe(
    [
      columns,
      'time,2026-10-31,90,1.50,ada,acme/web,1,Checkout fails,,"[""wbso:speur""]",',
      `time,2026-10-01,50,0.83,ada,acme/web,1,Checkout fails,Acme,"${cell}","two\nlines"`,
      "",
    ].join("\r\n"),
  );
  expect((await svc(["plans", ...month])).stderr).toStartWith("No plans match --label-prefix wbso: ");
});

test("more than a page is fetched to its end, each once and newest first", async () => {
  const { id: userId } = await upsertUser(app.db, { githubId: 4_000_001, login: "ada" });
  const many = Array.from({ length: 2345 }, (_, i) => ({
    kind: "time" as const,
    minutes: 1 + (i % 60),
    workedOn: `2025-0${1 + (i % 9)}-15`,
    labels: ["bulk"],
    userId,
    repository: "acme/web",
    repositoryId: 7_000_001,
    issueNumber: 2,
    issueTitle: "Bulk",
    commentId: 50_000_000 + i,
    commandNo: 1,
    commentedAt: new Date("2025-10-15T10:00:00Z"),
  }));
  await app.db.transaction((tx) => insertEntries(tx, many));
  const all = JSON.parse((await svc(["entries", "--label", "bulk", "--json"])).stdout) as Row[];
  expect(new Set(all.map(({ id }) => id)).size).toBe(2345);
  const order = all.map(({ worked_on, id }) => `${worked_on} ${String(id).padStart(9, "0")}`);
  expect(order).toEqual(order.toSorted().toReversed());
  const some = JSON.parse(
    (await svc(["entries", "--label", "bulk", "--json", "-L", "1500"])).stdout,
  ) as Row[];
  expect(some).toEqual(all.slice(0, 1500));
});

test("any label is found by itself, whatever is in it", async () => {
  const label = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 50 })
    .filter((text) => !text.includes("\0"));
  await fc.assert(
    fc.asyncProperty(label, async (text) => {
      const id = await anEntry(app.db, { labels: ["other", text], workedOn: "2024-01-01" });
      const ran = await svc(["entries", `--label=${text}`, "--label=other", "--json"]);
      expect(ran).toMatchObject({ code: 0, stderr: "" });
      const found = JSON.parse(ran.stdout) as Row[];
      expect(found.find((row) => row.id === id)?.labels).toEqual(["other", text]);
      for (const row of found) expect(row.labels).toContain(text);
    }),
    { numRuns: 50 },
  );
}, 30_000);

describe("what the server refuses is told with its reason and its request", () => {
  test("a token that it does not know", async () => {
    const ran = await svc(["entries"], `svc_${"x".repeat(43)}`);
    expect(ran).toMatchObject({ code: 4, stdout: "" });
    expect(ran.stderr).toMatch(
      /^error: the token in SVC_TOKEN does not work for http:\/\/localhost:3000, or no longer \(401 invalid_token\)\n {2}Make another at http:\/\/localhost:3000\/admin\/tokens, and put it in SVC_TOKEN\n {2}Request ID \S+\n$/,
    );
  });

  test("a label that nothing can have", async () => {
    const ran = await svc(["entries", "--label", "x".repeat(2000)]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(/^error: .+ \(422 invalid_query\)\n {2}Request ID \S+\n$/);
  });
});

type Row = { id: number; worked_on: string; labels: string[] };

async function svc(argv: string[], as = token) {
  const printed = { stdout: "", stderr: "", opened: [] };
  const world = aWorld(printed, { env: { SVC_TOKEN: as }, timeout: 30_000 });
  const code = await run(argv, {
    ...world,
    fetch: (url, init) => Promise.resolve(app.send(new Request(url, init))),
  });
  return { code, stdout: printed.stdout, stderr: printed.stderr };
}
