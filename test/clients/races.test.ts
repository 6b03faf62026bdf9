import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ClientListJson } from "../../server/clients/json.ts";
import type { MappingListJson } from "../../server/clients/mappings/json.ts";
import { lockMappingsFor } from "../../server/clients/mappings/store.ts";
import { markDeactivated } from "../../server/clients/store.ts";
import { type Answer, type Clients, startClients } from "./setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const statuses = (answers: Answer[]) => answers.map(({ status }) => status).sort((a, b) => a - b);
const atOnce = (howMany: number, send: (place: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: howMany }, (_, place) => send(place)));

test("two equal mappings at once: one 201, one 409 that leads to it", async () => {
  const client = await api.client("Acme");
  for (const [round, repository] of [undefined, "acme/web", undefined, "acme/api"].entries()) {
    const wanted = {
      label_pattern: `client:race${round}`,
      client_id: client.id,
      ...(repository && { repository }),
    };
    const answers = await atOnce(2, () => api.ask("POST", "/label-mappings", wanted));
    expect(statuses(answers)).toEqual([201, 409]);
    const addresses = new Set(answers.map(({ headers }) => headers.get("location")));
    expect(addresses.size).toBe(1);
    const list = await api.ask<MappingListJson>("GET", `/label-mappings?label=client:race${round}`);
    expect(list.body.data).toHaveLength(1);
  }
});

test("ten at once, of one repository in several spellings: one stands", async () => {
  const client = await api.client("Spellings");
  const answers = await atOnce(10, (place) =>
    api.ask("POST", "/label-mappings", {
      label_pattern: "client:spelt",
      client_id: client.id,
      repository: place % 2 ? "acme/web" : "ACME/Web",
    }),
  );
  expect(statuses(answers)).toEqual([201, ...Array<number>(9).fill(409)]);
});

test("equal client names at once, in several cases and beyond ASCII: one 201, the others 409 that lead to it", async () => {
  for (const names of [
    ["Initech", "INITECH"],
    ["Éclair", "éCLAIR"],
    ["Ангара", "АНГАРА"],
  ]) {
    const answers = await atOnce(8, (place) => api.ask("POST", "/clients", { name: names[place % 2] }));
    expect(statuses(answers)).toEqual([201, ...Array<number>(7).fill(409)]);
    expect(new Set(answers.map(({ headers }) => headers.get("location"))).size).toBe(1);
  }
});

test("a name that is made, renamed to and reactivated at once stands once", async () => {
  const old = await api.client("Stark");
  await api.ask("POST", `/clients/${old.id}/deactivation`);
  const other = await api.client("Not yet Stark");
  const answers = await Promise.all([
    api.ask("POST", "/clients", { name: "stark" }),
    api.ask("PATCH", `/clients/${other.id}`, { name: "STARK" }),
    api.ask("POST", `/clients/${old.id}/reactivation`),
  ]);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  const { body } = await api.ask<ClientListJson>("GET", "/clients?status=active");
  expect(body.data.filter(({ name }) => name.toLowerCase() === "stark")).toHaveLength(1);
});

test("deactivating and reactivating at once ends in one of the two, without an error", async () => {
  const client = await api.client("Back and forth");
  const answers = await atOnce(20, (place) =>
    api.ask("POST", `/clients/${client.id}/${place % 2 ? "deactivation" : "reactivation"}`),
  );
  expect(new Set(statuses(answers))).toEqual(new Set([200]));
  const events = (await api.audited()).filter(({ targetId }) => targetId === String(client.id));
  const kinds = events.map(({ action }) => action).slice(1);
  // Each event is a change of state: never the same twice in a row.
  expect(kinds.every((kind, place) => kind !== kinds[place - 1])).toBe(true);
});

test("a mapping waits for the deactivation of its client that is under way, and is refused then", async () => {
  const client = await api.client("On its way out");
  let making: Promise<Answer> | undefined;
  await api.svc.db.transaction(async (tx) => {
    await markDeactivated(tx, client.id);
    making = api.ask("POST", "/label-mappings", { label_pattern: "on its way", client_id: client.id });
    await Bun.sleep(200);
  });
  expect((await making)!.status).toBe(422);
});

test("a deletion is answered once the entries that its mapping is attributing are written", async () => {
  const client = await api.client("Being attributed");
  const { id } = await api.mapping("client:now", client);
  const order: string[] = [];
  let deleting: Promise<unknown> | undefined;
  await api.svc.db.transaction(async (tx) => {
    await lockMappingsFor(tx, ["client:now"], "acme/web");
    deleting = api.ask("DELETE", `/label-mappings/${id}`).then(() => order.push("deleted"));
    await Bun.sleep(200);
    order.push("written");
  });
  await deleting;
  expect(order).toEqual(["written", "deleted"]);
});

test("a mapping deleted and made again by several at once never fails inside", async () => {
  const client = await api.client("Churn");
  const { id } = await api.mapping("client:churn", client);
  const answers = await atOnce(20, (place) =>
    place === 10
      ? api.ask("DELETE", `/label-mappings/${id}`)
      : api.ask("POST", "/label-mappings", { label_pattern: "client:churn", client_id: client.id }),
  );
  expect(answers.filter(({ status }) => ![201, 204, 409].includes(status))).toEqual([]);
  expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(1);
});
