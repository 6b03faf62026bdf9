import { afterAll, beforeAll, expect, test } from "bun:test";
import { version } from "../../package.json" with { type: "json" };
import { run } from "../../cli/program.ts";
import { openApi } from "../../server/openapi/document.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { curlRequest } from "./curl.ts";

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
});
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
  expect(lines.length).toBeGreaterThan(1);
  for (const { source } of lines) {
    let said = "";
    const output = { isTTY: false, columns: undefined, write: async (text: string) => void (said += text) };
    const code = await run(source.split(" ").slice(1), {
      env: { SVC_TOKEN: token },
      stdout: output,
      stderr: output,
      timeout: 5000,
      readFile: () => Promise.reject(new Error("no files here")),
      fetch: (url, init) => svc.send(new Request(url, init)),
    });
    expect([source, code, said]).toEqual([source, 0, expect.any(String)]);
  }
});
