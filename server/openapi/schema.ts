import {
  KindGuard,
  type TInteger,
  type TObject,
  type TSchema,
  type TString,
  type TUnion,
} from "@sinclair/typebox";
import type { Schema } from "./shape.ts";

/**
 * A schema of a json.ts as plain JSON Schema for the document (D27): what has a name becomes a reference, a union of words an
 * enumeration, "or null" a second type. Everything gets a bound, as generated clients and gateways expect: where ours
 * has none, one that no answer reaches.
 * @param nameOf the component that a schema is; undefined for one that is written out where it stands.
 */
export function plainSchema(schema: TSchema, nameOf: (schema: TSchema) => string | undefined): Schema {
  const name = nameOf(schema);
  return name === undefined ? writtenOut(schema, nameOf) : { $ref: `#/components/schemas/${name}` };
}

/** The same for a component itself, which is not to refer to itself. */
export function writtenOut(schema: TSchema, nameOf: (schema: TSchema) => string | undefined): Schema {
  const plain = (part: TSchema) => plainSchema(part, nameOf);
  if (KindGuard.IsUnion(schema)) return union(schema, plain);
  if (KindGuard.IsObject(schema)) return object(schema, plain);
  if (KindGuard.IsArray(schema)) {
    const { minItems, maxItems = 10_000 } = schema;
    return {
      type: "array",
      ...words(schema),
      ...(minItems !== undefined && { minItems }),
      maxItems,
      items: plain(schema.items),
    };
  }
  if (KindGuard.IsString(schema)) return text(schema);
  if (KindGuard.IsInteger(schema)) return integer(schema);
  if (KindGuard.IsBoolean(schema)) return { type: "boolean", ...words(schema) };
  if (KindGuard.IsNull(schema)) return { type: "null" };
  if (KindGuard.IsLiteral(schema))
    return { type: typeof schema.const, ...words(schema), const: schema.const };
  throw new TypeError("A json.ts uses a type that the document does not know yet.");
}

function object({ properties, required = [], ...rest }: TObject, plain: (part: TSchema) => Schema): Schema {
  return {
    type: "object",
    ...words(rest as TSchema),
    properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, plain(part)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function union(schema: TUnion, plain: (part: TSchema) => Schema): Schema {
  const values = schema.anyOf.filter((part) => !KindGuard.IsNull(part));
  const orNull = values.length < schema.anyOf.length;
  const merged = values.every((part) => KindGuard.IsLiteral(part))
    ? { type: "string", enum: values.map((part): unknown => part.const) }
    : values.length === 1
      ? plain(values[0]!)
      : { anyOf: values.map(plain) };
  if (!orNull) return { ...merged, ...words(schema) };
  if (typeof merged.type !== "string" || merged.type === "object") {
    return { anyOf: [merged, { type: "null" }], ...words(schema) };
  }
  return {
    ...merged,
    type: [merged.type, "null"],
    ...(merged.enum && { enum: [...merged.enum, null] }),
    ...words(schema),
  };
}

/** Characters of any text, in an answer or a request: what has fewer says so. */
const longestText = 65_536;

function text(schema: TString): Schema {
  const { format, pattern, minLength, maxLength = longestText } = schema;
  return {
    type: "string",
    ...words(schema),
    ...(format !== undefined && { format }),
    // No text that is stored or sent holds NUL, which PostgreSQL does not keep.
    ...(format === undefined && { pattern: pattern ?? "^[^\\u0000]*$" }),
    ...(minLength !== undefined && { minLength }),
    maxLength,
  };
}

function integer(schema: TInteger): Schema {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  const format = maximum <= 2_147_483_647 ? "int32" : "int64";
  return { type: "integer", ...words(schema), format, minimum, maximum };
}

/** What is said of a schema. Where it comes from is for the reader of the source, not of the reference. */
function words({ description, examples }: TSchema): Schema {
  return {
    ...(description !== undefined && { description: withoutSources(description) }),
    ...(Array.isArray(examples) && { examples: examples as unknown[] }),
  };
}

function withoutSources(description: string): string {
  return description.replaceAll(/ \((?:spec \d[\d.]*|D\d+[a-z]?)(?:, (?:spec \d[\d.]*|D\d+[a-z]?))*\)/g, "");
}
