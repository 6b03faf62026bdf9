import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import fc from "fast-check";
import { AppError } from "../server/errors.ts";
import { readJson, readNothing } from "../server/json-body.ts";

const Order = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 10 }),
    client_id: Type.Integer({ minimum: 1, maximum: 2147483647 }),
    repository: Type.Optional(
      Type.Union([Type.String({ pattern: "^[a-z]+/[a-z]+$", examples: ["acme/web"] }), Type.Null()]),
    ),
    labels: Type.Optional(Type.Array(Type.String({ maxLength: 5 }), { maxItems: 3 })),
    state: Type.Optional(Type.Union([Type.Literal("on"), Type.Literal("off")])),
    urgent: Type.Optional(Type.Boolean()),
    place: Type.Optional(
      Type.Object({ street: Type.String({ minLength: 1 }) }, { additionalProperties: false }),
    ),
  },
  { additionalProperties: false },
);

type Body = NonNullable<RequestInit["body"]>;

const asJson = { "content-type": "application/json" };

function posted(body: Body, headers: Record<string, string> = asJson): Request {
  return new Request("http://localhost/", { method: "POST", body, headers });
}

/** What was refused: kind, code and the problems as `field code`; or the value that was read. */
async function reading(body: Body, headers?: Record<string, string>): Promise<unknown> {
  try {
    return await readJson(posted(body, headers), Order);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.kind, error.code, ...error.problems.map(({ name, code }) => `${name} ${code}`)];
  }
}

async function messageFor(body: Body): Promise<string> {
  const refusal = await readJson(posted(body), Order).catch((error: unknown) => error);
  if (!(refusal instanceof AppError)) throw new Error("It was read.");
  return refusal.message;
}

const good = { name: "Acme", client_id: 3 };
const invalid = (...problems: string[]) => ["invalid", "invalid_body", ...problems];

describe("reads what the schema has", () => {
  const cases: object[] = [
    good,
    { ...good, repository: null },
    { ...good, repository: "acme/web", labels: ["a", "", "ünïcö"], state: "off", urgent: false },
    { ...good, place: { street: "Main" } },
    { name: "🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂", client_id: 2147483647 },
  ];
  test.each(cases)("%j", async (value) => expect(await reading(JSON.stringify(value))).toEqual(value));

  test("with a byte order mark, space around it and escapes in it, as programs write it", async () => {
    expect(await reading(`\uFEFF\r\n {"n\\u0061me":"\\u0041cme", "client_id":3.0} \n`)).toEqual(good);
  });

  test.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "sent as %s",
    async (type) => expect(await reading(JSON.stringify(good), { "content-type": type })).toEqual(good),
  );
});

describe("a content type other than JSON is 415", () => {
  const cases: [string, Record<string, string>][] = [
    ["none", {}],
    ["a form, which a page elsewhere can send", { "content-type": "application/x-www-form-urlencoded" }],
    ["text", { "content-type": "text/plain" }],
    ["a file", { "content-type": "multipart/form-data; boundary=x" }],
    ["another JSON", { "content-type": "application/merge-patch+json" }],
    ["one that begins like it", { "content-type": "application/jsonp" }],
    ["two at once", { "content-type": "application/json, text/plain" }],
    ["another encoding", { "content-type": "application/json; charset=latin1" }],
    ["a compressed one", { ...asJson, "content-encoding": "gzip" }],
  ];
  test.each(cases)("%s", async (_, headers) => {
    const refusal = await reading(new TextEncoder().encode(JSON.stringify(good)), headers);
    expect(refusal).toEqual(["unsupportedMediaType", "unsupported_media_type"]);
  });
});

describe("a body over 64 KiB is 413", () => {
  const filled = (length: number) => JSON.stringify(good).padEnd(length, " ");

  test("to the byte", async () => {
    expect(await reading(filled(65_536))).toEqual(good);
    expect(await reading(filled(65_537))).toEqual(["tooLarge", "body_too_large"]);
  });

  test("by its own word already, without being read", async () => {
    const request = posted("{}", { ...asJson, "content-length": "65537" });
    const refusal = await readJson(request, Order).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ kind: "tooLarge" });
    expect(request.bodyUsed).toBe(false);
  });

  test("counted while reading, and then no further, where it does not say how long it is", async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(stream) {
        sent += 16_384;
        stream.enqueue(new Uint8Array(16_384).fill(32));
      },
      cancel: () => void (cancelled = true),
    });
    expect(await reading(endless)).toEqual(["tooLarge", "body_too_large"]);
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(65_536 * 3);
  });

  test("of many bytes, not of many characters", async () => {
    expect(await reading(filled(60_000) + "\u00A0".repeat(3_000))).toEqual(["tooLarge", "body_too_large"]);
  });
});

describe("what is not JSON in UTF-8 is 400", () => {
  const malformed = ["malformed", "malformed_body"];
  const cases: [string, Body][] = [
    ["nothing", ""],
    ["only space", " \n"],
    ["cut off", '{"name":"Acme"'],
    ["a comma too many", '{"name":"Acme",}'],
    ["single quotes", "{'name':'Acme'}"],
    ["a name without quotes", "{name:1}"],
    ["two values", "{}{}"],
    ["a comment", '{} // "x"'],
    ["NaN", '{"client_id":NaN}'],
    ["hexadecimal", '{"client_id":0x10}'],
    ["a leading zero", '{"client_id":01}'],
    ["a raw line break in a text", '{"name":"a\nb"}'],
    ["a raw NUL in a text", '{"name":"a\0b"}'],
    ["a form", "name=Acme"],
    ["bytes that are not UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ["UTF-16", new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
    ["an overlong encoding", new Uint8Array([0x22, 0xc0, 0xaf, 0x22])],
    ["a surrogate in UTF-8", new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ];
  test.each(cases)("%s", async (_, body) => expect(await reading(body)).toEqual(malformed));

  test("a body that breaks off", async () => {
    const broken = new ReadableStream({ start: (stream) => stream.error(new Error("gone")) });
    expect(await reading(broken)).toEqual(malformed);
  });
});

describe("a body that is not as the schema has it is 422, by field", () => {
  const cases: [string, string, string[]][] = [
    ["a list", "[]", [" wrong_type"]],
    ["null", "null", [" wrong_type"]],
    ["a text", '"name"', [" wrong_type"]],
    ["nothing given", "{}", ["name required", "client_id required"]],
    ["a field too many", '{"name":"a","client_id":1,"nane":2}', ["nane unknown"]],
    ["a field in other case", '{"name":"a","client_id":1,"Repository":null}', ["Repository unknown"]],
    ["__proto__", '{"name":"a","client_id":1,"__proto__":{"x":1}}', ["__proto__ unknown"]],
    [
      "fields given by __proto__",
      '{"__proto__":{"name":"a","client_id":1}}',
      ["__proto__ unknown", "name required", "client_id required"],
    ],
    [
      "names every object has",
      '{"name":"a","client_id":1,"constructor":1,"toString":2}',
      ["constructor unknown", "toString unknown"],
    ],
    [
      "a field inside a field",
      '{"name":"a","client_id":1,"place":{"street":"x","zip":1}}',
      ["place.zip unknown"],
    ],
    ["null for a text", '{"name":null,"client_id":1}', ["name wrong_type"]],
    ["a number for a text", '{"name":5,"client_id":1}', ["name wrong_type"]],
    ["a list for a text", '{"name":["a"],"client_id":1}', ["name wrong_type"]],
    ["an empty text", '{"name":"","client_id":1}', ["name empty"]],
    ["a text too long", '{"name":"12345678901","client_id":1}', ["name too_long"]],
    ["a text of another form", '{"name":"a","client_id":1,"repository":"acme"}', ["repository wrong_form"]],
    ["NUL in a text", '{"name":"a\\u0000","client_id":1}', ["name unreadable"]],
    ["half a character", '{"name":"\\ud83d","client_id":1}', ["name unreadable"]],
    [
      "NUL in a text of a list",
      '{"name":"a","client_id":1,"labels":["b","\\u0000"]}',
      ["labels[1] unreadable"],
    ],
    ["a text for a number", '{"name":"a","client_id":"1"}', ["client_id wrong_type"]],
    ["a fraction", '{"name":"a","client_id":1.5}', ["client_id out_of_range"]],
    ["zero", '{"name":"a","client_id":0}', ["client_id out_of_range"]],
    ["less than zero, almost", '{"name":"a","client_id":-0}', ["client_id out_of_range"]],
    [
      "a number that the database cannot hold",
      '{"name":"a","client_id":2147483648}',
      ["client_id out_of_range"],
    ],
    ["a number that no number can hold", '{"name":"a","client_id":1e999}', ["client_id out_of_range"]],
    [
      "a number that would be rounded",
      '{"name":"a","client_id":9007199254740993}',
      ["client_id out_of_range"],
    ],
    ["a text for a list", '{"name":"a","client_id":1,"labels":"b"}', ["labels wrong_type"]],
    ["a list too long", '{"name":"a","client_id":1,"labels":["a","b","c","d"]}', ["labels out_of_range"]],
    ["an unknown word", '{"name":"a","client_id":1,"state":"maybe"}', ["state wrong_type"]],
    ["yes for true", '{"name":"a","client_id":1,"urgent":"yes"}', ["urgent wrong_type"]],
    ["a name twice", '{"name":"a","client_id":1,"name":"b"}', ["name repeated"]],
    ["a name twice in two spellings", '{"name":"a","client_id":1,"n\\u0061me":"b"}', ["name repeated"]],
    [
      "a name twice deep inside",
      '{"name":"a","client_id":1,"place":{"street":"x","street":"y"}}',
      ["street repeated"],
    ],
  ];
  test.each(cases)("%s", async (_, body, problems) =>
    expect(await reading(body)).toEqual(invalid(...problems)),
  );

  test("brackets nested by the thousand are refused like any other body", async () => {
    expect(await reading("[".repeat(30_000) + "]".repeat(30_000))).toEqual(invalid(" wrong_type"));
    const deep = `{"name":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)},"client_id":1}`;
    expect(await reading(deep)).toEqual(invalid("name wrong_type"));
  });

  test("of thousands of wrong fields the first twenty are told", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`x${n}`, 1]));
    const refusal = (await reading(JSON.stringify(many))) as string[];
    expect(refusal).toHaveLength(22);
    expect(await messageFor(JSON.stringify(many))).toEndWith("And more.");
  });
});

describe("each message says what is accepted", () => {
  const cases: [string, string][] = [
    [
      "{}",
      "name is missing. Give text of 1 to 10 characters. client_id is missing. Give a whole number from 1 to 2147483647.",
    ],
    ['{"nmae":"a","client_id":1,"name":"a"}', '"nmae" is not a field of this request. Did you mean name?'],
    [
      '{"colour":"a","client_id":1,"name":"a"}',
      '"colour" is not a field of this request. Accepted are name, client_id, repository, labels, state, urgent, place.',
    ],
    ['{"name":5,"client_id":1}', "name must be text of 1 to 10 characters, not 5."],
    ['{"name":"","client_id":1}', "name is empty. Give text of 1 to 10 characters."],
    ['{"name":"12345678901","client_id":1}', "name has 11 characters. Shorten it to 10."],
    ['{"name":"a","client_id":"7"}', 'client_id must be a whole number from 1 to 2147483647, not "7".'],
    ['{"name":"a","client_id":1,"repository":"acme"}', "repository must be text of the form acme/web."],
    [
      '{"name":"a","client_id":1,"repository":7}',
      "repository must be text of the form acme/web or null, not 7.",
    ],
    [
      '{"name":"a","client_id":1,"labels":{}}',
      "labels must be a list of at most 3 items, each text of at most 5 characters, not an object.",
    ],
    ['{"name":"a","client_id":1,"state":"maybe"}', 'state must be "on" or "off", not "maybe".'],
    ['{"name":"a","client_id":1,"urgent":1}', "urgent must be true or false, not 1."],
    ["[]", "The body must be a JSON object, not a list."],
  ];
  test.each(cases)("%s", async (body, message) => expect(await messageFor(body)).toBe(message));
});

describe("a route that needs no body", () => {
  const outcome = (body: Body | null, headers: Record<string, string> = {}) =>
    readNothing(new Request("http://localhost/", { method: "POST", body, headers })).then(
      () => "fine",
      ({ code }: { code: string }) => code,
    );

  test("takes none, and an empty object from clients that always send something", async () => {
    expect(await outcome(null)).toBe("fine");
    expect(await outcome("")).toBe("fine");
    expect(await outcome("{}", asJson)).toBe("fine");
  });

  test("and nothing else: whoever sends fields believes they do something", async () => {
    expect(await outcome('{"at":"2026-10-01"}', asJson)).toBe("invalid_body");
    expect(await outcome("at=2026-10-01", { "content-type": "application/x-www-form-urlencoded" })).toBe(
      "unsupported_media_type",
    );
    expect(await outcome(" ".repeat(65_537), asJson)).toBe("body_too_large");
  });
});

test("whatever is sent is read or refused, and what is read is as the schema has it", async () => {
  const field = fc.constantFrom("name", "client_id", "repository", "labels", "state", "urgent", "place", "x");
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string(), fc.integer(), fc.constant(null));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(field, value), async (body) => {
      const read = await reading(JSON.stringify({ ...good, ...body }));
      if (Array.isArray(read)) expect(read.slice(0, 2)).toEqual(["invalid", "invalid_body"]);
      else expect(read).toEqual(JSON.parse(JSON.stringify({ ...good, ...body })));
    }),
    { numRuns: 500 },
  );
});
