import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Problem } from "../../server/errors.ts";
import { startApp, type TestApp } from "../support/app.ts";

let svc: TestApp;
let token: string;
beforeAll(async () => {
  svc = await startApp();
  token = await svc.tokenFor("ada");
});
afterAll(() => svc.stop());

/** Every error is a problem of RFC 9457 with a code, what to do, and the id of the request (D26). */
async function problemOf(response: Response, status: number, code: string): Promise<Problem> {
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  const problem = (await response.json()) as Problem;
  expect(problem).toMatchObject({ status, code, type: `/docs/errors#${code}` });
  expect(problem.title.length).toBeGreaterThan(0);
  expect(problem.detail.length).toBeGreaterThan(0);
  expect(problem.request_id).toBe(response.headers.get("x-request-id")!);
  return problem;
}

const request = (method: string, path: string, init: RequestInit = {}) =>
  svc.send(new Request(`http://localhost${path}`, { method, ...init }));
const bearer = () => ({ authorization: `Bearer ${token}` });

describe("routes", () => {
  test("an unknown one is not found", async () => {
    await problemOf(await request("GET", "/api/v1/nothing", { headers: bearer() }), 404, "not_found");
    await problemOf(await request("GET", "/nothing"), 404, "not_found");
  });

  test("a method that a route does not answer is refused with those that it does", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await request(method, "/api/v1/time-entries", { headers: bearer() });
      expect(response.headers.get("allow")).toBe("GET, HEAD");
      await problemOf(response, 405, "method_not_allowed");
    }
    expect((await request("GET", "/webhooks/github")).headers.get("allow")).toBe("POST");
  });

  test("HEAD is answered as GET, without the body", async () => {
    const response = await request("HEAD", "/api/v1/time-entries", { headers: bearer() });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("");
  });

  test("a path that only looks like one to a guard is none", async () => {
    for (const path of [
      "//api/v1/time-entries",
      "/API/v1/time-entries",
      "/%61pi/v1/time-entries",
      "/x/api/v1/time-entries",
    ]) {
      expect([path, (await request("GET", path)).status]).toEqual([path, 404]);
    }
  });
});

describe("who asks without a token that works learns nothing", () => {
  test.each([
    ["nothing", undefined],
    ["another scheme", "Basic YWRhOmFkYQ=="],
    ["an unknown token", `Bearer svc_${"A".repeat(43)}`],
    ["a malformed one", "Bearer svc_short"],
  ])("%s: 401 with WWW-Authenticate, before any parameter is looked at", async (_, authorization) => {
    const response = await request("GET", "/api/v1/time-entries?lable=x", {
      headers: authorization ? { authorization } : {},
    });
    expect(response.headers.get("www-authenticate")).toStartWith('Bearer realm="svc"');
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain("lable");
  });

  test("a cookie is no credential here", async () => {
    const response = await request("GET", "/api/v1/time-entries", {
      headers: { cookie: `svc_session=${token}` },
    });
    expect(response.status).toBe(401);
  });
});

describe("a typing error never widens a report", () => {
  const cases: [string, string, string][] = [
    ["?lable=wbso:dev", "lable", "Did you mean label?"],
    ["?label-prefix=wbso:", "label-prefix", "Did you mean label_prefix?"],
    ["?form=2026-10-01", "form", "Did you mean from?"],
    ["?LABEL=x", "LABEL", "Did you mean label?"],
    ["?label_prefix=", "label_prefix", "empty"],
    ["?label_prefix=a&label_prefix=b", "label_prefix", "once"],
    ["?from=2026-10-01&from=2026-10-02", "from", "once"],
    ["?from=2026-02-30", "from", "day of the calendar"],
    ["?from=01-10-2026", "from", "YYYY-MM-DD"],
    ["?to=2026-1-1", "to", "YYYY-MM-DD"],
    ["?to=", "to", "YYYY-MM-DD"],
    ["?from=2026-10-02&to=2026-10-01", "from", "after"],
    ["?limit=0", "limit", "1 to 1000"],
    ["?limit=1001", "limit", "1 to 1000"],
    ["?limit=1e2", "limit", "1 to 1000"],
    ["?limit=0x10", "limit", "1 to 1000"],
    ["?limit=-1", "limit", "1 to 1000"],
    ["?limit=%2010", "limit", "1 to 1000"],
    ["?cursor=nonsense", "cursor", "not made here"],
    ["?label=a%00b", "label", "character"],
    [`?label=${"x".repeat(1025)}`, "label", "1024"],
    ["?__proto__=x", "__proto__", "Accepted are"],
    ["?page=2", "page", "Accepted are"],
  ];
  test.each(cases)("%s", async (query, name, hint) => {
    for (const list of ["time-entries", "plans"]) {
      const problem = await problemOf(
        await request("GET", `/api/v1/${list}${query}`, { headers: bearer() }),
        422,
        "invalid_query",
      );
      expect(problem.errors!.map((error) => error.name)).toEqual([name]);
      expect(problem.detail).toContain(hint);
    }
  });

  test("all that is wrong is said at once", async () => {
    const response = await request("GET", "/api/v1/time-entries?lable=x&from=x&limit=x", {
      headers: bearer(),
    });
    const problem = await problemOf(response, 422, "invalid_query");
    expect(problem.errors!.map((error) => error.name).sort()).toEqual(["from", "lable", "limit"]);
  });

  test("a cursor of one list is refused by another", async () => {
    const issue = svc.github.issue("acme/web", { labels: ["a:1"] });
    await svc.github.comment(issue, "ada", "/log 1h\n/log 2h");
    const { next_cursor: cursor } = (await (
      await svc.api("/time-entries?label=a:1&limit=1", token)
    ).json()) as { next_cursor: string };
    expect((await svc.api(`/time-entries?label=a:1&limit=1&cursor=${cursor}`, token)).status).toBe(200);
    for (const other of ["/time-entries?limit=1", "/time-entries?label=a:2", "/plans?label=a:1"]) {
      const path = `${other}&cursor=${cursor}`;
      const problem = await problemOf(await svc.api(path, token), 422, "invalid_query");
      expect(problem.errors![0]!.code).toBe("cursor_mismatch");
    }
  });
});

test("a label that is markup leaves as text that no page can take for markup", async () => {
  const issue = svc.github.issue("acme/web", { labels: ["<script>alert(1)</script>"] });
  await svc.github.comment(issue, "ada", "/log 1h");
  const text = await (await svc.api("/time-entries?label=%3Cscript%3Ealert(1)%3C%2Fscript%3E", token)).text();
  expect(text).not.toContain("<");
  expect((JSON.parse(text) as { data: { labels: string[] }[] }).data[0]!.labels).toEqual([
    "<script>alert(1)</script>",
  ]);
});

test("what breaks inside says nothing of the inside, and the log has it under the same id", async () => {
  const broken = await startApp({ shared: svc });
  broken.app.get("/breaks", () => {
    throw new Error("select secret from tokens");
  });
  const response = await broken.send(new Request("http://localhost/breaks"));
  const problem = await problemOf(response, 500, "internal_error");
  expect(JSON.stringify(problem)).not.toContain("secret");
  expect(
    broken.logged.some((line) => line.includes(problem.request_id) && line.includes("select secret")),
  ).toBe(true);
  await broken.stop();
});

test("no log line of all this holds a token", () => {
  expect(svc.logged.join("")).not.toMatch(/svc_[A-Za-z0-9_-]{43}/);
});
