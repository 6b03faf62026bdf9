import { AppError } from "./errors.ts";

const mostBytes = 64 * 1024;

/**
 * The fields of a form that a page sent, each once or not at all; what is not there is empty. Call it after the guard, in a
 * route with `{ parse: "none" }`: nothing of a stranger's is read.
 *
 * Throws `unsupportedMediaType` for anything but a form, `tooLarge` past 64 KiB, counted while reading, `malformed` for a body
 * that breaks off, and `invalid` for fields that the form does not have, has twice, or that hold what cannot be stored.
 */
export async function readForm<Field extends string>(
  request: Request,
  fields: readonly Field[],
): Promise<Record<Field, string>> {
  const sent = new URLSearchParams(new TextDecoder().decode(await readBytes(request)));
  const names = [...sent.keys()];
  if (names.some((name) => !fields.includes(name as Field)) || new Set(names).size < names.length) {
    throw new AppError(
      "invalid",
      "strange_form",
      "This form is not one of ours. Open the page anew and try again.",
    );
  }
  // U+FFFD stands where the decoders met bytes that are no UTF-8.
  const unreadable = [...sent].find(([, value]) => /[\0\uFFFD]/.test(value));
  if (unreadable) {
    const [name] = unreadable;
    const message = `A character in the field “${name}” cannot be stored. Go back and type its text anew.`;
    const problem = { in: "body", name, code: "unreadable", message } as const;
    throw new AppError("invalid", "unreadable_text", message, { problems: [problem] });
  }
  return Object.fromEntries(fields.map((field) => [field, sent.get(field) ?? ""])) as Record<Field, string>;
}

async function readBytes({ body, headers }: Request): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const [type] = (headers.get("content-type") ?? "").split(";") as [string];
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw new AppError("unsupportedMediaType", "not_a_form", "Send the form as the page has it.");
  }
  if (Number(headers.get("content-length") ?? 0) > mostBytes) throw tooLarge();
  const bytes = new Uint8Array(mostBytes);
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      // Leaving the loop cancels the stream: the rest is not read.
      if (length + chunk.length > mostBytes) throw tooLarge();
      bytes.set(chunk, length);
      length += chunk.length;
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("malformed", "malformed_body", "The form broke off on its way. Send it once more.");
  }
  return bytes.subarray(0, length);
}

function tooLarge(): AppError {
  return new AppError(
    "tooLarge",
    "body_too_large",
    "The form is larger than 64 KiB. Shorten what you wrote.",
  );
}
