import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { lint } from "./lint.ts";

// The layers of design §3, in small: each file imports all that its layer may.
const clean: Record<string, string> = {
  "db/schema.ts": `import { pgTable, text } from "drizzle-orm/pg-core";
    export const things = pgTable("things", { name: text("name").notNull() });`,
  "db/connect.ts": `import { drizzle } from "drizzle-orm/postgres-js";
    import postgres from "postgres";
    export type Queries = ReturnType<typeof connect>;
    export const connect = (url: string) => drizzle(postgres(url));`,
  "db/embedded.ts": `import { spawn } from "node:child_process";
    export const start = () => [spawn("postgres"), Bun.spawn(["postgres"])];`,
  "server/things/rule.ts": `import { fromMarkdown } from "mdast-util-from-markdown";
    import type { EmitterWebhookEvent } from "@octokit/webhooks";
    import type { Log } from "../log.ts";
    export const rule = (text: string, log: Log) => [fromMarkdown(text), log, new Date(text)];
    export type Event = EmitterWebhookEvent;`,
  "server/things/store.ts": `import { sql } from "drizzle-orm";
    import type { Queries } from "../../db/connect.ts";
    import { things } from "../../db/schema.ts";
    import type { Event } from "./rule.ts";
    export const named = (db: Queries, name: string, event?: Event) =>
      [db.select().from(things).where(sql\`name = \${name}\`), String.raw\`\\d\`, event];`,
  "server/things/actions.ts": `import { randomBytes } from "node:crypto";
    import type { Queries } from "../../db/connect.ts";
    import type { Deps } from "../deps.ts";
    import { ask } from "../github/github.ts";
    import { named } from "./store.ts";
    export const act = (deps: Deps, db: Queries) =>
      [deps, ask("x"), named(db, "x"), randomBytes(8), Date.now(), Bun.password.hash("x")];`,
  "server/things/guard.ts": `import { Elysia } from "elysia";
    import { act } from "./actions.ts";
    export const guard = new Elysia().derive(() => ({ act }));`,
  "server/things/api.ts": `import { Elysia } from "elysia";
    import type { Deps } from "../deps.ts";
    import { act } from "./actions.ts";
    import { guard } from "./guard.ts";
    import { named } from "./store.ts";
    export const api = (deps: Deps) => new Elysia().use(guard).get("/", () => [deps, act, named].length);`,
  "server/things/webhook.ts": `import { Elysia } from "elysia";
    import { ask } from "../github/github.ts";
    export const webhook = new Elysia().get("/hook", () => [ask].length);`,
  "server/things/views.tsx": `import { Page } from "../ui/page.tsx";
    export const View = ({ label }: { label: string }) => <Page><p safe>{label}</p></Page>;`,
  "server/things/admin.tsx": `import { Elysia } from "elysia";
    import { guard } from "./guard.ts";
    import { named } from "./store.ts";
    import { View } from "./views.tsx";
    export const admin = new Elysia().use(guard).get("/", () => <View label={String([named].length)} />);`,
  "server/ui/page.tsx": `import type { Children } from "@kitajs/html";
    export const Page = ({ children }: { children: Children }) => <main>{children}</main>;`,
  "server/github/github.ts": `import { createHmac } from "node:crypto";
    import type { Log } from "../log.ts";
    export const ask = (url: string, log?: Log) => [fetch(url), createHmac("sha256", url), log];`,
  "server/log.ts": `import pino from "pino";
    export type Log = pino.Logger;
    export const createLog = () => pino({}, process.stdout);`,
  "server/jobs.ts": `import { sql } from "drizzle-orm";
    export const text = (part: string) => sql.raw(part);`,
  "server/deps.ts": `import type { Queries } from "../db/connect.ts";
    export type Deps = { db: Queries };`,
  "server/app.ts": `import { Elysia } from "elysia";
    import { admin } from "./things/admin.tsx";
    import { api } from "./things/api.ts";
    import type { Deps } from "./deps.ts";
    export const app = (deps: Deps) => new Elysia().use(admin).use(api(deps));`,
  "server/main.ts": `import { connect } from "../db/connect.ts";
    import { start } from "../db/embedded.ts";
    import { app } from "./app.ts";
    start();
    app({ db: connect(process.env["DATABASE_URL"] ?? "") }).listen(Number(Bun.env["PORT"]));
    console.log("up");`,
  "cli/main.ts": `import { Command } from "commander";
    import type { Event } from "../server/things/rule.ts";
    import { api } from "./api.ts";
    console.log(new Command(), await api(), process.argv, undefined satisfies Event | undefined);`,
  "cli/api.ts": `export const api = () => fetch("http://localhost/api/v1");`,
  "test/things.test.ts": `import { spawn } from "node:child_process";
    import { named } from "../server/things/store.ts";
    spawn(String(named));`,
};

const imports = "no-restricted-imports";
const globals = "no-restricted-globals";
const properties = "no-restricted-properties";

// Each line stands in its file beside the others of that file, and must be reported there.
const violations: [file: string, rule: string, ...lines: string[]][] = [
  [
    "server/planted/duration.ts",
    imports,
    `export * as a from "node:fs";`,
    `export { b } from "bun";`,
    `export * as c from "bun:sqlite";`,
    `export { Elysia } from "elysia";`,
    `export { html } from "@elysiajs/html";`,
    `export { escapeHtml } from "@kitajs/html";`,
    `export { sql } from "drizzle-orm";`,
    `export { text } from "drizzle-orm/pg-core";`,
    `export type { Sql } from "postgres";`,
    `export { pino } from "pino";`,
    `export { Webhooks } from "@octokit/webhooks";`,
    `export { things } from "../../db/schema.ts";`,
    `import type { Queries } from "../../db/connect.ts"; export type Q = Queries;`,
    `export { named } from "../things/store.ts";`,
    `export { named as named2 } from "../things/store";`,
    `export { act } from "../things/actions.ts";`,
    `export { guard } from "../things/guard.ts";`,
    `export { api } from "../things/api.ts";`,
    `export { admin } from "../things/admin.tsx";`,
    `export { webhook } from "../things/webhook.ts";`,
    `export { View } from "../things/views.tsx";`,
    `export { Page } from "../ui/page.tsx";`,
    `export { ask } from "../github/github.ts";`,
    `export { text as text2 } from "../jobs.ts";`,
    `import type { Deps } from "../deps.ts"; export type D = Deps;`,
    `export { createLog } from "../log.ts";`,
    `export { app } from "../app.ts";`,
    `export const late = await import("../things/store.ts");`,
  ],
  [
    "server/planted/rounding.ts",
    globals,
    `export const a = process.env;`,
    `export const b = Bun.env;`,
    `export const c = fetch("https://example.com");`,
    `export const d = crypto.randomUUID();`,
    `export const e = performance.now();`,
    `export const f = globalThis.process;`,
  ],
  [
    "server/planted/store.ts",
    imports,
    `export { Elysia } from "elysia";`,
    `export * as crypto from "node:crypto";`,
    `export { act } from "../things/actions.ts";`,
    `export { named } from "../things/store.ts";`,
    `export { View } from "../things/views.tsx";`,
    `export { ask } from "../github/github.ts";`,
    `import type { Deps } from "../deps.ts"; export type D = Deps;`,
  ],
  [
    "server/planted/sql/store.ts",
    properties,
    `import { sql } from "drizzle-orm"; export const a = (x: string) => sql.raw(x);`,
    `export const b = (x: string) => sql["raw"](x);`,
    `export const c = (x: string) => sql.identifier(x);`,
    `export const d = (client: { unsafe: (x: string) => void }) => client.unsafe("select 1");`,
  ],
  [
    "server/planted/actions.ts",
    imports,
    `export { Elysia } from "elysia";`,
    `export { sql } from "drizzle-orm";`,
    `export { things } from "../../db/schema.ts";`,
    `export { start } from "../../db/embedded/start.ts";`,
    `export { guard } from "../things/guard.ts";`,
    `export { api } from "../things/api.ts";`,
    `export { View } from "../things/views.tsx";`,
    `export { app } from "../app.ts";`,
    `export { spawn } from "node:child_process";`,
    `export { $ } from "bun";`,
  ],
  [
    "server/planted/blocking/actions.ts",
    properties,
    `export const a = Bun.password.hashSync("x");`,
    `export const b = Bun.password.verifySync("x", "y");`,
    `export const c = Bun.$\`ls\`;`,
    `export const d = Bun.spawn(["ls"]);`,
    `export const e = Bun.spawnSync(["ls"]);`,
  ],
  ["server/planted/asking/actions.ts", globals, `export const a = fetch("https://example.com");`],
  [
    "server/planted/guard.ts",
    imports,
    `export { named } from "../things/store.ts";`,
    `export { sql } from "drizzle-orm";`,
    `export { things } from "../../db/schema.ts";`,
    `export { ask } from "../github/github.ts";`,
    `export { api } from "../things/api.ts";`,
  ],
  [
    "server/planted/api.ts",
    imports,
    `export { eq } from "drizzle-orm";`,
    `export { things } from "../../db/schema.ts";`,
    `export { View } from "../things/views.tsx";`,
    `export { Page } from "../ui/page.tsx";`,
    `export { admin } from "../things/admin.tsx";`,
    `export { app } from "../app.ts";`,
  ],
  [
    "server/planted/webhook.ts",
    imports,
    `export { eq } from "drizzle-orm";`,
    `export { things } from "../../db/schema.ts";`,
    `export { api } from "../things/api.ts";`,
  ],
  [
    "server/planted/admin.tsx",
    imports,
    `export { eq } from "drizzle-orm";`,
    `export { connect } from "../../db/connect.ts";`,
    `export { api } from "../things/api.ts";`,
    `export { ask } from "../github/github.ts";`,
  ],
  [
    "server/planted/views.tsx",
    imports,
    `export { named } from "../things/store.ts";`,
    `export { act } from "../things/actions.ts";`,
    `export { Elysia } from "elysia";`,
    `export { things } from "../../db/schema.ts";`,
    `export { readFileSync } from "node:fs";`,
  ],
  ["server/ui/planted.tsx", imports, `export { named } from "../things/store.ts";`],
  [
    "server/github/planted.ts",
    imports,
    `export { named } from "../things/store.ts";`,
    `export { act } from "../things/actions.ts";`,
    `export { connect } from "../../db/connect.ts";`,
    `export { Elysia } from "elysia";`,
  ],
  [
    "server/app.ts",
    imports,
    `export { things } from "../db/schema.ts";`,
    `export { sql } from "drizzle-orm";`,
    `export { api } from "../cli/api.ts";`,
    `export * from "../test/things.test.ts";`,
  ],
  [
    "server/main.ts",
    imports,
    `export { spawn } from "node:child_process";`,
    `export { api } from "../cli/api.ts";`,
  ],
  ["server/planted/talk.ts", "no-console", `console.log("hello");`],
  [
    "cli/commands/planted.ts",
    imports,
    `export { connect } from "../../db/connect.ts";`,
    `export { named } from "../../server/things/store.ts";`,
    `export { act } from "../../server/things/actions.ts";`,
    `export type { Deps } from "../../server/deps.ts";`,
    `export { ask } from "../../server/github/github.ts";`,
    `export { Page } from "../../server/ui/page.tsx";`,
    `export { Elysia } from "elysia";`,
    `export { sql } from "drizzle-orm";`,
    `export { exec } from "node:child_process";`,
  ],
  [
    "db/planted.ts",
    imports,
    `export { app } from "../server/app.ts";`,
    `export { api } from "../cli/api.ts";`,
    `export type { Event } from "../server/things/rule.ts";`,
    `export { exec } from "node:child_process";`,
  ],
  ["db/planted-too.ts", properties, `export const a = Bun.spawnSync(["ls"]);`],
  ["server/planted/anything.ts", "no-explicit-any", `export const a = (x: any) => String(x);`],
  ["server/planted/default.ts", "no-default-export", `export default function planted() {}`],
  ["server/planted/ring.ts", "no-cycle", `import { b } from "./ring-too.ts"; export const a = () => b;`],
  ["server/planted/ring-too.ts", "no-cycle", `import { a } from "./ring.ts"; export const b = () => a;`],
  [
    "server/planted/forgotten/actions.ts",
    "no-floating-promises",
    `const save = async () => {}; export function a() { save(); }`,
  ],
  [
    "server/planted/misused/actions.ts",
    "no-misused-promises",
    `const save = async () => true; export const a = () => (save() ? 1 : 2);`,
  ],
  [
    "test/planted.test.ts",
    properties,
    `import { mock } from "bun:test"; await mock.module("../db/connect.ts", () => ({}));`,
  ],
];

const trees: string[] = [];
const reported: Record<"clean" | "planted", string[]> = { clean: [], planted: [] };

beforeAll(async () => {
  const planted = Object.fromEntries(violations.map(([file, , ...lines]) => [file, lines.join("\n")]));
  reported.clean = await lint(treeOf(clean));
  reported.planted = await lint(treeOf({ ...clean, ...planted }));
}, 60_000);

afterAll(() => trees.forEach((tree) => rmSync(tree, { recursive: true })));

test("what each layer may import and use passes", () => {
  expect(reported.clean).toEqual([]);
});

describe.each(violations)("%s: %s reports", (file, rule, ...lines) => {
  test.each(lines.map((line, i) => [line, i + 1] as const))("%s", (_, line) => {
    const here = reported.planted.filter((report) => report.startsWith(`${file}:${line}:`));
    expect(here.join("\n")).toContain(`(${rule})`);
  });
});

test("a layer's rule says what to do", () => {
  const ofStore = reported.planted.find((report) => report.startsWith("server/planted/store.ts:3:"));
  expect(ofStore).toContain("A store is SQL and rules, nothing else.");
});

/** A directory laid out like this one, with these files and the real configuration. */
function treeOf(files: Record<string, string>): string {
  const tree = mkdtempSync(join(tmpdir(), "svc-layers-"));
  trees.push(tree);
  for (const name of [".oxlintrc.json", "tsconfig.json", "package.json"]) cpSync(name, join(tree, name));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  return tree;
}
