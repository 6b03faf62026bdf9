// The layers of design §3, in small: each file imports all that its layer may.
export const clean: Record<string, string> = {
  "db/schema.ts": `import { pgTable, text } from "drizzle-orm/pg-core";
    export const things = pgTable("things", { name: text("name").notNull() });`,
  "db/connect.ts": `import { drizzle } from "drizzle-orm/postgres-js";
    import postgres from "postgres";
    export type Queries = ReturnType<typeof connect>;
    export const connect = (url: string) => drizzle(postgres(url));`,
  "db/embedded.ts": `import { spawn } from "node:child_process";
    export const start = () => [spawn("postgres"), Bun.spawn(["postgres"])];`,
  "server/things/rule.ts": `import { parse } from "micromark";
    import type { EmitterWebhookEvent } from "@octokit/webhooks";
    import type { Log } from "../log.ts";
    export const rule = (text: string, log: Log) => [parse({ text }), log, new Date(text)];
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
