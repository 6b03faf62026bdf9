import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { bodies, bodiless, startUnchanged } from "./writes.ts";

let api: Awaited<ReturnType<typeof startUnchanged>>;
beforeAll(async () => {
  api = await startUnchanged();
});
afterAll(() => api.stop());

describe("every body is read strictly (D25)", () => {
  type Good = Record<string, unknown>;
  const written = JSON.stringify;
  /** The body with something else in each field. */
  const changed = (good: Good, change: (value: unknown) => unknown) =>
    written(Object.fromEntries(Object.entries(good).map(([name, value]) => [name, change(value)])));
  const inTexts =
    (change: (text: string) => string) =>
    (value: unknown): unknown =>
      typeof value === "string" ? change(value) : Array.isArray(value) ? value.map(inTexts(change)) : value;

  const unsupported = "unsupported_media_type";
  const forms: [string, (good: Good) => string, Record<string, string>, number, string][] = [
    ["no content type", written, { "content-type": "" }, 415, unsupported],
    ["a form's", written, { "content-type": "application/x-www-form-urlencoded" }, 415, unsupported],
    ["plain text", written, { "content-type": "text/plain" }, 415, unsupported],
    ["over 64 KiB", (good) => written(good).padEnd(65_537), {}, 413, "body_too_large"],
    ["empty", () => "", {}, 400, "malformed_body"],
    ["cut off", (good) => written(good).slice(0, -1), {}, 400, "malformed_body"],
    ["a list", (good) => written([good]), {}, 422, "invalid_body"],
    ["null", () => "null", {}, 422, "invalid_body"],
    ["nothing in it", () => "{}", {}, 422, "invalid_body"],
    ["a field too many", (good) => written({ ...good, x: 1 }), {}, 422, "invalid_body"],
    ["__proto__", (good) => written(good).replace("{", '{"__proto__":{},'), {}, 422, "invalid_body"],
    [
      "each field twice",
      (good) => written(good).replace("{", `{${written(good).slice(1, -1)},`),
      {},
      422,
      "invalid_body",
    ],
    ["null in each field", (good) => changed(good, () => null), {}, 422, "invalid_body"],
    ["an object in each field", (good) => changed(good, () => ({})), {}, 422, "invalid_body"],
    [
      "NUL in each text",
      (good) =>
        changed(
          good,
          inTexts((text) => `${text}\0`),
        ),
      {},
      422,
      "invalid_body",
    ],
    [
      "half a character in each text",
      (good) =>
        changed(
          good,
          inTexts((text) => `${text}\ud800`),
        ),
      {},
      422,
      "invalid_body",
    ],
    [
      "long texts",
      (good) =>
        changed(
          good,
          inTexts(() => "x".repeat(1025)),
        ),
      {},
      422,
      "invalid_body",
    ],
  ];
  for (const [method, path, good] of bodies) {
    test.each(forms)(`${method} ${path}: %s`, async (_, form, headers, status, code) => {
      const answer = await api.ask(method, path, form(good), { headers });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.body.detail!.length).toBeGreaterThan(20);
      if (status === 422 && code === "invalid_body") {
        for (const problem of answer.body.errors!) expect(problem.in).toBe("body");
      }
    });
  }

  const odd: [string, string, object, string, RegExp][] = [
    ["POST", "/clients", { name: " " }, "name", /Give the client's name/],
    ["POST", "/clients", { name: "n".repeat(201) }, "name", /Shorten it to 200/],
    ["POST", "/clients", { name: "a\nb" }, "name", /Type it anew/],
    ["POST", "/clients", { name: "a\u202Eb" }, "name", /Type it anew/],
    ["POST", "/clients", { nmae: "a" }, "nmae", /Did you mean name\?/],
    ["PATCH", "/clients/1", { name: "" }, "name", /is empty/],
    ["PATCH", "/clients/1", { name: "Acme", status: "deactivated" }, "status", /not a field/],
    ["POST", "/label-mappings", { label_pattern: "", client_id: 1 }, "label_pattern", /is empty/],
    ["POST", "/label-mappings", { label: "a", client_id: 1 }, "label", /is not a field/],
    [
      "POST",
      "/label-mappings",
      { label_pattern: "a", client_id: "1" },
      "client_id",
      /whole number from 1 to 2147483647, not "1"/,
    ],
    ["POST", "/label-mappings", { label_pattern: "a", client_id: 0 }, "client_id", /whole number/],
    ["POST", "/label-mappings", { label_pattern: "a", client_id: -1 }, "client_id", /whole number/],
    ["POST", "/label-mappings", { label_pattern: "a", client_id: 1.5 }, "client_id", /whole number/],
    ["POST", "/label-mappings", { label_pattern: "a", client_id: 2147483648 }, "client_id", /whole number/],
    ["POST", "/label-mappings", { label_pattern: "a", client_id: 1e300 }, "client_id", /whole number/],
    [
      "POST",
      "/label-mappings",
      { label_pattern: "a", client_id: 1, repository: "acme" },
      "repository",
      /of the form acme\/web/,
    ],
    [
      "POST",
      "/label-mappings",
      { label_pattern: "a", client_id: 1, repository: "a/b/c" },
      "repository",
      /of the form acme\/web/,
    ],
    [
      "POST",
      "/label-mappings",
      { label_pattern: "a", client_id: 1, repository: "../.." },
      "repository",
      /like acme\/web/,
    ],
    [
      "POST",
      "/label-mappings",
      { label_pattern: "a", client_id: 1, repository: "acme/web\n" },
      "repository",
      /acme\/web/,
    ],
    ["POST", "/label-mappings/explain", { repository: "acme/web", labels: "a" }, "labels", /must be a list/],
    ["POST", "/label-mappings/explain", { repository: "acme/web", labels: [1] }, "labels[0]", /must be text/],
    [
      "POST",
      "/label-mappings/explain",
      { repository: "", labels: [] },
      "repository",
      /of the form acme\/web/,
    ],
    [
      "POST",
      "/label-mappings/explain",
      { repository: "acme/web", labels: Array(1001).fill("a") },
      "labels",
      /at most 1000/,
    ],
  ];
  test.each(odd)("%s %s %j", async (method, path, body, name, hint) => {
    const answer = await api.ask(method, path, body);
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_body"]);
    expect(answer.body.errors!.map((problem) => problem.name)).toContain(name);
    expect(answer.body.errors!.find((problem) => problem.name === name)!.message).toMatch(hint);
  });
});

test("where none is needed, one with fields is refused, since they would do nothing", async () => {
  for (const [method, path] of bodiless) {
    for (const [body, headers, status] of [
      ['{"at":"2027-01-01"}', {}, 422],
      ["{", {}, 400],
      ["at=2027-01-01", { "content-type": "application/x-www-form-urlencoded" }, 415],
      [" ".repeat(65_537), {}, 413],
    ] as const) {
      const answer = await api.ask(method, path, body, { headers });
      expect([method, path, answer.status]).toEqual([method, path, status]);
    }
  }
});
