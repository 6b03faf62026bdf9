import { afterAll, beforeAll, expect, test } from "bun:test";
import { sql } from "drizzle-orm";
import { version } from "../../package.json" with { type: "json" };
import { clients } from "../../db/schema.ts";
import { openApi } from "../../server/openapi/document.ts";
import { svc as runSvc } from "../cli/running.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";
import { curlRequest, shellWords } from "./curl.ts";

const publicUrl = "http://localhost:3000";
const samples = Object.values(openApi({ publicUrl, version }).paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap((operation) => operation["x-codeSamples"]);

let svc: TestApp;
let token: string;
beforeAll(async () => {
  svc = await startApp();
  svc.github.member("acme", "root", { role: "admin" });
  token = await svc.tokenFor("root");
}, 60_000);
afterAll(() => svc.stop());

test("every curl line of the reference is one that the API takes", async () => {
  const lines = samples.filter(({ label }) => label === "curl");
  expect(lines.length).toBeGreaterThan(20);
  for (const { source } of lines) {
    const response = await svc.send(curlRequest(source, { SVC_TOKEN: token }));
    // What it names need not be there.
    const isTaken = response.ok || response.status === 404 || response.status === 409;
    const missing = /There is no (client 3|change 2076)/.test(await response.clone().text());
    expect([source, response.status, isTaken || missing]).toEqual([source, response.status, true]);
  }
});

test("every svc line of the reference is one that the command line takes", async () => {
  const lines = samples.filter(({ label }) => label === "svc");
  const codes = new Map<string, number>();
  for (const { source } of lines) {
    const [, ...argv] = shellWords(source, {});
    // The lines are about one Globex, whatever those before have made of it.
    await svc.db.update(clients).set({ name: sql`'Earlier ' || ${clients.id}` });
    if (!source.includes("create Globex")) await aClient(svc.db, "Globex");
    const { code, stderr } = await runSvc(argv, [(request) => svc.send(request)], {
      env: { SVC_TOKEN: token },
    });
    codes.set(source, code);
    // What it names need not be there: code 5.
    expect([source, stderr, code === 0 || code === 5]).toEqual([source, stderr, true]);
  }
  expect([...codes.values()].filter((code) => code === 0).length).toBeGreaterThan(lines.length / 2);
});
