import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { sealCursor } from "../../server/cursor.ts";
import { bodies, bodiless, startUnchanged } from "./writes.ts";

let api: Awaited<ReturnType<typeof startUnchanged>>;
beforeAll(async () => {
  api = await startUnchanged();
});
afterAll(() => api.stop());

describe("every address is read strictly", () => {
  test("a query parameter where none is known is refused, also beside a good body", async () => {
    const all: [string, string, unknown][] = [
      ...bodies,
      ...bodiless.map(([m, p]) => [m, p, undefined] as [string, string, unknown]),
      ["GET", "/clients/1", undefined],
      ["GET", "/label-mappings/1", undefined],
      ["GET", "/me", undefined],
    ];
    for (const [method, path, body] of all) {
      const answer = await api.ask(method, `${path}?dry_run=1`, body);
      expect([method, path, answer.status, answer.body.code]).toEqual([method, path, 422, "invalid_query"]);
      expect(answer.body.errors).toMatchObject([{ in: "query", name: "dry_run", code: "unknown" }]);
    }
  });

  const ids = [
    "0",
    "-1",
    "1.0",
    "01",
    "+1",
    "1e0",
    "0x1",
    "%201",
    "1%00",
    "%zz",
    "2147483648",
    "9".repeat(40),
    "acme",
    "１",
  ];
  test.each(ids)("%s is no id", async (id) => {
    for (const [method, path, body] of [
      ["GET", `/clients/${id}`],
      ["PATCH", `/clients/${id}`, { name: "x" }],
      ["POST", `/clients/${id}/deactivation`],
      ["POST", `/clients/${id}/reactivation`],
      ["GET", `/label-mappings/${id}`],
      ["DELETE", `/label-mappings/${id}`],
    ] as [string, string, unknown?][]) {
      const answer = await api.ask(method, path, body);
      expect([path, answer.status, answer.body.code]).toEqual([path, 422, "invalid_path"]);
      expect(answer.body.errors).toMatchObject([{ in: "path", name: "id" }]);
    }
  });

  test("an id that there is none of is 404 that names what is missing", async () => {
    for (const path of ["/clients/2147483647", "/label-mappings/2147483647"]) {
      const { status, body } = await api.ask("GET", path);
      expect([status, body.code]).toEqual([
        404,
        path.startsWith("/c") ? "client_not_found" : "mapping_not_found",
      ]);
      expect(body.detail).toContain("2147483647");
    }
  });

  const queries: [string, string, string][] = [
    ["/clients?stauts=active", "stauts", "Did you mean status?"],
    ["/clients?status=activ", "status", "Did you mean active?"],
    ["/clients?status=", "status", "active or deactivated or all"],
    ["/clients?status=active&status=all", "status", "once"],
    ["/clients?limit=0", "limit", "1 to 1000"],
    ["/clients?limit=1e2", "limit", "1 to 1000"],
    ["/clients?cursor=", "cursor", "not made here"],
    ["/clients?cursor=nonsense", "cursor", "not made here"],
    ["/clients?name=Acme", "name", "Accepted are"],
    ["/label-mappings?label_pattern=a", "label_pattern", "Accepted are"],
    ["/label-mappings?labels=a", "labels", "Did you mean label?"],
    ["/label-mappings?label=a&label=b", "label", "once"],
    ["/label-mappings?label=a%00", "label", "cannot be stored"],
    [`/label-mappings?label=${"x".repeat(1025)}`, "label", "1024"],
    ["/label-mappings?client_id=none", "client_id", "whole number"],
    ["/label-mappings?client_id=2147483648", "client_id", "whole number"],
    ["/label-mappings?client_id=1&client_id=2", "client_id", "once"],
    ["/label-mappings?repository=acme", "repository", "owner/repo"],
    ["/label-mappings?repository=", "repository", "owner/repo"],
    ["/label-mappings?limit=1001", "limit", "1 to 1000"],
  ];
  test.each(queries)("%s", async (path, name, hint) => {
    const { status, body } = await api.ask("GET", path);
    expect([status, body.code, body.errors!.map((problem) => problem.name)]).toEqual([
      422,
      "invalid_query",
      [name],
    ]);
    expect(body.detail).toContain(hint);
  });

  test("a cursor made by hand with an id that cannot be is refused", async () => {
    for (const place of [[2_147_483_648], [0], ["1"], [], [1, 1]]) {
      const { status, body } = await api.ask("GET", `/clients?cursor=${sealCursor(place, "clients all")}`);
      expect([place, status, body.errors?.[0]?.code]).toEqual([place, 422, "unreadable"]);
    }
  });
});

test("HEAD works where GET does, and another method is 405 with those that do", async () => {
  for (const path of ["/clients", "/clients/1", "/label-mappings", "/label-mappings/1", "/me"]) {
    const head = await api.ask("HEAD", path);
    expect([path, head.status, head.body]).toEqual([path, 200, {}]);
  }
  for (const [method, path, allow] of [
    ["PUT", "/clients", "GET, HEAD, POST"],
    ["DELETE", "/clients/1", "GET, HEAD, PATCH"],
    ["GET", "/clients/1/deactivation", "POST"],
    ["PATCH", "/label-mappings/1", "GET, HEAD, DELETE"],
    ["DELETE", "/me", "GET, HEAD"],
  ] as const) {
    const { status, headers, body } = await api.ask(method, path);
    expect([path, status, body.code]).toEqual([path, 405, "method_not_allowed"]);
    expect(headers.get("allow")!.split(", ").sort()).toEqual(allow.split(", ").sort());
  }
});
