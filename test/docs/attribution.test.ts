import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { attribute } from "../../server/clients/mappings/attribution.ts";
import { explain } from "../../server/clients/mappings/explanation/explain.ts";
import { type Clients, startClients } from "../clients/setup.ts";
import { decisionTable } from "./attribution-table.ts";

const table = decisionTable(await Bun.file("docs/explanation/attribution.md").text());
const here = "acme/web";

describe("the decision table in docs/explanation/attribution.md", () => {
  test.each(table)("$about", ({ labels, mappings, client, ambiguous, told }) => {
    const decided = attribute(labels, here, mappings);
    const name = mappings.find(({ clientId }) => clientId === decided.clientId)?.clientName ?? null;
    expect({ client: name, ambiguous: decided.ambiguous }).toEqual({ client, ambiguous });
    const explained = explain(labels, here, mappings);
    expect({ client: explained.client?.name ?? null, told: explained.message }).toEqual({ client, told });
  });

  test("has a row for everything that can become of a mapping", () => {
    const outcomes = table.flatMap(({ labels, mappings }) =>
      explain(labels, here, mappings).labels.flatMap((label) => label.mappings.map(({ outcome }) => outcome)),
    );
    expect(new Set(outcomes)).toEqual(
      new Set(["wins", "same_client", "other_client", "shadowed", "client_deactivated"]),
    );
    expect(new Set(table.map(({ about }) => about)).size).toBe(table.length);
  });
});

describe("a comment on such an issue", () => {
  let svc: Clients;
  beforeAll(async () => {
    svc = await startClients();
  });
  afterAll(() => svc.stop());

  test.each(table)("$about", async ({ labels, mappings, client }) => {
    const made = new Map<string, { id: number }>();
    const ids: number[] = [];
    for (const { labelPattern, clientName, repository } of mappings) {
      if (!made.has(clientName)) made.set(clientName, await svc.client(clientName));
      const { id } = await svc.mapping(labelPattern, made.get(clientName)!, repository ?? undefined);
      ids.push(id);
    }
    for (const { clientName, clientActive } of mappings)
      if (!clientActive) await svc.ask("POST", `/clients/${made.get(clientName)!.id}/deactivation`);
    expect(await svc.attributed(labels, here)).toBe(client);
    // The next row is of other clients and mappings.
    for (const id of ids) await svc.ask("DELETE", `/label-mappings/${id}`);
    for (const [name, { id }] of made)
      await svc.ask("PATCH", `/clients/${id}`, { name: `${name}, row ${id}` });
  });
});
