import { describe, expect, test } from "bun:test";
import { aToken, memoryFiles, problem, svc } from "./running.ts";

const list = (data: unknown[], next: string | null = null) => Response.json({ data, next_cursor: next });
const broken = () => new Response('{"data":[', { headers: { "content-type": "application/json" } });

describe("a path", () => {
  const paths: [argv: string[], call: string][] = [
    [["me"], "GET /api/v1/me"],
    [["/me"], "GET /api/v1/me"],
    [["/api/v1/me"], "GET /api/v1/me"],
    [["time-entries?limit=1"], "GET /api/v1/time-entries?limit=1"],
    [
      ["time-entries", "-f", "label=a,b", "-f", "label=c=d"],
      "GET /api/v1/time-entries?label=a%2Cb&label=c%3Dd",
    ],
    [["clients", "-X", "POST", "-f", "name=Acme"], 'POST /api/v1/clients {"name":"Acme"}'],
    [
      ["x", "-X", "PATCH", "-f", "n=12", "-f", "b=true", "-f", 't="12"'],
      'PATCH /api/v1/x {"n":12,"b":true,"t":"12"}',
    ],
    [["x", "-X", "POST", "-f", "labels=a", "-f", "labels=[b"], 'POST /api/v1/x {"labels":["a","[b"]}'],
    [["x", "--input", "-"], 'POST /api/v1/x {"from":"stdin"}'],
    [["x", "--input", "/body.json"], 'POST /api/v1/x {"from":"file"}'],
    [["clients/3", "-X", "DELETE"], "DELETE /api/v1/clients/3"],
  ];
  test.each(paths)("%p is one request", async (argv, call) => {
    const around = { input: '{"from":"stdin"}', files: memoryFiles({ "/body.json": '{"from":"file"}' }) };
    const ran = await svc(["api", ...argv], [Response.json({ fine: true })], around);
    expect(ran).toMatchObject({ code: 0, stdout: '{"fine":true}\n', stderr: "", calls: [call] });
    expect(ran.headers[0]!.get("authorization")).toBe(`Bearer ${aToken}`);
  });

  test.each([
    "https://evil.example/x",
    "//evil.example/x",
    "///evil.example/x",
    "../../admin",
    "..\\..\\admin",
    "javascript:x",
    "me#top",
    "/api/v1//evil.example",
  ])("%p is refused, and nothing is sent", async (path) => {
    const ran = await svc(["api", path]);
    expect(ran).toMatchObject({ code: 2, stdout: "", requests: [] });
    expect(ran.stderr).toContain("is not a path of the API\n  Write it like time-entries or clients/3");
  });

  test.each<[string[], string]>([
    [
      ["x", "-f", "name"],
      'error: --field "name" has no name and value\n  Write it as name=value, e.g. -f name=Acme\n',
    ],
    [["x", "-X", "POST", "--paginate"], "error: --paginate is for GET\n  Leave one of them out\n"],
    [
      ["x", "-X", "GET", "--input", "-"],
      "error: a GET has no body, and --input is one\n  Leave one of them out\n",
    ],
    [
      ["x", "--input", "-", "-f", "a=b"],
      "error: --input and --field both say what the body is\n  Leave one of them out\n",
    ],
    [
      ["x", "--input", "/none"],
      "error: /none cannot be read (ENOENT)\n  Give --input a file, or - for standard input\n",
    ],
  ])("%p is refused", async (argv, stderr) => {
    expect(await svc(["api", ...argv])).toMatchObject({ code: 2, stdout: "", stderr, requests: [] });
  });
});

describe("an answer", () => {
  test("is printed as it is in a pipe, and indented and harmless on a terminal", async () => {
    const text = '{"label":"\x9b31m","n":[1]}';
    const answer = new Response(text, { headers: { "content-type": "application/json" } });
    expect((await svc(["api", "x"], [answer])).stdout).toBe(`${text}\n`);
    expect((await svc(["api", "x"], [answer], { tty: true })).stdout).toBe(
      '{\n  "label": "\\u009b31m",\n  "n": [\n    1\n  ]\n}\n',
    );
    const plain = new Response("id\r\n\x1b[2J\r\n", { headers: { "content-type": "text/csv" } });
    expect((await svc(["api", "x"], [plain], { tty: true })).stdout).toBe("id\n\\x1b[2J\n");
  });

  test("that is empty prints nothing", async () => {
    const ran = await svc(["api", "x", "-X", "DELETE"], [new Response(null, { status: 204 })]);
    expect(ran).toMatchObject({ code: 0, stdout: "", stderr: "" });
  });

  test("that refuses is printed, told, and ends with its code", async () => {
    const ran = await svc(["api", "x"], [problem(409, "name_taken", "There is one.")]);
    expect(JSON.parse(ran.stdout)).toMatchObject({ code: "name_taken" });
    expect(ran).toMatchObject({
      code: 2,
      stderr: "error: There is one (409 name_taken)\n  Request ID 01JDREQ\n",
    });
  });
});

describe("with --paginate", () => {
  test("the rows of all pages are one array", async () => {
    const ran = await svc(
      ["api", "labels", "--paginate", "-f", "prefix=a"],
      [list([{ a: 1 }, { a: 2 }], "c/+"), list([{ a: "\u202e" }])],
    );
    expect(ran).toMatchObject({ code: 0, stdout: '[\n{"a":1},\n{"a":2},\n{"a":"\\u202e"}\n]\n', stderr: "" });
    expect(ran.calls).toEqual(["GET /api/v1/labels?prefix=a", "GET /api/v1/labels?prefix=a&cursor=c%2F%2B"]);
    expect((await svc(["api", "labels", "--paginate"], [list([])])).stdout).toBe("[]\n");
  });

  test.each<[string, Parameters<typeof svc>[1], code: number, told: string]>([
    [
      "a page that breaks off",
      [list([1], "next"), broken()],
      3,
      "the answer of http://localhost:3000 broke off",
    ],
    [
      "a page that is refused",
      [list([1], "next"), problem(500, "internal", "Oops.")],
      1,
      "Oops (500 internal)",
    ],
    ["pages in a circle", [list([1], "same")], 3, "http://localhost:3000 gives the same page twice"],
    ["what is no list", [Response.json({ id: 1 })], 2, "this answer is not a list"],
    ["null", [Response.json(null)], 2, "this answer is not a list"],
  ])("%s prints nothing but what is wrong", async (_name, answers, code, told) => {
    const ran = await svc(["api", "labels", "--paginate"], answers);
    expect(ran).toMatchObject({ code, stdout: "" });
    expect(ran.stderr).toStartWith(`error: ${told}\n`);
  });
});
