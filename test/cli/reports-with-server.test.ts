import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/program.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { upsertUser } from "../../server/members/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient, anEntry } from "../support/factories.ts";
import { aWorld, type Surroundings } from "./running.ts";

/** Lists and reports, against the real server in this process. */
let app: TestApp;
let token: string;
let admin: string;
let folder: string;

const hostile = [
  ...["type:a,b", '"quoted"', 'a"b', "two\nlines", "two\r\nlines", "lone\rreturn", "👩‍💻 日本 é e\u0301"],
  ...[
    "=1+1",
    "@SUM(A1)",
    "-2",
    " spaces ",
    "%_\\",
    "tab\there",
    "\u202e\x1b[31m\u2028",
    "'",
    ";",
    "\ufeff",
    "\\N",
    "\\.",
  ],
];

beforeAll(async () => {
  app = await startApp();
  app.github.member("acme", "root", { role: "admin" });
  token = await app.tokenFor("ada");
  admin = await app.tokenFor("root");
  folder = await mkdtemp(join(tmpdir(), "svc-reports-"));
  const acme = await aClient(app.db, "Acme");
  const grace = await upsertUser(app.db, { githubId: 4_000_002, login: "grace" });
  const attributed = { clientId: acme.id, attribution: { winner: null, runnersUp: [], deactivated: [] } };
  await anEntry(app.db, { workedOn: "2026-10-01", minutes: 90, labels: ["wbso:dev"], ...attributed });
  await anEntry(app.db, { workedOn: "2026-10-02", minutes: 45, labels: ["wbso:dev", "wbso:speur"] });
  await anEntry(app.db, { workedOn: "2026-11-02", minutes: 30, userId: grace.id, issueNumber: 2 });
  await anEntry(app.db, {
    workedOn: "2026-11-03",
    minutes: 15,
    repository: "acme/internal",
    repositoryId: 7_000_002,
  });
  await anEntry(app.db, { kind: "plan", workedOn: "2026-10-01", minutes: 480, ...attributed });
  for (const text of hostile)
    await anEntry(app.db, { workedOn: "2025-01-01", labels: [text], note: text, issueTitle: text });
}, 60_000);
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.stop();
});

describe("every filter reaches the server", () => {
  const examples: [argv: string[], minutes: number[]][] = [
    [["--client", "acme"], [90]],
    [
      ["--client", "none", "--from", "2026-01-01"],
      [15, 30, 45],
    ],
    [["--user", "grace"], [30]],
    [["--user", "@Grace"], [30]],
    [["--repo", "acme/internal"], [15]],
    [["--issue", "acme/web#2"], [30]],
    [
      ["--period", "2026-10"],
      [45, 90],
    ],
    [
      ["--period", "2026-W45"],
      [15, 30],
    ],
    [
      ["--period", "last-month"],
      [45, 90],
    ],
    [["--label-prefix", "wbso:", "--label", "wbso:speur"], [45]],
    [["--as-of", "2020-01-01T00:00:00Z"], []],
    [["--as-of", "2026-11-01T00:00:00+01:00", "--include", "superseded", "--user", "nobody"], []],
  ];
  test.each(examples)("%p", async (argv, minutes) => {
    const whole = await svc(["entries", ...argv, "--json", "minutes"]);
    expect(whole.code).toBe(0);
    const rows = JSON.parse(whole.stdout) as { minutes: number }[];
    expect(rows.map((row) => row.minutes)).toEqual(minutes);
    // The same in pages, and added up.
    expect((await svc(["entries", ...argv, "--json", "minutes", "-L", "999"])).stdout).toBe(whole.stdout);
    const sum = minutes.reduce((total, each) => total + each, 0);
    expect((await svc(["entries", ...argv, "--total"])).stdout).toBe(`${(sum / 60).toFixed(2)}\n`);
    const grouped = await svc(["entries", ...argv, "--group-by", "client", "--group-by", "month", "--json"]);
    const groups = JSON.parse(grouped.stdout) as { minutes: number }[];
    expect(groups.reduce((total, group) => total + group.minutes, 0)).toBe(sum);
  });

  test("--include superseded shows what was corrected, and --as-of what counted then", async () => {
    const id = await anEntry(app.db, { workedOn: "2024-03-01", minutes: 60, labels: ["once"] });
    await Bun.sleep(20);
    const before = new Date().toISOString();
    await Bun.sleep(20);
    const request = new Request(`http://localhost:3000/api/v1/time-entries/${id}/corrections`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin}`, "content-type": "application/json" },
      body: JSON.stringify({ minutes: 30, reason: "it was half an hour" }),
    });
    expect((await app.send(request)).status).toBe(201);
    const listed = async (...argv: string[]) =>
      (await svc(["entries", "--label", "once", "--csv", "minutes,supersedes_id", ...argv])).stdout
        .split("\r\n")
        .slice(1, -1);
    expect(await listed()).toEqual([`30,${id}`]);
    expect(await listed("--include", "superseded")).toEqual([`30,${id}`, "60,"]);
    expect(await listed("--as-of", before)).toEqual(["60,"]);
  });
});

test("a client that nobody knows is not found", async () => {
  expect(await svc(["plans", "--client", "Acne"])).toEqual({
    code: 5,
    stdout: "",
    stderr: 'error: there is no client "Acne"\n  Did you mean Acme?\n',
  });
});

test("JSON is what the API's pages give, field by field", async () => {
  const pages = await svc(["api", "time-entries?limit=1000"]);
  const { data } = JSON.parse(pages.stdout) as { data: EntryJson[] };
  const whole = JSON.parse((await svc(["entries", "--json"])).stdout) as EntryJson[];
  expect(whole).toEqual(data);
  expect(Object.keys(whole[0]!)).toEqual(Object.keys(data[0]!));
  const lines = (await svc(["entries", "--ndjson"])).stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line) as EntryJson)).toEqual(data);
});

test("the CSV of hostile labels is the server's own to the byte where no columns are named", async () => {
  const file = join(folder, "all.csv");
  const ran = await svc(["entries", "--period", "2025", "-q", "-o", file]);
  expect(ran).toEqual({ code: 0, stdout: "", stderr: "" });
  const request = new Request(
    "http://localhost:3000/api/v1/time-entries?format=csv&from=2025-01-01&to=2025-12-31",
    {
      headers: { authorization: `Bearer ${token}` },
    },
  );
  expect(await readFile(file, "utf8")).toBe(await (await app.send(request)).text());
});

test("a statement and advice are made of what is there", async () => {
  const stated = await svc([
    "statement",
    "--client",
    "Acme",
    "--round",
    "total",
    "--round-to",
    "60",
    "--json",
  ]);
  expect(JSON.parse(stated.stdout)).toMatchObject({ minutes: 90, billed_minutes: 120, of: ["Acme"] });
  const checked = await svc(["check", "--period", "2026"]);
  expect(checked).toMatchObject({
    code: 3,
    stderr: "Period 2026-01-01 … 2026-12-31\n3 things to look at in 4 entries.\n",
  });
  expect(checked.stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
    "no-client",
    "no-client",
    "no-client",
    "",
  ]);
});

async function svc(argv: string[], around: Surroundings = {}) {
  const printed = { stdout: "", stderr: "", opened: [] };
  const world = aWorld(printed, { env: { SVC_TOKEN: token }, timeout: 30_000, ...around });
  const send = (url: string, init: RequestInit) => Promise.resolve(app.send(new Request(url, init)));
  const code = await run(argv, { ...world, fetch: send });
  return { code, stdout: printed.stdout, stderr: printed.stderr };
}
