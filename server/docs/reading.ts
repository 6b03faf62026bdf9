import type { CodeSample, Media, Method, OpenApi, Operation, Parameter, Schema } from "../openapi/shape.ts";

/** What the reference shows, in its order: the document with everything looked up and put in words. */
export type Reading = {
  groups: { name: string; description: string; operations: ReadOperation[] }[];
  shapes: { name: string; description: string; fields: Field[] }[];
};

export type ReadOperation = {
  id: string;
  method: Uppercase<Method>;
  path: string;
  summary: string;
  description: string;
  samples: CodeSample[];
  parameters: Field[];
  /** The shape of the body, where one is sent. */
  body: TypeWords | undefined;
  answers: {
    status: string;
    description: string;
    media: { type: string; shape: TypeWords; example: string }[];
  }[];
  errors: { status: string; codes: string[] }[];
};

/** A parameter, or a field of a body or an answer. */
export type Field = { name: string; type: TypeWords; note: string; description: string };

/** A type in words; where it is a shape of its own, its name. */
export type TypeWords = { words: string; shape?: string };

export function readDocument(document: OpenApi): Reading {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tags: operation.tags,
      read: readOperation(document, { path, method, operation }),
    })),
  );
  const isProblem = (name: string) => name === "Problem" || name === "FieldProblem";
  const shapes = Object.entries(document.components.schemas).filter(([, schema]) => schema.properties);
  return {
    groups: document.tags.map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ tags }) => tags.includes(name)).map(({ read }) => read),
    })),
    shapes: shapes
      .toSorted(([one], [other]) => Number(isProblem(one)) - Number(isProblem(other)))
      .map(([name, schema]) => ({ name, description: schema.description ?? "", fields: fieldsOf(schema) })),
  };
}

type Written = { path: string; method: string; operation: Operation };

function readOperation(document: OpenApi, { path, method, operation }: Written): ReadOperation {
  const body = operation.requestBody?.content["application/json"]?.schema;
  const responses = Object.entries(operation.responses).map(([status, written]) => {
    const name = "$ref" in written ? written.$ref.split("/").at(-1)! : "";
    return { status, answer: "$ref" in written ? document.components.responses[name]! : written };
  });
  const isError = ({ status }: { status: string }) => status >= "400";
  return {
    id: operation.operationId,
    method: method.toUpperCase() as Uppercase<Method>,
    path,
    summary: operation.summary,
    description: operation.description,
    samples: operation["x-codeSamples"],
    parameters: operation.parameters.map(parameterField),
    body: body && typeWords(body),
    answers: responses
      .filter((response) => !isError(response))
      .map(({ status, answer: { description, content = {} } }) => ({
        status,
        description,
        media: Object.entries(content).map(([type, media]) => readMedia(type, media)),
      })),
    errors: responses.filter(isError).map(({ status, answer }) => ({
      status,
      codes: Object.keys(answer.content?.["application/problem+json"]?.examples ?? {}),
    })),
  };
}

function readMedia(type: string, { schema = {}, example }: Media) {
  const text = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return { type, shape: typeWords(schema), example: text };
}

function parameterField({ name, description, required, schema, example }: Parameter): Field {
  const place = required ? "in the path" : schema.type === "array" ? "may be repeated" : "";
  const shown = Array.isArray(example) ? example.join(", ") : String(example);
  const type = typeWords(schema.items ?? schema);
  return { name, type, note: place, description: `${description} E.g. \`${shown}\`.` };
}

function fieldsOf({ properties = {}, patternProperties = {}, required = [] }: Schema): Field[] {
  const named = Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeWords(schema),
    note: required.includes(name) ? "" : "may be left out",
    description: schema.description ?? "",
  }));
  const exact = Object.entries(patternProperties).map(([name, schema]) => ({
    name: name.replaceAll(/^\^|\$$/g, ""),
    type: typeWords(schema),
    note: "",
    description: schema.description ?? "",
  }));
  return [...named, ...exact];
}

/** A schema's type as one would say it. */
export function typeWords(schema: Schema): TypeWords {
  const { $ref, anyOf, enum: words, type, items } = schema;
  if ($ref !== undefined) return { words: $ref.split("/").at(-1)!, shape: $ref.split("/").at(-1)! };
  const parts = anyOf?.filter((part) => part.type !== "null");
  if (anyOf && parts) {
    const read = parts.map(typeWords);
    const named = read.find(({ shape }) => shape !== undefined);
    const all = [...read.map(({ words }) => words), ...(parts.length < anyOf.length ? ["null"] : [])];
    return { words: all.join(" or "), ...(named?.shape !== undefined && { shape: named.shape }) };
  }
  if (words) return { words: words.map(String).join(" or ") };
  if (Array.isArray(type)) {
    const [first = "", ...more] = type;
    return { words: [typeWords({ ...schema, type: first }).words, ...more].join(" or ") };
  }
  if (type === "array") {
    const { words, shape } = typeWords(items ?? {});
    return { words: `list of ${words}`, ...(shape !== undefined && { shape }) };
  }
  return { words: scalarWords(schema) };
}

/** Bounds that only keep machines from the absurd are not worth a reader's time. */
const worthSaying = 2000;

/** A form of its own is told in the description, in better words than a pattern. */
const anyText = "^[^\\u0000]*$";

function scalarWords({
  type,
  format,
  const: only,
  pattern = anyText,
  minLength = 0,
  maxLength = 0,
  minimum,
  maximum,
  properties,
}: Schema) {
  if (only !== undefined) return JSON.stringify(only);
  if (properties) return `object with ${Object.keys(properties).join(", ")}`;
  if (format === "date") return "day";
  if (format === "date-time") return "instant";
  if (format === "uri" || format === "uri-reference") return "address";
  if (type === "string") {
    if (pattern !== anyText || maxLength === 0 || maxLength > worthSaying) return "text";
    return minLength > 0
      ? `text of ${minLength} to ${maxLength} characters`
      : `text of at most ${maxLength} characters`;
  }
  if (type === "integer") {
    return maximum !== undefined && maximum <= worthSaying
      ? `whole number, ${minimum} to ${maximum}`
      : "whole number";
  }
  return type === "boolean" ? "true or false" : "data";
}
