import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { Problem } from "../../server/errors.ts";
import type { Answer, Header, OpenApi, Operation } from "../../server/openapi/shape.ts";

export type Conformance = ReturnType<typeof createConformance>;

const known = new Map<string, Conformance>();

/** The same for a document as it is served: each is read once, however many apps of the tests serve it. */
export function conformanceOf(text: string): Conformance {
  const found = known.get(text) ?? createConformance(JSON.parse(text) as OpenApi);
  known.set(text, found);
  return found;
}

/** Holds answers of the API against an OpenAPI document: their status, headers, type and body. */
export function createConformance(document: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  // Its types are those of a module with a default export within a default export.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  ajv.addSchema(document, "openapi");
  const validators = new Map<string, ValidateFunction>();
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));

  /** What the document does not say of the answer; empty where it says it all. The body is left to whoever reads it. */
  async function faults(request: { method: string; url: string }, response: Response): Promise<string[]> {
    // An address may end with a slash.
    const pathname = new URL(request.url).pathname.replace(/\/$/, "");
    const method = request.method === "HEAD" ? "GET" : request.method;
    const matching = templates.filter(({ form }) => form.test(pathname)).map(({ path }) => path);
    const operations = matching.flatMap((path) => operationOf(path, method) ?? []);
    const [operation] = operations;
    const found = operation
      ? await ofOperation(operation, request, response)
      : await ofNone(matching, response);
    return found.map((fault) => `${request.method} ${pathname} → ${response.status}: ${fault}`);
  }

  async function ofOperation(
    { operation, pointer }: Found,
    request: { method: string },
    response: Response,
  ): Promise<string[]> {
    const written = operation.responses[response.status];
    if (!written) {
      return [
        `the status is not among ${Object.keys(operation.responses).join(", ")}: ${await peek(response)}`,
      ];
    }
    const answer = "$ref" in written ? resolved<Answer>(written.$ref) : written;
    const place = "$ref" in written ? written.$ref.slice(1) : `${pointer}/responses/${response.status}`;
    return [
      ...headerFaults(answer, response),
      ...(await bodyFaults(answer, place, request.method === "HEAD", response)),
      ...(response.status < 300 && !response.headers.has("ratelimit") ? ["there is no RateLimit"] : []),
      ...(response.status === 401 && !response.headers.has("www-authenticate")
        ? ["there is no challenge"]
        : []),
    ];
  }

  /** Addresses and methods that the document does not have are answered as its description says. */
  async function ofNone(matching: string[], response: Response): Promise<string[]> {
    const problem = await problemOf(response);
    if (typeof problem === "string") return [problem];
    if (problem.code === "wrong_host") return [];
    if (matching.length === 0) return problem.code === "not_found" ? [] : [`not documented: ${problem.code}`];
    const methods = matching
      .flatMap((path) => Object.keys(document.paths[path]!))
      .map((one) => one.toUpperCase());
    const due = [...new Set(methods.flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one])))].sort();
    const allowed = (response.headers.get("allow") ?? "").split(", ").sort();
    if (problem.code !== "method_not_allowed") return [`not documented: ${problem.code}`];
    return String(allowed) === String(due)
      ? []
      : [`Allow has ${String(allowed)}, documented are ${String(due)}`];
  }

  function headerFaults({ headers }: Answer, response: Response): string[] {
    const known = Object.keys(document.components.headers);
    return known.flatMap((name) => {
      const value = response.headers.get(name);
      const reference = headers[name];
      if (!reference) return value === null ? [] : [`the header ${name} is not documented`];
      const header = resolved<Header>(reference.$ref);
      if (value === null) return header.required ? [`there is no ${name}`] : [];
      const read = header.schema.type === "integer" ? Number(value) : value;
      return invalid(`${reference.$ref.slice(1)}/schema`, read, `the header ${name}`);
    });
  }

  async function bodyFaults(answer: Answer, place: string, isHead: boolean, response: Response) {
    const type = (response.headers.get("content-type") ?? "").split(";")[0]!;
    if (!answer.content) return type === "" ? [] : [`there is a body of type ${type}`];
    if (!answer.content[type]) return [`the type ${type} is not documented`];
    // A list in CSV may have no end; that it is whole is for tests of its own.
    if (isHead || type === "text/csv") return [];
    const body = await jsonOf(response);
    if (body === undefined) return ["the body is not JSON"];
    const schema = `${place}/content/${escaped(type)}/schema`;
    const ofProblem = type === "application/problem+json" ? problemFaults(body as Problem, response) : [];
    return [...invalid(schema, body, "the body"), ...ofProblem];
  }

  async function problemOf(response: Response): Promise<Problem | string> {
    if (response.headers.get("content-type") !== "application/problem+json") return "it is no problem+json";
    const body = (await jsonOf(response)) as Problem | undefined;
    if (body === undefined) return "the body is not JSON";
    const wrong = [
      ...invalid("/components/schemas/Problem", body, "the body"),
      ...problemFaults(body, response),
    ];
    return wrong.length > 0 ? wrong.join("; ") : body;
  }

  function problemFaults(problem: Problem, { status, headers }: Response): string[] {
    return [
      problem.status !== status && `the body says ${problem.status}`,
      problem.type !== `/docs/errors#${problem.code}` && `the type is ${problem.type}`,
      problem.request_id !== headers.get("x-request-id") && `the request id is ${problem.request_id}`,
    ].filter((fault) => fault !== false);
  }

  function invalid(pointer: string, value: unknown, what: string): string[] {
    const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    validators.set(pointer, validate);
    if (validate(value)) return [];
    const errors = validate.errors ?? [];
    const shown = JSON.stringify(value)?.slice(0, 400);
    return [
      ...errors.slice(0, 5).map((error) => {
        const extra = JSON.stringify(error.params);
        return `${what}${error.instancePath} ${error.message} ${extra}`;
      }),
      `it is ${shown}`,
    ];
  }

  type Found = { operation: Operation; pointer: string };

  function operationOf(path: string, method: string): Found | undefined {
    const name = method.toLowerCase() as keyof OpenApi["paths"][string];
    const operation = document.paths[path]?.[name];
    return operation && { operation, pointer: `/paths/${escaped(path)}/${name}` };
  }

  function resolved<T>(reference: string): T {
    const steps = reference
      .slice(2)
      .split("/")
      .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    return steps.reduce<unknown>((place, step) => (place as Record<string, unknown>)[step], document) as T;
  }

  return { faults };
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.clone().text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

async function peek(response: Response): Promise<string> {
  const text = await response.clone().text();
  return text.slice(0, 300);
}

/** A step of a JSON pointer, as it stands in an address. */
function escaped(step: string): string {
  return encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"));
}
