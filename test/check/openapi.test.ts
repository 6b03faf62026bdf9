import { expect, test } from "bun:test";
import { documentToLint, openApiProblems } from "./openapi.ts";

test("the linters of the OpenAPI document find what they must", async () => {
  const document = structuredClone(documentToLint());
  const { get, post } = document.paths["/api/v1/clients"]!;
  delete get!.responses["429"];
  get!.operationId = post!.operationId;
  post!.responses["201"] = { description: "x", headers: {} };
  document.components.schemas["Client"]!.properties!["name"] = { type: "string" };
  document.components.schemas["Stray"] = { type: "boolean" };
  document.servers[0]!.url = "http://hours.acme.test";
  const rules = new Set((await openApiProblems(document)).map((line) => /\[([^[\]]+)\]$/.exec(line)?.[1]));
  for (const rule of [
    "owasp:api4:2023-rate-limit-responses-429",
    "owasp:api4:2023-rate-limit",
    "owasp:api4:2023-string-limit",
    "owasp:api8:2023-no-server-http",
    "operation-operationId-unique",
    "oas3-unused-component",
    "no-unused-components",
  ]) {
    expect([...rules]).toContain(rule);
  }
}, 60_000);
