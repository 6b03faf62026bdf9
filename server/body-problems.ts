import { KindGuard, type TArray, type TObject, type TSchema, type TString } from "@sinclair/typebox";
import type { FieldProblem } from "./errors.ts";
import { nearest } from "./nearest.ts";

export type BodyProblem = Omit<FieldProblem, "in">;

/**
 * Everything in which a value differs from its schema, by field, each with what is accepted (D25). Knows the schemas that
 * a json.ts is written in: objects, lists, texts, whole numbers, booleans, literals, null, and unions of them.
 */
export function bodyProblems(schema: TSchema, value: unknown, name = ""): BodyProblem[] {
  if (KindGuard.IsUnion(schema)) return problemsOfUnion(schema.anyOf, value, name);
  if (!hasTypeOf(schema, value)) {
    return [problem(name, "wrong_type", `must be ${accepted(schema)}, not ${typeName(value)}.`)];
  }
  if (KindGuard.IsObject(schema)) return problemsOfObject(schema, value as object, name);
  if (KindGuard.IsArray(schema)) return problemsOfList(schema, value as unknown[], name);
  if (KindGuard.IsString(schema)) return problemsOfText(schema, value as string, name);
  if (KindGuard.IsInteger(schema)) {
    const { minimum = -Infinity, maximum = Infinity } = schema;
    const inRange =
      Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
    return inRange ? [] : [problem(name, "out_of_range", `must be ${accepted(schema)}.`)];
  }
  return [];
}

// A body can hold thousands; nobody reads that many, and each is compared with those that are known.
const mostUnknown = 25;

/** Of the variants the one with the value's type is told about, since that is what was meant. */
function problemsOfUnion(variants: TSchema[], value: unknown, name: string): BodyProblem[] {
  const meant = variants.filter((variant) => hasTypeOf(variant, value));
  const problems = meant.map((variant) => bodyProblems(variant, value, name));
  const [only, ...others] = problems;
  if (problems.some((found) => found.length === 0)) return [];
  if (only && others.length === 0) return only;
  const message = `must be ${variants.map(accepted).join(" or ")}, not ${typeName(value)}.`;
  return [problem(name, "wrong_type", message)];
}

function problemsOfObject(schema: TObject, value: object, name: string): BodyProblem[] {
  const given = new Map(Object.entries(value));
  const known = Object.entries(schema.properties);
  const within = (field: string) => (name === "" ? field : `${name}.${field}`);
  return [
    ...[...given.keys()]
      .filter((field) => !Object.hasOwn(schema.properties, field))
      .slice(0, mostUnknown)
      .map((field) => unknownField(field, Object.keys(schema.properties), within)),
    ...known.flatMap(([field, type]) => {
      if (given.has(field)) return bodyProblems(type, given.get(field), within(field));
      if (KindGuard.IsOptional(type)) return [];
      return [problem(within(field), "required", `is missing. Give ${accepted(type)}.`)];
    }),
  ];
}

function unknownField(field: string, known: string[], within: (field: string) => string): BodyProblem {
  const shown = field.slice(0, 60);
  const suggestion = nearest(shown, known);
  const list = known.length === 0 ? "This address takes no fields." : `Accepted are ${known.join(", ")}.`;
  const hint = suggestion ? `Did you mean ${suggestion}?` : list;
  const message = `${JSON.stringify(shown)} is not a field of this request. ${hint}`;
  return { name: within(shown), code: "unknown", message, ...(suggestion && { suggestion }) };
}

function problemsOfList(schema: TArray, value: unknown[], name: string): BodyProblem[] {
  const { minItems = 0, maxItems = Infinity } = schema;
  if (value.length < minItems || value.length > maxItems) {
    return [problem(name, "out_of_range", `must be ${accepted(schema)}; ${value.length} are given.`)];
  }
  return value.flatMap((item, place) => bodyProblems(schema.items, item, `${name}[${place}]`));
}

function problemsOfText(schema: TString, value: string, name: string): BodyProblem[] {
  if (value.includes("\0") || !value.isWellFormed()) {
    const message = "holds a NUL character or half a character, which cannot be stored. Remove it.";
    return [problem(name, "unreadable", message)];
  }
  // Characters as PostgreSQL and JSON Schema count them, of which an emoji is one.
  const length = [...value].length;
  const { minLength = 0, maxLength = Infinity } = schema;
  if (length > maxLength) {
    const message = `has ${length} characters. Shorten it to ${maxLength}.`;
    return [problem(name, "too_long", message)];
  }
  if (length < minLength) {
    const message = `is ${length === 0 ? "empty" : "too short"}. Give ${accepted(schema)}.`;
    return [problem(name, length === 0 ? "empty" : "too_short", message)];
  }
  if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
    return [problem(name, "wrong_form", `must be ${accepted(schema)}.`)];
  }
  return [];
}

function hasTypeOf(schema: TSchema, value: unknown): boolean {
  if (KindGuard.IsUnion(schema)) return schema.anyOf.some((variant) => hasTypeOf(variant, value));
  if (KindGuard.IsObject(schema)) return typeof value === "object" && value !== null && !Array.isArray(value);
  if (KindGuard.IsArray(schema)) return Array.isArray(value);
  if (KindGuard.IsString(schema)) return typeof value === "string";
  if (KindGuard.IsInteger(schema)) return typeof value === "number";
  if (KindGuard.IsBoolean(schema)) return typeof value === "boolean";
  if (KindGuard.IsLiteral(schema)) return value === schema.const;
  if (KindGuard.IsNull(schema)) return value === null;
  throw new TypeError("A request's schema is written in types that are not checked here.");
}

/** What a schema takes, in words. */
function accepted(schema: TSchema): string {
  if (KindGuard.IsUnion(schema)) return schema.anyOf.map(accepted).join(" or ");
  if (KindGuard.IsObject(schema)) return "a JSON object";
  if (KindGuard.IsArray(schema)) {
    return `a list${range(schema.minItems, schema.maxItems, "item")}, each ${accepted(schema.items)}`;
  }
  if (KindGuard.IsString(schema)) {
    const [example] = (schema.examples ?? []) as unknown[];
    if (schema.pattern !== undefined && typeof example === "string") return `text of the form ${example}`;
    return `text${range(schema.minLength, schema.maxLength, "character")}`;
  }
  if (KindGuard.IsInteger(schema)) {
    const { minimum, maximum } = schema;
    if (minimum !== undefined && maximum !== undefined) return `a whole number from ${minimum} to ${maximum}`;
    return minimum === undefined ? "a whole number" : `a whole number from ${minimum} on`;
  }
  if (KindGuard.IsBoolean(schema)) return "true or false";
  return KindGuard.IsLiteral(schema) ? JSON.stringify(schema.const) : "null";
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const units = most === 1 ? unit : `${unit}s`;
  if (most === undefined) return least ? ` of at least ${least} ${least === 1 ? unit : `${unit}s`}` : "";
  return least ? ` of ${least} to ${most} ${units}` : ` of at most ${most} ${units}`;
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return value.length > 40 ? "that text" : JSON.stringify(value);
  return typeof value === "object" ? "an object" : String(value as number | boolean);
}

/** @param name empty for the body as a whole. */
function problem(name: string, code: string, message: string): BodyProblem {
  return { name, code, message: `${name === "" ? "The body" : name} ${message}` };
}
