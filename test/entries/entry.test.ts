import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { EntryDetailJson } from "../../server/entries/history/json.ts";
import { explain } from "../../server/entries/history/explanation.ts";
import type { EntryListJson } from "../../server/entries/json.ts";
import { type Clients, startClients } from "../clients/setup.ts";
import { anEntry } from "../support/factories.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
}, 20_000);
afterAll(() => api.stop());

const read = (id: number | string, list = "time-entries") =>
  api.ask<EntryDetailJson>("GET", `/${list}/${id}`, undefined, { token: api.ada });

describe("one entry", () => {
  test("is that of the list, with why it has its client", async () => {
    const [globex, initech, gone] = [
      await api.client("Globex"),
      await api.client("Initech"),
      await api.client("Gone"),
    ];
    const [first, second, third] = [
      await api.mapping("client:globex", globex),
      await api.mapping("card:7", initech),
      await api.mapping("client:gone", gone),
    ];
    await api.ask("POST", `/clients/${gone.id}/deactivation`);
    const issue = api.svc.github.issue("acme/web", { labels: ["client:gone", "client:globex", "card:7"] });
    await api.svc.github.comment(issue, "ada", "/log 2h");
    const list = await api.ask<EntryListJson>("GET", "/time-entries?limit=1");
    const listed = list.body.data[0]!;
    const { status, body } = await read(listed.id);
    expect(status).toBe(200);
    expect(body).toMatchObject(listed);
    expect(body.attribution).toEqual({
      outcome: "attributed",
      ambiguous: true,
      winner: { mapping_id: first.id, label: "client:globex", client: { id: globex.id, name: "Globex" } },
      runners_up: [{ mapping_id: second.id, label: "card:7", client: { id: initech.id, name: "Initech" } }],
      deactivated: [{ mapping_id: third.id, label: "client:gone", client: { id: gone.id, name: "Gone" } }],
      explanation: `The label client:globex was mapped to Globex (mapping ${first.id}). It came before Initech (label card:7, mapping ${second.id}). Passed over, because deactivated then: Gone (label client:gone, mapping ${third.id}).`,
    });
    expect(body.correction).toBeNull();
    expect(body.history).toEqual([{ ...listed, backfilled_at: null, correction: null }]);
    // As it was decided then, although the mapping is deleted by now.
    await api.ask("DELETE", `/label-mappings/${first.id}`);
    expect((await read(listed.id)).body.attribution).toEqual(body.attribution);
  });

  test("without a mapped label says so", async () => {
    const { body } = await read(await anEntry(api.svc.db, { labels: ["priority"] }));
    expect(body.attribution).toMatchObject({ outcome: "no_mapping", ambiguous: false, winner: null });
  });

  test("is read at the address of its kind, and the other one leads there", async () => {
    const plan = await anEntry(api.svc.db, { kind: "plan" });
    expect((await read(plan, "plans")).body.kind).toBe("plan");
    const { status, body } = await read(plan);
    expect([status, body.code]).toEqual([404, "entry_not_found"]);
    expect(body.detail).toContain(`/api/v1/plans/${plan}`);
  });

  test.each([
    ["0", 422],
    ["-1", 422],
    ["1.5", 422],
    ["1e3", 422],
    ["x", 422],
    ["%00", 422],
    ["99999999999999999", 422],
    ["9007199254740991", 404],
    ["999999", 404],
  ])("%s: %d", async (id, expected) => {
    for (const list of ["time-entries", "plans"]) {
      const { status, body } = await read(id, list);
      expect([list, status, body.code]).toEqual([
        list,
        expected,
        expected === 404 ? "entry_not_found" : "invalid_path",
      ]);
    }
  });

  test("takes no parameters, and HEAD", async () => {
    const id = await anEntry(api.svc.db);
    expect((await read(`${id}?include=superseded`)).status).toBe(422);
    const { status, body } = await api.ask("HEAD", `/time-entries/${id}`);
    expect([status, body]).toEqual([200, {}]);
  });
});

describe("an attribution in words", () => {
  const match = (clientId: number, label: string) => ({ mappingId: clientId * 10, label, clientId });
  const names = new Map([
    [1, "Globex"],
    [2, "Initech"],
  ]);
  test.each([
    [null, "no_mapping", "No label of the issue was mapped to a client when the entry was made."],
    [
      { winner: match(1, "a:1"), runnersUp: [], deactivated: [] },
      "attributed",
      "The label a:1 was mapped to Globex (mapping 10).",
    ],
    [
      { winner: null, runnersUp: [], deactivated: [match(2, "b:1")] },
      "client_deactivated",
      "Passed over, because deactivated then: Initech (label b:1, mapping 20). So the entry has no client.",
    ],
    [
      { winner: match(3, "c:1"), runnersUp: [match(1, "a:1"), match(2, "b:1")], deactivated: [] },
      "attributed",
      "The label c:1 was mapped to client 3 (mapping 30). It came before Globex (label a:1, mapping 10), Initech (label b:1, mapping 20).",
    ],
  ] as const)("%#", (record, outcome, explanation) => {
    const facts = record && {
      ...record,
      runnersUp: [...record.runnersUp],
      deactivated: [...record.deactivated],
    };
    expect(explain(facts, names)).toMatchObject({ outcome, explanation });
  });
});
