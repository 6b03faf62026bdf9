import { describe, expect, test } from "bun:test";
import { openApi } from "../../server/openapi/document.ts";
import { clientExample } from "../../server/openapi/examples.ts";
import { exampleOf } from "../../server/openapi/problem.ts";
import { conformanceOf } from "./conformance.ts";

const publicUrl = "http://localhost:3000";
const { faults } = conformanceOf(JSON.stringify(openApi({ publicUrl, version: "0.1.0" })));

const id = "5f0c9a53-0f0e-4b7e-9d1c-2f6f0d4b8a11";
const every = { "x-request-id": id, "access-control-allow-origin": publicUrl, ratelimit: '"token";r=9;t=1' };
const json = { ...every, "content-type": "application/json" };
const problem = { ...every, "content-type": "application/problem+json" };

type Given = {
  method?: string;
  path?: string;
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** In place of the body, as it is. */
  text?: string;
};

function read({
  method = "GET",
  path = "/clients/3",
  status = 200,
  headers = json,
  body = clientExample,
  text = JSON.stringify(body),
}: Given) {
  const response = new Response(body === null ? null : text, { status, headers });
  return faults({ method, url: `${publicUrl}/api/v1${path}` }, response);
}

const notFound = exampleOf("notFound", "client_not_found");
const taken = exampleOf("conflict", "client_exists");

describe("an answer as documented has no fault", () => {
  const right: [string, Given][] = [
    ["a client", {}],
    ["without its body", { method: "HEAD", body: null }],
    ["a refusal", { status: 404, headers: problem, body: notFound }],
    [
      "a conflict",
      {
        method: "POST",
        path: "/clients",
        status: 409,
        headers: { ...problem, location: "/api/v1/clients/3" },
        body: taken,
      },
    ],
    ["nothing", { method: "DELETE", path: "/label-mappings/7", status: 204, headers: every, body: null }],
    [
      "an unknown address",
      { path: "/nothing", status: 404, headers: problem, body: exampleOf("notFound", "not_found") },
    ],
    [
      "another method",
      {
        method: "PUT",
        status: 405,
        headers: { ...problem, allow: "PATCH, GET, HEAD" },
        body: exampleOf("methodNotAllowed", "method_not_allowed"),
      },
    ],
  ];
  test.each(right)("%s", async (_, given) => {
    expect(await read(given)).toEqual([]);
  });
});

describe("what the document does not say is a fault", () => {
  const { name, ...nameless } = clientExample;
  const wrong: [string, Given, RegExp][] = [
    ["a field too many", { body: { ...clientExample, secret: name } }, /additional properties.*secret/],
    ["a field that is missing", { body: nameless }, /required property 'name'/],
    ["a field of another type", { body: { ...clientExample, id: "3" } }, /\/id must be integer/],
    ["a word that is none", { body: { ...clientExample, status: "gone" } }, /\/status must be equal to one/],
    ["no instant", { body: { ...clientExample, created_at: "yesterday" } }, /\/created_at must match format/],
    ["a status", { status: 418 }, /418: the status is not among/],
    ["a type", { headers: { ...every, "content-type": "text/html" } }, /text\/html is not documented/],
    ["no JSON", { text: "{" }, /not JSON/],
    ["no request id", { headers: { ...json, "x-request-id": "" } }, /X-Request-Id/],
    [
      "no share",
      {
        headers: {
          "x-request-id": id,
          "access-control-allow-origin": publicUrl,
          "content-type": "application/json",
        },
      },
      /RateLimit/,
    ],
    ["a header", { headers: { ...json, link: '<http://x/>; rel="next"' } }, /Link is not documented/],
    [
      "a code",
      { status: 404, headers: problem, body: { ...notFound, code: "gone" } },
      /\/code must be equal/,
    ],
    [
      "another id",
      { status: 404, headers: problem, body: { ...notFound, request_id: "another-one" } },
      /request id is/,
    ],
    [
      "a conflict that leads nowhere",
      { method: "POST", path: "/clients", status: 409, headers: problem, body: taken },
      /no Location/,
    ],
    [
      "no challenge",
      { status: 401, headers: problem, body: exampleOf("unauthenticated", "invalid_token") },
      /challenge/,
    ],
    ["an unknown address that answers", { path: "/nothing" }, /no problem/],
    [
      "Allow without a method",
      {
        method: "PUT",
        status: 405,
        headers: { ...problem, allow: "GET, HEAD" },
        body: exampleOf("methodNotAllowed", "method_not_allowed"),
      },
      /documented are GET,HEAD,PATCH/,
    ],
  ];
  test.each(wrong)("%s", async (_, given, fault) => {
    expect((await read(given)).join("\n")).toMatch(fault);
  });
});
