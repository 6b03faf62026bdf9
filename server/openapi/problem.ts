import { type ErrorKind, statusOf, titleOf } from "../errors.ts";
import { type CodeName, codes, fieldCodes } from "./codes/codes.ts";
import type { Answer, Schema } from "./shape.ts";
import { headersOf } from "./headers.ts";

const text = (description: string, examples: string[], more: Schema = {}): Schema => ({
  type: "string",
  description,
  examples,
  // An error repeats what was sent, whatever that was.
  pattern: "^[\\s\\S]*$",
  maxLength: 65_536,
  ...more,
});

/** RFC 9457 problem details as JSON Schema: see errors.ts, whose `Problem` it describes. */
export const problemSchemas: Record<string, Schema> = {
  Problem: {
    type: "object",
    description: "Every error is answered so: problem details as RFC 9457 has them.",
    properties: {
      type: text("Where the code is explained.", ["/docs/errors#invalid_query"]),
      title: text("What kind of error it is, in a few words.", ["Something in the request is not right"]),
      status: {
        type: "integer",
        description: "The status of the answer.",
        examples: [422],
        format: "int32",
        minimum: 400,
        maximum: 599,
      },
      code: text("What went wrong, for programs. Codes do not change.", ["invalid_query"], {
        pattern: "^[a-z_]+$",
        maxLength: 40,
      }),
      detail: text("What went wrong and what to do next, for people. The words may change.", [
        '"lable" is not a parameter of this address. Did you mean label?',
      ]),
      errors: {
        type: "array",
        description: "What is wrong, field by field. Left out where no field is to blame.",
        maxItems: 1000,
        items: { $ref: "#/components/schemas/FieldProblem" },
      },
      request_id: text(
        "The request's id, the same as in `X-Request-Id`. The log has it too.",
        [requestId()],
        {
          pattern: "^[A-Za-z0-9_.-]{8,64}$",
          maxLength: 64,
        },
      ),
    },
    required: ["type", "title", "status", "code", "detail", "request_id"],
    additionalProperties: false,
  },
  FieldProblem: {
    type: "object",
    description: "One field that was refused.",
    properties: {
      name: text("Its name; of a field within another, the way there, such as `labels[0]`.", ["lable"]),
      code: {
        type: "string",
        description: "What is wrong with it, for programs; `/docs/errors#fields` explains them.",
        examples: ["unknown"],
        enum: Object.keys(fieldCodes),
      },
      message: text("What is wrong with it and what is accepted, for people.", [
        '"lable" is not a parameter of this address. Did you mean label?',
      ]),
      suggestion: text("What was probably meant. Left out where nothing is near.", ["label"]),
    },
    // Not among the properties, where linters take any key of this name for the place of a parameter and fail.
    patternProperties: {
      "^in$": {
        type: "string",
        description: "Where the field is.",
        examples: ["query"],
        enum: ["query", "body", "path", "header"],
      },
    },
    required: ["name", "code", "message"],
    dependentRequired: { name: ["in"] },
    additionalProperties: false,
  },
};

/** The answers that some codes are given with, each under its status. */
export function refusals(names: CodeName[]): Map<string, { name: string; answer: Answer }> {
  const kinds = new Map<ErrorKind, CodeName[]>();
  for (const name of names) {
    for (const kind of codes[name].kinds) kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  }
  const sorted = [...kinds].sort(([one], [other]) => statusOf[one] - statusOf[other]);
  return new Map(
    sorted.map(([kind, names]) => [
      String(statusOf[kind]),
      { name: names.join("."), answer: refusal(kind, names) },
    ]),
  );
}

function refusal(kind: ErrorKind, names: CodeName[]): Answer {
  return {
    description: `${titleOf[kind]}: ${names.map((name) => `\`${name}\``).join(", ")}.`,
    headers: headersOf(extraHeaders(kind, names)),
    content: {
      "application/problem+json": {
        schema: {
          allOf: [
            { $ref: "#/components/schemas/Problem" },
            { properties: { status: { const: statusOf[kind] }, code: { enum: names } } },
          ],
        },
        examples: Object.fromEntries(
          names.map((name) => [name, { summary: codes[name].when, value: exampleOf(kind, name) }]),
        ),
      },
    },
  };
}

function extraHeaders(kind: ErrorKind, names: CodeName[]) {
  if (kind === "unauthenticated" || names.includes("invalid_request")) return ["WWW-Authenticate"] as const;
  if (kind === "tooMany" || kind === "unavailable") return ["Retry-After"] as const;
  return kind === "conflict" ? (["Location"] as const) : [];
}

/** A problem as it may read. */
export function exampleOf(kind: ErrorKind, name: CodeName) {
  const { detail, errors } = codes[name];
  return {
    type: `/docs/errors#${name}`,
    title: titleOf[kind],
    status: statusOf[kind],
    code: name,
    detail,
    ...(errors && { errors }),
    request_id: requestId(),
  };
}

function requestId(): string {
  return "5f0c9a53-0f0e-4b7e-9d1c-2f6f0d4b8a11";
}
