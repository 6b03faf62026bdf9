import fc from "fast-check";
import type { OpenApi, Operation, Parameter } from "../../../server/openapi/shape.ts";
import { encoded, hostileBody, hostileQuery, hostileText } from "./hostile.ts";
import { type Known, valueMaker } from "./values.ts";

/** A request as it is sent; `token` names whose. */
export type Fuzzed = {
  kind: "valid" | "nearly valid" | "hostile";
  operation: string;
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
  token: "admin" | "member" | "revoked" | "none" | "mangled";
};

/** Requests as the document has them, requests with one thing wrong, and anything at all. */
export function requestsOf(document: OpenApi, known: Known): fc.Arbitrary<Fuzzed> {
  const valid = fc.oneof(...validRequests(document, known));
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: valid.chain((request) => spoilt(request)) },
    { weight: 2, arbitrary: valid.chain((request) => hostile(request)) },
  );
}

function validRequests(document: OpenApi, known: Known): fc.Arbitrary<Fuzzed>[] {
  const values = valueMaker(document, known);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const schema = operation.requestBody?.content["application/json"]?.schema;
      return fc
        .record({
          path: pathOf(path, operation, values),
          query: queryOf(operation, values),
          body: schema ? values(schema).map((value) => JSON.stringify(value)) : fc.constant(undefined),
          asHead: fc.integer({ min: 0, max: 9 }),
          accept: fc.constantFrom("*/*", "application/json", "text/csv", "text/csv, */*;q=0.1"),
        })
        .map(({ path, query, body, asHead, accept }): Fuzzed => ({
          kind: "valid",
          operation: operation.operationId,
          method: method === "get" && asHead === 0 ? "HEAD" : method.toUpperCase(),
          path,
          query,
          headers: { accept, ...(body !== undefined && { "content-type": "application/json" }) },
          body,
          token: "admin",
        }));
    }),
  );
}

type Values = ReturnType<typeof valueMaker>;

function pathOf(path: string, { parameters }: Operation, values: Values): fc.Arbitrary<string> {
  const parts = parameters.filter((parameter) => parameter.in === "path");
  return fc
    .tuple(...parts.map(({ schema, name }) => values(schema, name)))
    .map((given) =>
      parts.reduce((made, { name }, place) => made.replace(`{${name}}`, encoded(String(given[place]))), path),
    );
}

function queryOf({ parameters }: Operation, values: Values): fc.Arbitrary<string> {
  const of = parameters.filter((parameter) => parameter.in === "query");
  const all = fc.tuple(...of.map((parameter) => fc.option(pairsOf(parameter, values), { nil: [], freq: 1 })));
  // Few at a time: with all of them, nothing is ever found.
  return fc
    .tuple(
      all,
      fc.subarray(
        of.map((_, place) => place),
        { maxLength: Math.min(3, of.length) },
      ),
    )
    .map(([pairs, chosen]) => chosen.flatMap((place) => pairs[place] ?? []).join("&"));
}

function pairsOf({ name, schema }: Parameter, values: Values): fc.Arbitrary<string[]> {
  return values(schema, name).map((value) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encoded(String(one))}`),
  );
}

/** The same with one thing wrong. */
function spoilt(request: Fuzzed): fc.Arbitrary<Fuzzed> {
  const one = { ...request, kind: "nearly valid" as const };
  const more = (pair: string) => [request.query, pair].filter(Boolean).join("&");
  const changes: fc.Arbitrary<Partial<Fuzzed>>[] = [
    fc.constantFrom("member", "revoked", "none", "mangled").map((token) => ({ token }) as const),
    fc.constantFrom("lable=x", "limit=0", "limit=1&limit=2", "cursor=x", "page=2", "=", "&&").map((pair) => ({
      query: more(pair),
    })),
    hostileText().map((text) => ({ query: more(`label=${encoded(text)}`) })),
    hostileText().map((text) => ({ query: request.query.replace(/=[^&]*/, () => `=${encoded(text)}`) })),
    hostileText().map((text) => ({ path: request.path.replace(/[^/]+$/, () => encoded(text)) })),
    fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS").map((method) => ({ method })),
    fc.constantFrom("text/plain", "application/json; charset=latin1", "application/xml", "").map((type) => ({
      headers: { ...request.headers, "content-type": type },
    })),
    fc.constantFrom("text/html", "image/*", "application/json;q=0", "q", "*/*;q=2").map((accept) => ({
      headers: { ...request.headers, accept },
    })),
  ];
  const { body } = request;
  if (typeof body === "string") {
    changes.push(
      fc.nat(body.length).map((end) => ({ body: body.slice(0, end) })),
      fc.constant({ body: body.replace("{", '{"x":1,') }),
      fc.constant({ body: body.replace(/^\{("[^"]+":)/, "{$1null,$1") }),
      fc.tuple(hostileText(), fc.nat(3)).map(([text, place]) => ({ body: withText(body, text, place) })),
      fc.constant({ body: "" }),
    );
  }
  return fc.oneof(...changes).map((change) => fitting({ ...one, ...change }));
}

/** The body with one of its values replaced by a text. */
function withText(body: string, text: string, place: number): string {
  const value = JSON.parse(body) as Record<string, unknown>;
  const names = Object.keys(value);
  return JSON.stringify({ ...value, [names[place % Math.max(1, names.length)] ?? "x"]: text });
}

/** Anything at all, at an address that is nearly one. */
function hostile(request: Fuzzed): fc.Arbitrary<Fuzzed> {
  const headerText = hostileText().map((text) => text.replaceAll(/[^\x20-\x7e]/g, "?").trim());
  return fc
    .record({
      method: fc.oneof(
        { weight: 4, arbitrary: fc.constant(request.method) },
        { weight: 1, arbitrary: fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") },
      ),
      path: fc.oneof(
        { weight: 4, arbitrary: fc.constant(request.path) },
        fc.tuple(fc.constant(request.path), hostileText()).map(([path, text]) => `${path}/${encoded(text)}`),
        hostileText().map((text) => `/api/v1/${encoded(text)}`),
      ),
      query: hostileQuery(),
      body: fc.option(hostileBody(), { nil: undefined }),
      accept: headerText,
      type: fc.oneof(
        { weight: 3, arbitrary: fc.constant("application/json") },
        { weight: 1, arbitrary: headerText },
      ),
    })
    .map(({ accept, type, ...made }) =>
      fitting({ ...request, ...made, kind: "hostile", headers: { accept, "content-type": type } }),
    );
}

/** A request that can be made at all: one to read has no body. */
function fitting(request: Fuzzed): Fuzzed {
  return request.method === "GET" || request.method === "HEAD" ? { ...request, body: undefined } : request;
}
