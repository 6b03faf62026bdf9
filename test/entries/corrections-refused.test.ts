import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { EntryDetailJson } from "../../server/entries/history/json.ts";
import { type Clients, startClients } from "../clients/setup.ts";
import { anEntry } from "../support/factories.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const read = async (id: number) => (await api.ask<EntryDetailJson>("GET", `/time-entries/${id}`)).body;
const reason = "the issue had the wrong label";

describe("a correction is refused", () => {
  test("a member who is no admin: 403 that says who may, before the body is read", async () => {
    const id = await anEntry(api.svc.db);
    const asAda = (body: unknown) =>
      api.ask("POST", `/time-entries/${id}/corrections`, body, { token: api.ada });
    for (const body of [{ minutes: 1, reason }, "no json", {}]) {
      const { status, body: problem } = await asAda(body);
      expect([status, problem.code]).toEqual([403, "admin_only"]);
      expect(problem.detail).toContain("owners of acme");
    }
    expect((await read(id)).superseded_by_id).toBeNull();
  });

  test.each([
    ["0", 422, "invalid_path"],
    ["-1", 422, "invalid_path"],
    ["1e3", 422, "invalid_path"],
    ["x", 422, "invalid_path"],
    ["99999999999999999999", 422, "invalid_path"],
    ["9007199254740991", 404, "entry_not_found"],
  ])("the entry %s: %d %s", async (id, status, code) => {
    const answer = await api.ask("POST", `/time-entries/${id}/corrections`, { minutes: 1, reason });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  const cases: [body: unknown, name: string][] = [
    [{ reason }, ""],
    [{ minutes: 60, reason }, ""],
    [{ minutes: 30 }, "reason"],
    [{ minutes: 30, reason: "" }, "reason"],
    [{ minutes: 30, reason: 5 }, "reason"],
    [{ minutes: "30", reason }, "minutes"],
    [{ minutes: 30.5, reason }, "minutes"],
    [{ minutes: 1441, reason }, "minutes"],
    [{ minutes: 1e20, reason }, "minutes"],
    [{ worked_on: "2026-02-30", reason }, "worked_on"],
    [{ worked_on: "2999-01-01", reason }, "worked_on"],
    [{ worked_on: null, reason }, "worked_on"],
    [{ note: "a\nb", reason }, "note"],
    [{ note: "\0", reason }, "note"],
    [{ labels: "client:globex", reason }, "labels"],
    [{ labels: ["a", "a"], reason }, "labels[1]"],
    [{ labels: [null], reason }, "labels[0]"],
    [{ lables: ["a"], reason }, "lables"],
    [{ client_id: 1, reason }, "client_id"],
    [{ user: "linus", minutes: 30, reason }, "user"],
    ['{"minutes": 30, "reason": "x", "__proto__": {}}', "__proto__"],
    ['{"minutes": 30, "minutes": 40, "reason": "x"}', "minutes"],
  ];
  test.each(cases)("%j: 422 that names %p", async (body, name) => {
    const id = await anEntry(api.svc.db);
    const answer = await api.ask("POST", `/time-entries/${id}/corrections`, body);
    expect([answer.status, answer.body.code]).toEqual([422, "invalid_body"]);
    expect(answer.body.errors!.map((error) => error.name)).toContain(name);
    expect((await read(id)).superseded_by_id).toBeNull();
  });

  test("a parameter, which would change nothing", async () => {
    const id = await anEntry(api.svc.db);
    const { status } = await api.ask("POST", `/time-entries/${id}/corrections?dry_run=1`, {
      minutes: 1,
      reason,
    });
    expect(status).toBe(422);
  });
});
