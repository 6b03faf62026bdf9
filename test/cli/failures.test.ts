import { describe, expect, test } from "bun:test";
import { csvHeader } from "../../server/entries/csv/csv.ts";
import { aToken, memoryFiles, anEntry, type Answers, page, problem, svc, csvAnswer } from "./running.ts";

const host = "http://localhost:3000";
const request = "  Request ID 01JDREQ\n";
const html = (status: number) =>
  new Response("<h1>hello</h1>", { status, headers: { "content-type": "text/html; charset=utf-8" } });
const coded = (code: string) => Object.assign(new TypeError(`${code}: of fetch`), { code });
const json = (body: unknown) => [Response.json(body)];
const two = [anEntry({ id: 2 }), anEntry({ id: 1 })];
const notWhole =
  "  Hours may have been logged or corrected meanwhile. Nothing was printed; run the command again\n";
const unknownForm = `error: ${host} answered in a form that this svc does not know
  Check the address (--host or SVC_HOST); if it is right, install the svc that belongs to that server\n`;

const failures: Record<string, [answers: Answers, code: number, stderr: string]> = {
  "a token that was revoked": [
    [problem(401, "invalid_token", "This token does not work.")],
    4,
    `error: the token in SVC_TOKEN does not work for ${host}, or no longer (401 invalid_token)\n  Make another at ${host}/admin/tokens, and put it in SVC_TOKEN\n${request}`,
  ],
  "something that is not allowed": [
    [problem(403, "forbidden", "Only admins may do that.")],
    4,
    `error: Only admins may do that (403 forbidden)\n${request}`,
  ],
  "something that does not exist": [
    [problem(404, "not_found", "There is nothing here.")],
    5,
    `error: There is nothing here (404 not_found)\n${request}`,
  ],
  "a filter that the server refuses": [
    [problem(422, "invalid_query", "label is too long. Shorten it.")],
    2,
    `error: label is too long. Shorten it (422 invalid_query)\n${request}`,
  ],
  "a request that the server cannot read": [
    [problem(400, "malformed", "Send one header.")],
    2,
    `error: Send one header (400 malformed)\n${request}`,
  ],
  "too many requests": [
    [problem(429, "too_many", "Too many requests.", { "retry-after": "30" })],
    6,
    `error: Too many requests (429 too_many)\n  Try again in 30 s\n${request}`,
  ],
  "a server that is busy and says so itself": [
    [problem(503, "busy", "Busy just now. Try again in 2 s.", { "retry-after": "2" })],
    6,
    `error: Busy just now. Try again in 2 s (503 busy)\n${request}`,
  ],
  "a server that is down for a while": [
    [
      problem(503, "unavailable", "The database is away.", {
        "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT",
      }),
    ],
    6,
    `error: The database is away (503 unavailable)\n  Try again in a moment\n${request}`,
  ],
  "a mistake in the server": [
    [problem(500, "internal", "Something went wrong on our side.")],
    1,
    `error: Something went wrong on our side (500 internal)\n${request}`,
  ],
  "a proxy without a server behind it": [
    [html(502)],
    6,
    `error: ${host} answered with a web page (502), not as svc does\n  Check the address (--host or SVC_HOST), and any proxy or sign-in page before it\n`,
  ],
  "a web page in place of the list": [
    [html(200)],
    1,
    `error: ${host} answered with a web page (200), not as svc does\n  Check the address (--host or SVC_HOST), and any proxy or sign-in page before it\n`,
  ],
  "JSON of somebody else's refusal": [
    [Response.json({ error: "nope" }, { status: 404 })],
    5,
    `error: ${host} answered with application/json (404), not as svc does\n  Check the address (--host or SVC_HOST), and any proxy or sign-in page before it\n`,
  ],
  "an answer without a type": [
    [new Response(new Uint8Array([1, 2]))],
    1,
    `error: ${host} answered with something unreadable (200), not as svc does\n  Check the address (--host or SVC_HOST), and any proxy or sign-in page before it\n`,
  ],
  "a sign-in page elsewhere": [
    [new Response(null, { status: 302, headers: { location: "https://login.example.com/?next=x" } })],
    1,
    `error: ${host} sends requests on to https://login.example.com (302), and your token was kept back\n  Set --host or SVC_HOST to the address on which svc itself answers\n`,
  ],
  "a redirect within the host": [
    [new Response(null, { status: 308, headers: { location: "/hours/api" } })],
    1,
    `error: ${host} sends requests on to another page (308), and your token was kept back\n  Set --host or SVC_HOST to the address on which svc itself answers\n`,
  ],
  "a server that is not there": [
    [coded("ECONNREFUSED")],
    6,
    `error: cannot reach ${host}: nothing listens there\n  Is svc running there? Start it, or name another server with --host or SVC_HOST\n`,
  ],
  "a certificate that nobody vouches for": [
    [coded("DEPTH_ZERO_SELF_SIGNED_CERT")],
    6,
    `error: cannot reach ${host}: its certificate is not trusted\n  Have the certificate renewed, or trust its issuer with NODE_EXTRA_CA_CERTS=FILE\n`,
  ],
  "a failure to connect that has no words yet": [
    [coded("EWEIRD")],
    6,
    `error: cannot reach ${host}: EWEIRD\n  Is svc running there? Start it, or name another server with --host or SVC_HOST\n`,
  ],
};

describe.each(Object.entries(failures))("%s", (_name, [answers, code, stderr]) => {
  test.each<{ argv: string[]; tty: boolean }>([
    { argv: ["entries"], tty: false },
    { argv: ["entries"], tty: true },
    { argv: ["plans", "--csv"], tty: false },
    { argv: ["entries", "--json"], tty: false },
  ])("$argv (terminal: $tty) prints nothing but what is wrong", async ({ argv, tty }) => {
    const ran = await svc(argv, answers, { tty });
    expect({ code: ran.code, stdout: ran.stdout, stderr: ran.stderr }).toEqual({ code, stdout: "", stderr });
    expect(stderr.split("\n").length - 1).toBeLessThanOrEqual(3);
  });
});

const ofPages: typeof failures = {
  "an answer that breaks off": [
    [brokenOffAfter('{"data":[')],
    3,
    `error: the answer of ${host} broke off\n  Nothing was printed. Run the command again\n`,
  ],
  "an answer that ends too soon in good order": [
    [new Response('{"data":[', { headers: { "content-type": "application/json" } })],
    3,
    `error: the answer of ${host} broke off\n  Nothing was printed. Run the command again\n`,
  ],
  "a second page that is refused": [
    [
      page(two, { next_cursor: "next", totals: { entries: 3, minutes: 270 } }),
      problem(500, "internal", "Oops."),
    ],
    1,
    `error: Oops (500 internal)\n${request}`,
  ],
  "fewer rows than the server counts": [
    [page(two, { totals: { entries: 3, minutes: 270 } })],
    3,
    `error: the list is not whole: 2 entries came, where the server counts 3\n${notWhole}`,
  ],
  "more rows than the server counts": [
    [page(two, { totals: { entries: 1, minutes: 90 } })],
    3,
    `error: the list is not whole: 2 entries came, where the server counts 1\n${notWhole}`,
  ],
  "rows that add up to something else": [
    [page(two, { totals: { entries: 2, minutes: 200 } })],
    3,
    `error: the list is not whole: the entries add up to 180 minutes, where the server counts 200\n${notWhole}`,
  ],
  "pages that go round in a circle": [
    [page(two, { next_cursor: "same", totals: { entries: 5, minutes: 450 } })],
    3,
    `error: the list is not whole: 6 of 5 entries came, and more are said to follow\n${notWhole}`,
  ],
  "empty pages without end": [
    [page([], { next_cursor: "same", totals: { entries: 5, minutes: 450 } })],
    3,
    `error: the list is not whole: 0 of 5 entries came, and more are said to follow\n${notWhole}`,
  ],
  "a list of another form": [json({ data: [], totals: { entries: 0, minutes: 0 } }), 1, unknownForm],
  "a list of nothing known": [
    json({ data: [{ id: 1 }], next_cursor: null, totals: { entries: 1, minutes: 1 } }),
    1,
    unknownForm,
  ],
  "labels that are null": [[page([anEntry({ labels: null as unknown as string[] })])], 1, unknownForm],
  "no list at all": [json(null), 1, unknownForm],
};

describe.each(Object.entries(ofPages))("in pages: %s", (_name, [answers, code, stderr]) => {
  test.each<{ argv: string[]; tty: boolean }>([
    { argv: ["entries"], tty: true },
    { argv: ["plans", "--csv", "-L", "50"], tty: false },
    { argv: ["entries", "--json", "-L", "50"], tty: false },
  ])("$argv (terminal: $tty) prints nothing but what is wrong", async ({ argv, tty }) => {
    const ran = await svc(argv, answers, { tty });
    expect({ code: ran.code, stdout: ran.stdout, stderr: ran.stderr }).toEqual({ code, stdout: "", stderr });
  });
});

const untilGivenUp = (request: Request) =>
  new Promise<never>((_, reject) => {
    request.signal.addEventListener("abort", () => reject(request.signal.reason));
  });

test.each<[string, Answers, tty: boolean]>([
  ["does not answer in time", [untilGivenUp], false],
  ["does not answer in time", [untilGivenUp], true],
  ["begins an answer and does not end it in time", [halfAnAnswer], false],
  ["begins an answer and does not end it in time", [halfAnAnswer], true],
])("a server that %s is given up", async (_name, answers, tty) => {
  const ran = await svc(["entries"], answers, { timeout: 50, tty });
  expect(ran).toMatchObject({
    code: 6,
    stdout: "",
    stderr: `error: ${host} did not answer within 0.05 s\n  Try again in a moment\n`,
  });
});

test("what the server says is shown on the terminal, not obeyed", async () => {
  const ran = await svc(
    ["entries"],
    [problem(422, "bad\x1b[2J", "First\nsecond \x1b]0;owned\x07\u202e\u009b31m.")],
  );
  expect(ran.stderr).toBe(
    String.raw`error: First\nsecond \x1b]0;owned\x07\u202e\x9b31m (422 bad\x1b[2J)` + `\n${request}`,
  );
});

test("a token is not repeated, whatever the server says", async () => {
  const ran = await svc(["entries"], [problem(400, "odd", `You sent Bearer ${aToken}.`)]);
  expect(ran.stderr).toBe(`error: You sent Bearer svc_… (400 odd)\n${request}`);
});

test("a token from a file that no longer works is told with the file's name", async () => {
  const ran = await svc(["entries"], [problem(401, "invalid_token", "No.")], {
    env: { SVC_TOKEN_FILE: "/run/token" },
    files: memoryFiles({ "/run/token": aToken }),
  });
  expect(ran.stderr).toStartWith(`error: the token in /run/token does not work for ${host}, or no longer`);
});

test("without a token nothing is asked", async () => {
  const ran = await svc(["entries"], [], { env: {} });
  expect(ran).toMatchObject({
    code: 4,
    stdout: "",
    stderr: `error: no token for ${host}\n  Log in with: svc auth login --host ${host}\n`,
    requests: [],
  });
});

function brokenOffAfter(text: string): () => Response {
  return () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        controller.error(coded("ECONNRESET"));
      },
    });
    return new Response(body, { headers: { "content-type": "application/json" } });
  };
}

function halfAnAnswer(request: Request): Response {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(
        new TextEncoder().encode(request.url.includes("format=csv") ? csvHeader : '{"data":['),
      );
      await untilGivenUp(request).catch((reason: unknown) => controller.error(reason));
    },
  });
  return request.url.includes("format=csv")
    ? csvAnswer(body, { entries: 2, minutes: 180 })
    : new Response(body, { headers: { "content-type": "application/json" } });
}
