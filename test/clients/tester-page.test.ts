import { afterAll, beforeAll, expect, test } from "bun:test";
import { clients } from "../../db/schema.ts";
import { eq, sql } from "drizzle-orm";
import { insertMapping } from "../../server/clients/mappings/store.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aClient } from "../support/factories.ts";
import type { Visitor } from "../support/visitor.ts";
import { textOf } from "./mapping-list.ts";

let svc: TestApp;
let ada: Visitor;
beforeAll(async () => {
  svc = await startApp();
  ada = await svc.signedIn("ada");
  await aClient(svc.db, "Globex", "client:tried", "client:also");
  const initech = await aClient(svc.db, "Initech");
  const own = { labelPattern: "client:tried", clientId: initech.id, repository: "acme/web" };
  await insertMapping(svc.db, own);
  const gone = await aClient(svc.db, "Gone", "client:gone");
  const now = { deactivatedAt: sql`now()` };
  await svc.db.update(clients).set(now).where(eq(clients.id, gone.id));
}, 30_000);
afterAll(() => svc.stop());

const tester = async (query: string, by = ada) => {
  const answer = await by.get(`/admin/mappings/tester${query}`);
  return { status: answer.status, html: await answer.text() };
};
const tried = async (repository: string, labels: string[], by = ada) =>
  textOf((await tester(`?${new URLSearchParams({ repository, labels: labels.join("\n") })}`, by)).html);

test("says where labels lead and what became of each mapping, as a comment then shows", async () => {
  const text = await tried("acme/web", ["type:bugfix", "client:tried", "client:also"]);
  expect(text).toContain("An entry made now goes to Initech. Ambiguous");
  expect(text).toContain("type:bugfix – – no mapping applies");
  expect(text).toContain("Globex everywhere the repository’s own comes first");
  expect(text).toContain("Initech acme/web decides");
  expect(text).toContain("Globex everywhere ambiguous");
  expect(await tried("ACME/API", ["client:tried"])).toContain("goes to Globex.");
});

test("says why there is none", async () => {
  expect(await tried("acme/web", ["nothing"])).toContain("none of these labels has a mapping");
  expect(await tried("acme/web", ["client:gone"])).toContain("what these labels lead to is deactivated");
});

test("tells what is wrong once both fields have something, and not before", async () => {
  for (const query of ["", "?repository=acme", "?labels=x"]) {
    const { status, html } = await tester(query);
    expect([query, status, html.includes('class="problem"')]).toEqual([query, 200, false]);
  }
  const { html } = await tester("?repository=acme&labels=x");
  expect(html).toContain("The repository has the form owner/repo");
  expect(html).toContain('aria-invalid="true"');
});

test("is in Dutch for whoever asks for it", async () => {
  const outcome = await tried("acme/web", ["client:tried"], await svc.signedIn("ada", "nl"));
  expect(outcome).toContain("Wat nu wordt geschreven, gaat naar Initech.");
  expect(outcome).toContain("die van de repository gaat voor");
});
