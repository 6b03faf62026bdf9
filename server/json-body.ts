import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { AppError } from "./errors.ts";
import { bodyProblems, type BodyProblem } from "./body-problems.ts";
import { repeatedKeys } from "./repeated-keys.ts";

const mostBytes = 64 * 1024;
const mostTold = 20;

/**
 * The JSON body of a request as the schema has it, or a refusal that names each field that is not (D25). Call it after the
 * guard, in a route with `{ parse: "none" }`: nobody's body is read before it is known who sends it.
 *
 * Throws `unsupportedMediaType` unless it says it is JSON, `tooLarge` past 64 KiB, counted while reading, `malformed` for
 * what is not JSON in UTF-8, and `invalid` for the rest.
 */
export async function readJson<S extends TSchema>(request: Request, schema: S): Promise<Static<S>> {
  refuseOtherTypes(request.headers);
  return checked(await readBytes(request), schema);
}

/** For a route that needs no body: an empty one, and `{}` from clients that always send something. Throws as `readJson`. */
export async function readNothing(request: Request): Promise<void> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return;
  refuseOtherTypes(request.headers);
  checked(bytes, nothing);
}

const nothing = Type.Object({}, { additionalProperties: false });

function refuseOtherTypes(headers: Headers): void {
  const type = headers.get("content-type") ?? "";
  const encoding = headers.get("content-encoding") ?? "identity";
  if (/^\s*application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(type) && encoding === "identity") {
    return;
  }
  throw new AppError(
    "unsupportedMediaType",
    "unsupported_media_type",
    "Send the body as plain JSON with the header Content-Type: application/json.",
  );
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      // Leaving the loop cancels the stream: the rest is not read.
      if (length > mostBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw malformed("The body broke off before its end. Send the request again.");
  }
  return joined(chunks, length);
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function checked<S extends TSchema>(bytes: Uint8Array, schema: S): Static<S> {
  const text = decoded(bytes);
  const value = parsed(text);
  const repeated = repeatedKeys(text).map((name) => ({
    name,
    code: "repeated",
    message: `${JSON.stringify(name)} is given twice. Give it once.`,
  }));
  const problems = repeated.length > 0 ? repeated : bodyProblems(schema, value);
  if (problems.length > 0) throw invalidBody(problems);
  return value as Static<S>;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("The body is not UTF-8. Save or send the JSON in that encoding.");
  }
}

function parsed(text: string): unknown {
  if (text.trim() === "") throw malformed("The body is empty. Send a JSON object.");
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(
      "The body is not valid JSON. Check its quotes, commas and brackets; names and texts stand in double quotes.",
    );
  }
}

const malformed = (message: string) => new AppError("malformed", "malformed_body", message);

const tooLarge = () =>
  new AppError("tooLarge", "body_too_large", "The body may have 64 KiB at most. Send less at once.");

function invalidBody(problems: BodyProblem[]): AppError {
  const told = problems.slice(0, mostTold).map((problem) => ({ in: "body" as const, ...problem }));
  const messages = told.map(({ message }) => message);
  if (problems.length > mostTold) messages.push("And more.");
  return new AppError("invalid", "invalid_body", messages.join(" "), { problems: told });
}
