import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { AppError } from "../server/errors.ts";
import { readForm } from "../server/form-body.ts";

type Body = NonNullable<RequestInit["body"]>;

const asForm = { "content-type": "application/x-www-form-urlencoded" };

function sent(body: Body | undefined, headers: Record<string, string> = asForm): Request {
  return new Request("http://localhost/", { method: "POST", headers, ...(body !== undefined && { body }) });
}

/** The fields that were read, or kind and code of the refusal. */
async function reading(body: Body | undefined, headers?: Record<string, string>): Promise<unknown> {
  try {
    return await readForm(sent(body, headers), ["label", "nonce"]);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.message.length).toBeGreaterThan(20);
    return [error.kind, error.code];
  }
}

const strange = ["invalid", "strange_form"];
const unreadable = ["invalid", "unreadable_text"];
const noForm = ["unsupportedMediaType", "not_a_form"];
const tooLarge = ["tooLarge", "body_too_large"];

describe("reads the fields of the form", () => {
  const forms: [string, string, object][] = [
    ["both", "label=laptop&nonce=1", { label: "laptop", nonce: "1" }],
    ["in another order", "nonce=1&label=laptop", { label: "laptop", nonce: "1" }],
    ["one that is empty", "label=&nonce=1", { label: "", nonce: "1" }],
    ["one that is not there as empty", "nonce=1", { label: "", nonce: "1" }],
    ["none", "", { label: "", nonce: "" }],
    ["spaces and signs", "label=a+b%20c%2Bd%26e%3D%25&nonce=", { label: "a b c+d&e=%", nonce: "" }],
    ["every script", "label=%C3%BC%F0%9F%99%82", { label: "ü🙂", nonce: "" }],
    ["lines, as a text area sends them", "label=a%0D%0Ab", { label: "a\r\nb", nonce: "" }],
    ["a percent sign that escapes nothing", "label=100%", { label: "100%", nonce: "" }],
    ["the same field in no other spelling", "label=a&&nonce=b&", { label: "a", nonce: "b" }],
  ];
  test.each(forms)("%s: %s", async (_, body, fields) => expect(await reading(body)).toEqual(fields));

  test("without a body, as a button alone sends it", async () => {
    expect(await reading(undefined)).toEqual({ label: "", nonce: "" });
    expect(await reading(undefined, {})).toEqual({ label: "", nonce: "" });
  });

  test.each(["Application/X-WWW-Form-Urlencoded", "application/x-www-form-urlencoded;charset=UTF-8"])(
    "sent as %s",
    async (type) =>
      expect(await reading("label=a", { "content-type": type })).toEqual({ label: "a", nonce: "" }),
  );

  test("whatever a person types comes back as it was", async () => {
    const text = fc
      .string({ unit: "grapheme" })
      .filter((typed) => !/[\0\uFFFD]/.test(typed) && typed.isWellFormed());
    await fc.assert(
      fc.asyncProperty(text, text, async (label, nonce) => {
        expect(await reading(String(new URLSearchParams({ label, nonce })))).toEqual({ label, nonce });
      }),
    );
  });
});

describe("anything but a form is 415, and is not read", () => {
  const types: [string, Record<string, string>][] = [
    ["JSON", { "content-type": "application/json" }],
    ["a form with files in it", { "content-type": "multipart/form-data; boundary=x" }],
    ["text, which a page elsewhere may send", { "content-type": "text/plain" }],
    ["nothing", {}],
    ["something that begins like it", { "content-type": "application/x-www-form-urlencoded-not" }],
    ["two at once", { "content-type": "application/json, application/x-www-form-urlencoded" }],
  ];
  test.each(types)("%s", async (_, headers) => {
    const { stream, counted } = counting(100);
    expect(await reading(stream, headers)).toEqual(noForm);
    expect(counted.chunks).toBe(0);
    for (const body of [
      '{"label":"a"}',
      '--x\r\ncontent-disposition: form-data; name="label"\r\n\r\na\r\n--x--',
    ]) {
      expect(await reading(new TextEncoder().encode(body), headers)).toEqual(noForm);
    }
  });
});

describe("more than 64 KiB are 413", () => {
  const filled = (length: number) => "label=".padEnd(length, "x");

  test("to the byte", async () => {
    expect(await reading(filled(65_536))).toEqual({ label: "x".repeat(65_530), nonce: "" });
    expect(await reading(filled(65_537))).toEqual(tooLarge);
  });

  test("by their own word, without being read", async () => {
    const request = sent("label=a", { ...asForm, "content-length": "65537" });
    expect(await readForm(request, ["label"]).catch((error: unknown) => error)).toMatchObject({
      kind: "tooLarge",
    });
    expect(request.bodyUsed).toBe(false);
  });

  test("counted while they arrive, where nothing was said of their length, and no further", async () => {
    const { stream, counted } = counting(1_000_000);
    expect(await reading(stream)).toEqual(tooLarge);
    expect(counted.cancelled).toBe(true);
    expect(counted.chunks).toBeLessThan(10);
  });

  test("counted where less was said than comes", async () => {
    const { stream } = counting(100);
    expect(await reading(stream, { ...asForm, "content-length": "10" })).toEqual(tooLarge);
  });

  test("over a connection in chunks: the answer comes while the rest is still to be sent", async () => {
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (request) =>
        readForm(request, ["label"]).then(
          () => new Response("read"),
          (error: AppError) => new Response(error.code),
        ),
    });
    const answered = Promise.withResolvers<string>();
    let answer = "";
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port: server.port!,
      socket: {
        data(_, bytes) {
          answer += bytes.toString();
          if (answer.includes("body_too_large")) answered.resolve(answer);
        },
      },
    });
    socket.write(
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n",
    );
    // Five chunks of 16 KiB, and no last one: what is sent is not a whole request.
    for (let n = 0; n < 5; n++) socket.write(`4000\r\n${"x".repeat(16_384)}\r\n`);
    expect(await answered.promise).toStartWith("HTTP/1.1 200");
    socket.end();
    await server.stop(true);
  });
});

describe("what our forms never send is 422", () => {
  const bodies: [string, string, unknown][] = [
    ["an unknown field", "label=a&admin=true", strange],
    ["an unknown field alone", "x", strange],
    ["another case", "Label=a", strange],
    ["a field of a list", "label[]=a", strange],
    ["a field within a field", "label[x]=a", strange],
    ["a name from the prototype of objects", "__proto__=a", strange],
    ["a name with a space", "label+=a", strange],
    ["no name", "=a", strange],
    ["a field twice", "label=a&label=b", strange],
    ["a field twice, the same", "nonce=a&label=x&nonce=a", strange],
    ["JSON that says it is a form", '{"label":"a"}', strange],
    ["a semicolon that parts nothing", "a;label=a", strange],
    ["NUL", "label=a%00b", unreadable],
    ["NUL in a name", "label%00=a", strange],
    ["escapes that are no UTF-8", "label=%FF", unreadable],
    ["half a character", "label=%C3", unreadable],
    ["half a pair", "label=%ED%A0%80", unreadable],
    ["a character that stands for a broken one", "label=%EF%BF%BD", unreadable],
  ];
  test.each(bodies)("%s: %s", async (_, body, refusal) => expect(await reading(body)).toEqual(refusal));

  test.each([[[0xff]], [[0x00]], [[0xc3, 0x28]], [[0xed, 0xa0, 0x80]]])("the bytes %p", async (bytes) => {
    const body = new Uint8Array([...new TextEncoder().encode("label="), ...bytes]);
    expect(await reading(body)).toEqual(unreadable);
  });

  test("and the field that cannot be stored is named", async () => {
    const refusal = await readForm(sent("label=%00"), ["label"]).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ problems: [{ in: "body", name: "label", code: "unreadable" }] });
    expect((refusal as AppError).message).toContain("“label”");
  });

  test("however many fields there are, it is said at once", async () => {
    const start = performance.now();
    expect(await reading("x&".repeat(32_000))).toEqual(strange);
    expect(await reading("label&".repeat(10_000))).toEqual(strange);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});

test("a form that breaks off is 400, and not a failure of ours", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull(stream) {
      stream.enqueue(new TextEncoder().encode("label=a"));
      stream.error(new Error("connection reset"));
    },
  });
  expect(await reading(broken)).toEqual(["malformed", "malformed_body"]);
});

test("any bytes are fields of the form or a refusal", async () => {
  const piece = fc.constantFrom("label", "nonce", "=", "&", "%00", "%ff", "+", "é", "\0", "x", "%");
  const body = fc.oneof(
    fc.uint8Array(),
    fc.array(piece).map((pieces) => new TextEncoder().encode(pieces.join(""))),
  );
  await fc.assert(
    fc.asyncProperty(body, async (bytes) => {
      const outcome = await reading(new Uint8Array(bytes));
      if (!Array.isArray(outcome)) expect(Object.keys(outcome as object)).toEqual(["label", "nonce"]);
    }),
  );
});

/** So many chunks of 16 KiB, begun only when they are asked for. */
function counting(chunks: number) {
  const counted = { chunks: 0, cancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(new Uint8Array(16_384).fill(120));
        if (++counted.chunks === chunks) controller.close();
      },
      cancel: () => void (counted.cancelled = true),
    },
    { highWaterMark: 0 },
  );
  return { stream, counted };
}
