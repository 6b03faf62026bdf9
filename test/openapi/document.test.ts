import { afterAll, beforeAll, expect, test } from "bun:test";
import { version } from "../../package.json" with { type: "json" };
import { openApi } from "../../server/openapi/document.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
beforeAll(async () => {
  svc = await startApp();
});
afterAll(() => svc.stop());

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  svc.send(new Request(`http://localhost:3000${path}`, { method, headers }));

const document = () => openApi({ publicUrl: "http://localhost:3000", version });
const operations = () =>
  Object.entries(document().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

test("every address and method of the API is in the document, and nothing else", () => {
  const answered = svc.app.routes
    .filter(({ path }) => path.startsWith("/api/"))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  expect(
    operations()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(answered.sort());
});

test("it is served to everybody as it is, and again only when it has changed", async () => {
  const response = await get("/openapi.json");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document())));
  const etag = response.headers.get("etag")!;
  const again = await get("/openapi.json", { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  expect((await get("/openapi.json", { "if-none-match": '"other"' })).status).toBe(200);
  const head = await get("/openapi.json", {}, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test("it names this server, here and in its samples", () => {
  const { servers, paths } = openApi({ publicUrl: "https://hours.acme.test", version });
  expect(servers.map(({ url }) => url)).toEqual(["https://hours.acme.test"]);
  for (const { "x-codeSamples": samples } of Object.values(paths).flatMap((methods) =>
    Object.values(methods),
  )) {
    for (const { source } of samples) expect(source).toContain("https://hours.acme.test");
  }
});

test("it is plain JSON Schema: nothing of the library that the shapes are written with shows", () => {
  const text = JSON.stringify(document());
  expect(text).not.toMatch(/"\$id"|"kind":"(Object|Union)"|spec \d|\(D\d/);
  const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(100);
  const components: Record<string, Record<string, unknown>> = document().components;
  for (const [, kind, name] of references) expect(components[kind!]).toHaveProperty([name!]);
});

test("each operation says what a reader needs", () => {
  const ids = operations().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { name, operation } of operations()) {
    const { summary, description, parameters, responses, "x-codeSamples": samples } = operation;
    expect([name, summary.length > 4, description.length > 10]).toEqual([name, true, true]);
    expect([name, samples.map(({ label }) => label)]).toEqual([name, expect.arrayContaining(["curl"])]);
    for (const parameter of parameters) expect([name, parameter.example]).not.toEqual([name, undefined]);
    for (const status of ["401", "421", "422", "429", "500", "503"]) {
      expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining([status])]);
    }
  }
});

test("what only admins may is said to be for admins", () => {
  for (const { name, operation } of operations()) {
    const isForAdmins = "403" in operation.responses;
    expect([name, operation.description.startsWith("For admins.")]).toEqual([name, isForAdmins]);
  }
});
