import type { TSchema } from "@sinclair/typebox";
import type { CodeName } from "./codes/codes.ts";
import { nameOf } from "./components.ts";
import { headersOf, type HeaderName } from "./headers.ts";
import { refusals } from "./problem.ts";
import { curl } from "./samples.ts";
import { plainSchema } from "./schema.ts";
import type { Answer, CodeSample, Media, Method, Operation, Parameter } from "./shape.ts";

/** One address and method of the API, as it is written down here: what all of them have in common is added. */
export type Route = {
  method: Method;
  path: string;
  /** The operationId, and its place in the reference. */
  id: string;
  tag: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  body?: { schema: TSchema; description: string; example: unknown };
  answer: {
    status: 200 | 201 | 204;
    description: string;
    headers?: HeaderName[];
    json?: { schema: TSchema; example: unknown };
    csv?: string;
  };
  /** Errors beyond those that any route has, and those of its body, path and query. */
  codes?: CodeName[];
  /** What the sample request asks, e.g. `?label_prefix=wbso:`. */
  query?: string;
  /** The same with the command line, where it can; the host is added. */
  svc?: string;
};

/** A route as OpenAPI has it. */
export function operationOf(route: Route, publicUrl: string): Operation {
  const { id, tag, summary, description, parameters = [], body, answer, svc } = route;
  const samples: CodeSample[] = [{ lang: "Shell", label: "curl", source: curl(route, publicUrl) }];
  if (svc !== undefined) samples.push({ lang: "Shell", label: "svc", source: `${svc} --host ${publicUrl}` });
  const errors = [...refusals(codesOf(route))].map(([status, { name }]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters,
    ...(body && {
      requestBody: {
        required: true,
        description: body.description,
        content: { "application/json": { schema: plainSchema(body.schema, nameOf), example: body.example } },
      },
    }),
    responses: {
      [answer.status]: success(answer),
      ...(Object.fromEntries(errors) as Operation["responses"]),
    },
    "x-codeSamples": samples,
  };
}

function success({ description, headers = [], json, csv }: Route["answer"]): Answer {
  const content: Record<string, Media> = {
    ...(json && { "application/json": { schema: plainSchema(json.schema, nameOf), example: json.example } }),
    ...(csv !== undefined && { "text/csv": { schema: { contentMediaType: "text/csv" }, example: csv } }),
  };
  return {
    description,
    headers: headersOf(headers),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

const always: CodeName[] = [
  "invalid_request",
  "unauthenticated",
  "token_malformed",
  "invalid_token",
  "wrong_host",
  "invalid_query",
  "rate_limited",
  "too_many_wrong_tokens",
  "token_checks_busy",
  "internal_error",
  "database_unavailable",
  "membership_undecided",
];

/** Every code that a route may answer with. */
export function codesOf({ method, path, codes = [] }: Route): CodeName[] {
  return [
    ...always,
    ...(path.includes("{") ? (["invalid_path"] as const) : []),
    // A write that takes no body refuses one that is there.
    ...(method === "get"
      ? []
      : (["malformed_body", "body_too_large", "unsupported_media_type", "invalid_body"] as const)),
    ...codes,
  ];
}
