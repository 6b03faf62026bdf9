import { afterAll, beforeAll, expect, test } from "bun:test";
import { startApp, type TestApp } from "../support/app.ts";
import { fillPanel } from "../support/panel-data.ts";
import type { Visitor } from "../support/visitor.ts";

let svc: TestApp;
let root: Visitor;
beforeAll(async () => {
  svc = await startApp();
  await fillPanel(svc);
  root = await svc.signedIn("root");
}, 60_000);
afterAll(() => svc.stop());

test.each([
  "/admin",
  "/admin/entries",
  "/admin/entries?label=client:globex&from=2026-01-01&include=superseded&repository=acme/web",
  "/admin/plans",
  "/admin/clients",
  "/admin/mappings",
  "/admin/deliveries",
  "/admin/audit",
  "/admin/tokens?of=everybody&state=all",
  "/admin/sessions",
])("%s is at most 30 kB of HTML over two months of a firm's hours", async (path) => {
  const page = await root.get(path);
  expect(page.status).toBe(200);
  const bytes = (await page.bytes()).length;
  expect(bytes).toBeWithin(2_000, 30_001);
});
