import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { attribute } from "../../server/clients/mappings/attribution.ts";
import { explain, type NamedMapping } from "../../server/clients/mappings/explanation/explain.ts";
import type { ExplanationJson } from "../../server/clients/mappings/explanation/json.ts";
import { type Clients, startClients } from "./setup.ts";

const here = "acme/web";
const map = (id: number, labelPattern: string, client: string, more: Partial<NamedMapping> = {}) => ({
  id,
  labelPattern,
  clientId: client.charCodeAt(0),
  clientName: client,
  clientActive: true,
  repository: null,
  ...more,
});
const own = { repository: here };
const off = { clientActive: false };

describe("what became of each mapping, and the decision in words", () => {
  const cases: [string, string[], NamedMapping[], string[], string][] = [
    [
      "nothing mapped",
      ["a", "b"],
      [map(1, "c", "X")],
      [],
      "No client. None of these labels has a mapping that applies here.",
    ],
    [
      "no labels",
      [],
      [map(1, "a", "X")],
      [],
      "No client. None of these labels has a mapping that applies here.",
    ],
    ["one", ["a"], [map(1, "a", "X")], ["1 wins"], 'X, by mapping 1 of "a".'],
    [
      "the same client twice",
      ["a", "b"],
      [map(1, "a", "X"), map(2, "b", "X")],
      ["1 wins", "2 same_client"],
      'X, by mapping 1 of "a".',
    ],
    [
      "two clients",
      ["b", "a"],
      [map(1, "a", "X"), map(2, "b", "Y")],
      ["2 wins", "1 other_client"],
      'Y, by mapping 2 of "b". It comes first, and is ambiguous: there is also X, by mapping 1 of "a".',
    ],
    [
      "the repository's own",
      ["a"],
      [map(1, "a", "X"), map(2, "a", "Y", own)],
      ["1 shadowed", "2 wins"],
      'Y, by mapping 2 of "a" for acme/web.',
    ],
    [
      "another repository's",
      ["a"],
      [map(1, "a", "X", { repository: "acme/api" })],
      [],
      "No client. None of these labels has a mapping that applies here.",
    ],
    [
      "a deactivated client's, which shadows all the same",
      ["a"],
      [map(1, "a", "X"), map(2, "a", "Y", { ...own, ...off })],
      ["1 shadowed", "2 client_deactivated"],
      'No client. What these labels lead to is deactivated: Y, by mapping 2 of "a" for acme/web.',
    ],
    [
      "past a deactivated one",
      ["a", "b"],
      [map(1, "a", "X", off), map(2, "b", "Y")],
      ["1 client_deactivated", "2 wins"],
      'Y, by mapping 2 of "b".',
    ],
    [
      "many others",
      ["a"],
      [map(1, "a", "X"), map(2, "a", "Y"), map(3, "a", "Z"), map(4, "a", "V"), map(5, "a", "W")],
      ["1 wins", "2 other_client", "3 other_client", "4 other_client", "5 other_client"],
      'X, by mapping 1 of "a". It comes first, and is ambiguous: there is also Y, by mapping 2 of "a"; Z, by mapping 3 of "a"; V, by mapping 4 of "a"; and 1 more.',
    ],
  ];
  test.each(cases)("%s", (_, labels, mappings, outcomes, message) => {
    const explanation = explain(labels, here, mappings);
    const told = explanation.labels.flatMap((label) =>
      label.mappings.map(({ mapping, outcome }) => `${mapping.id} ${outcome}`),
    );
    expect(told).toEqual(outcomes);
    expect(explanation.message).toBe(message);
    expect(explanation.labels.map(({ label }) => label)).toEqual(labels);
  });

  test("agrees with the rule by which entries are attributed, for any labels and mappings", () => {
    const label = fc.constantFrom("a", "b", "c");
    const drawn = fc.array(
      fc.record({
        label,
        client: fc.constantFrom("X", "Y", "Z"),
        repository: fc.constantFrom(null, here, "ACME/Web", "acme/api"),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.array(label, { maxLength: 4 }),
        drawn,
        fc.constantFrom("X", "Y", ""),
        (labels, all, inactive) => {
          const mappings = all.map(({ label, client, repository }, place) =>
            map(place + 1, label, client, { repository, clientActive: client !== inactive }),
          );
          const { clientId, ambiguous, record } = attribute(labels, here, mappings);
          const explanation = explain(labels, here, mappings);
          expect([explanation.client?.id ?? null, explanation.ambiguous]).toEqual([clientId, ambiguous]);
          const told = explanation.labels.flatMap((one) => one.mappings);
          expect(told.filter(({ outcome }) => outcome === "wins").map(({ mapping }) => mapping.id)).toEqual(
            record?.winner ? [record.winner.mappingId] : [],
          );
          expect(told.some(({ outcome }) => outcome === "other_client")).toBe(ambiguous);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

describe("POST /api/v1/label-mappings/explain", () => {
  let api: Clients;
  beforeAll(async () => {
    api = await startClients();
    await api.mapping("client:acme", await api.client("Acme"));
    await api.mapping("client:beta", await api.client("Beta"), "acme/web");
  });
  afterAll(() => api.stop());

  const explained = (repository: string, labels: string[]) =>
    api.ask<ExplanationJson>("POST", "/label-mappings/explain", { repository, labels }, { token: api.ada });

  test("says where an issue would lead, as the webhook then does it", async () => {
    for (const labels of [["client:acme"], ["client:beta", "client:acme"], ["type:bug"], []]) {
      const { status, body } = await explained("Acme/Web", labels);
      expect(status).toBe(200);
      expect(body.client?.name ?? null).toBe(await api.attributed(labels));
    }
  });

  test("with each label's mappings", async () => {
    const { body } = await explained("acme/web", ["type:bug", "client:acme", "client:beta", "type:bug"]);
    expect(body).toMatchObject({
      client: { id: 1, name: "Acme" },
      ambiguous: true,
      labels: [
        { label: "type:bug", mappings: [] },
        { label: "client:acme", mappings: [{ mapping: { id: 1, repository: null }, outcome: "wins" }] },
        { label: "client:beta", mappings: [{ mapping: { id: 2 }, outcome: "other_client" }] },
      ],
    });
    expect((await explained("acme/api", ["client:beta"])).body.client).toBeNull();
  });

  test("for a thousand labels as for one", async () => {
    const labels = Array.from({ length: 999 }, (_, n) => `type:${n}`);
    const { body } = await explained("acme/web", [...labels, "client:acme"]);
    expect(body.client?.name).toBe("Acme");
  });
});
