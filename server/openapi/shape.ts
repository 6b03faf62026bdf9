/** The parts of OpenAPI 3.1 that our document is made of, so that it is written and read under one type. */
export type OpenApi = {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact: { name: string; url: string };
    license: { name: string; identifier: string };
  };
  servers: { url: string; description: string; "x-internal": boolean }[];
  security: Record<string, string[]>[];
  tags: { name: string; description: string }[];
  paths: Record<string, Partial<Record<Method, Operation>>>;
  components: {
    schemas: Record<string, Schema>;
    headers: Record<string, Header>;
    responses: Record<string, Answer>;
    securitySchemes: Record<string, { type: "http"; scheme: "bearer"; description: string }>;
  };
};

export type Method = "get" | "post" | "patch" | "delete";

export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required: boolean; description: string; content: Record<string, Media> };
  responses: Record<string, Answer | Reference>;
  "x-codeSamples": CodeSample[];
};

export type CodeSample = { lang: "Shell"; label: "curl" | "svc"; source: string };

export type Parameter = {
  name: string;
  in: "query" | "path" | "header";
  required: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
  style?: "form";
  explode?: true;
};

export type Answer = {
  description: string;
  headers: Record<string, Reference>;
  content?: Record<string, Media>;
};

export type Media = { schema?: Schema; example?: unknown; examples?: Record<string, Example> };
export type Example = { summary: string; value: unknown };
export type Header = { description: string; required?: true; schema: Schema; example: unknown };
export type Reference = { $ref: string };

/** JSON Schema 2020-12, as far as it is used here. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  examples?: unknown[];
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  contentMediaType?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  additionalProperties?: boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
};
