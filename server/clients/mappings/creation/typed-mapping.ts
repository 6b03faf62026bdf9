import type { FieldProblem } from "../../../errors.ts";

/** The form's fields as they were typed. `client` is a name: it can be typed, too, where there are too many to choose from. */
export type TypedMapping = { label: string; client: string; repository: string };

export const typedFields = ["label", "client", "repository"] as const;

/** The fields as an address has them, in which a form that is half filled in stands. */
export function readTypedMapping(query: URLSearchParams): TypedMapping {
  const text = (name: string) => (query.get(name) ?? "").toWellFormed().replaceAll("\0", "");
  return { label: text("label"), client: text("client"), repository: text("repository") };
}

/** A problem of the API's as one of the form, whose fields have names for people. */
export type FormProblem = {
  field: (typeof typedFields)[number];
  code: string;
  message: string;
  suggestion?: string;
};

export function formProblem({ name, code, message, suggestion }: FieldProblem): FormProblem {
  const field = name === "client_id" ? "client" : name === "repository" ? "repository" : "label";
  return { field, code, message, ...(suggestion !== undefined && { suggestion }) };
}
