import fc from "fast-check";
import type { OpenApi, Schema } from "../../../server/openapi/shape.ts";

/** Values of the fuzzed world, by the name of the parameter or field that takes them. */
export type Known = Record<string, readonly unknown[]>;

/** Makes the values that schemas of a document take. Those of the world come often, or nothing would ever be found. */
export function valueMaker(document: OpenApi, known: Known) {
  /** @param name of the parameter or field whose value it is. */
  function values(schema: Schema, name = ""): fc.Arbitrary<unknown> {
    const familiar = known[name];
    const any = anyOfType(schema, name);
    return familiar ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...familiar) }, any) : any;
  }

  function anyOfType(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const { $ref, anyOf, enum: words, type } = schema;
    if ($ref !== undefined) return values(document.components.schemas[$ref.split("/").at(-1)!]!, name);
    if (anyOf) return fc.oneof(...anyOf.map((part) => values(part, name)));
    if (words) return fc.constantFrom(...words);
    if ("const" in schema) return fc.constant(schema.const);
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => anyOfType({ ...schema, type: one }, name)));
    if (type === "object") return objects(schema);
    if (type === "array") {
      const { items = {}, minItems = 0, maxItems = 4 } = schema;
      return fc.array(values(items, name), { minLength: minItems, maxLength: Math.min(4, maxItems) });
    }
    if (type === "integer") return fc.integer({ min: schema.minimum!, max: schema.maximum! });
    if (type === "boolean") return fc.boolean();
    return type === "null" ? fc.constant(null) : texts(schema);
  }

  function objects({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> {
    const fields = Object.entries(properties).map(([name, schema]) => [name, values(schema, name)]);
    return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
      requiredKeys: required,
      noNullPrototype: true,
    });
  }

  return values;
}

const anyText = "^[^\\u0000]*$";

function texts({ format, pattern = anyText, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === "date") return days().map((day) => day.toISOString().slice(0, 10));
  if (format === "date-time") return days().map((day) => day.toISOString());
  if (pattern === anyText) {
    const size = { minLength, maxLength: Math.min(maxLength, 60) };
    const plain = fc.string({ unit: "grapheme", ...size });
    const any = fc.string({ unit: "binary", ...size });
    return fc.oneof(plain, any).filter((text) => !text.includes("\0") && [...text].length <= maxLength);
  }
  return fc.stringMatching(new RegExp(pattern, "u")).filter((text) => text.length <= maxLength);
}

const days = () => fc.date({ min: new Date("2026-01-01"), max: new Date("2026-11-30"), noInvalidDate: true });
