import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../cli/program.ts";
import type { Address } from "../../db/connect.ts";
import { clients as clientsTable } from "../../db/schema.ts";
import { csvColumns } from "../../server/entries/csv/csv.ts";
import { decimalHours } from "../../server/entries/hours.ts";
import type { EntryJson } from "../../server/entries/json.ts";
import { insertEntries } from "../../server/entries/store.ts";
import { upsertUser } from "../../server/members/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { hostileCsvTexts } from "../support/hostile-csv.ts";
import { aWorld } from "./running.ts";

/** The CSV of the real program and server, as the programs of others read it. */
let app: TestApp;
let folder: string;
let file: string;
let entries: EntryJson[];

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), "svc-csv-"));
  file = join(folder, "hours.csv");
  await fill();
  const listed = await svc(["entries", "--json"]);
  entries = JSON.parse(listed.stdout) as EntryJson[];
  expect(entries).toHaveLength(hostileCsvTexts.length + 1);
  expect(await svc(["entries", "--csv"])).toMatchObject({ code: 0, stderr: "" });
  await Bun.write(file, (await svc(["entries", "--csv"])).stdout);
}, 60_000);

afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true });
});

// Who has not got the program sees a test skipped; where all is tested it has to be there.
const needs = (program: string) => test.skipIf(!process.env.CI && !Bun.which(program));

needs("python3")("Python's csv reads back every character", async () => {
  const [header, ...rows] = await readByPython();
  expect(header).toEqual(csvColumns);
  const texts = entries.map(expected).map((row) => row.map((cell) => cell ?? ""));
  expect(rows).toEqual(texts);
});

needs("psql")("psql copies it into a table, every character and what is absent", async () => {
  const types = ["bigint", "text", "date", "int", "numeric", "text", "text", "int", "text", "text", "jsonb"];
  types.push("text", "bigint", "bigint", "text", "text", "timestamptz", "timestamptz", "bigint", "bigint");
  const columns = csvColumns.map((name, i) => `"${name}" ${types[i]!}`);
  const cells = csvColumns.map((name) => cellOf[name] ?? `"${name}"::text`);
  const table = await psql([
    `create temp table hours (n bigserial, ${columns.join(", ")})`,
    `\\copy hours (${csvColumns.map((name) => `"${name}"`).join(", ")}) from '${file}' csv header`,
    `select json_agg(json_build_array(${cells.join(", ")}) order by n) from hours`,
  ]);
  const read = JSON.parse(table) as (string | null)[][];
  const labelsAt = csvColumns.indexOf("labels");
  // As data, since jsonb writes its spaces in its own way.
  const asData = (row: (string | null)[]) =>
    row.map((cell, i) => (i === labelsAt ? JSON.parse(cell!) : cell));
  expect(read.map(asData)).toEqual(entries.map(expected).map(asData));
});

/** As svc writes the instants. */
const instant = (name: string) => `to_char("${name}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const cellOf: Record<string, string> = {
  commented_at: instant("commented_at"),
  created_at: instant("created_at"),
};

function expected(entry: EntryJson): (string | null)[] {
  const number = (value: number | null) => (value === null ? null : String(value));
  const { id, kind, worked_on, minutes, user, repository, issue, client, labels } = entry;
  return [
    ...[String(id), kind, worked_on, String(minutes), decimalHours(minutes), user.login, repository],
    ...[String(issue.number), issue.title, client?.name ?? null, JSON.stringify(labels), entry.note],
    ...[number(entry.client_id), String(user.id), issue.url, entry.comment_url, entry.commented_at],
    ...[entry.created_at, number(entry.supersedes_id), number(entry.superseded_by_id)],
  ];
}

async function fill(): Promise<void> {
  const { id: userId } = await upsertUser(app.db, { githubId: 4_000_001, login: "ada" });
  const clients = hostileCsvTexts.map((text, i) => ({ name: `${text.slice(0, 90)} ${i}` }));
  const made = await app.db.insert(clientsTable).values(clients).returning();
  const attribution = { winner: null, runnersUp: [], deactivated: [] };
  const common = { kind: "time", userId, repository: "acme/web", repositoryId: 7, issueNumber: 1 } as const;
  const at = { commentedAt: new Date("2026-10-05T15:00:00Z"), workedOn: "2026-10-05", commandNo: 1 };
  const hostile = hostileCsvTexts.map((text, i) => ({
    ...{
      ...common,
      ...at,
      commentId: i + 1,
      minutes: 20 + i,
      issueTitle: text,
      note: text.slice(0, 500) || null,
    },
    labels: [text, `wbso:${text}`, ...hostileCsvTexts.slice(0, i)],
    ...(i % 3 > 0 && { clientId: made[i]!.id, attribution }),
  }));
  const labels = Array.from({ length: 1000 }, (_, i) => `label:${i},"`);
  const long = { ...common, ...at, commentId: 999, minutes: 1, issueTitle: "Long", labels };
  await app.db.transaction((tx) => insertEntries(tx, [...hostile, long]));
}

async function svc(argv: string[]) {
  const printed = { stdout: "", stderr: "", opened: [] };
  const world = aWorld(printed, { env: { SVC_TOKEN: await token() }, timeout: 30_000 });
  const fetch = (url: string, init: RequestInit) => Promise.resolve(app.send(new Request(url, init)));
  const code = await run(argv, { ...world, fetch });
  return { code, stdout: printed.stdout, stderr: printed.stderr };
}

let made: Promise<string> | undefined;
const token = () => (made ??= app.tokenFor("ada"));

async function readByPython(): Promise<string[][]> {
  const program = `import csv, json, sys
with open(sys.argv[1], newline="", encoding="utf-8") as file:
    print(json.dumps(list(csv.reader(file, strict=True))))`;
  return JSON.parse(await output(["python3", "-c", program, file], {})) as string[][];
}

async function psql(statements: string[]): Promise<string> {
  const { arguments: where, env } = target(app.database.address);
  const commands = statements.flatMap((statement) => ["-c", statement]);
  const all = await output(["psql", "-XqAt", "-v", "ON_ERROR_STOP=1", ...where, ...commands], env);
  return all.trim();
}

function target(address: Address): { arguments: string[]; env: Record<string, string> } {
  if ("url" in address) return { arguments: [address.url], env: {} };
  const { user, password = "", port, database, host } = address;
  const env = {
    PGUSER: user,
    PGPASSWORD: password,
    PGPORT: String(port),
    PGDATABASE: database,
    PGHOST: host,
  };
  return { arguments: [], env };
}

async function output(command: string[], env: Record<string, string>): Promise<string> {
  const options = {
    env: { ...process.env, PGCLIENTENCODING: "UTF8", ...env },
    stdout: "pipe",
    stderr: "pipe",
  } as const;
  const child = Bun.spawn(command, options);
  const [text, told, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ code, told }).toEqual({ code: 0, told: "" });
  return text;
}
