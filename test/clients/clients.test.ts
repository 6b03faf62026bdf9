import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { ClientJson, ClientListJson } from "../../server/clients/json.ts";
import { type Clients, startClients } from "./setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const deactivate = (id: number) => api.ask<ClientJson>("POST", `/clients/${id}/deactivation`);
const reactivate = (id: number) => api.ask<ClientJson>("POST", `/clients/${id}/reactivation`);
const rename = (id: number, name: string) => api.ask<ClientJson>("PATCH", `/clients/${id}`, { name });

describe("spec 4.4: POST /api/v1/clients creates a client", () => {
  test("it is answered with its address, and is there", async () => {
    const { status, headers, body } = await api.ask<ClientJson>("POST", "/clients", { name: "  Acme   BV " });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: body.id,
      name: "Acme BV",
      status: "active",
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      deactivated_at: null,
    });
    expect(headers.get("location")).toBe(`/api/v1/clients/${body.id}`);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("cache-control")).toBe("no-store");
    expect((await api.ask<ClientJson>("GET", `/clients/${body.id}`)).body).toEqual(body);
  });

  test("a script run twice gets 409 with the way to the existing one (D12)", async () => {
    const made = await api.client("Éclair");
    for (const name of ["Éclair", "éCLAIR", " E\u0301clair "]) {
      const { status, headers, body } = await api.ask("POST", "/clients", { name });
      expect([name, status, body.code]).toEqual([name, 409, "client_exists"]);
      expect(headers.get("location")).toBe(`/api/v1/clients/${made.id}`);
      expect(body.detail).toContain(`Éclair already: /api/v1/clients/${made.id}`);
      expect(body.errors).toEqual([{ in: "body", name: "name", code: "taken", message: body.detail! }]);
    }
  });

  test("a name is markup to nobody", async () => {
    const made = await api.client("<script>alert(1)</script>");
    expect(made.name).toBe("<script>alert(1)</script>");
  });
});

describe("renaming", () => {
  test("keeps the client and its entries, which show the new name", async () => {
    const client = await api.client("Old name");
    await api.mapping("client:renamed", client);
    expect(await api.attributed(["client:renamed"])).toBe("Old name");
    const { status, body } = await rename(client.id, "New name");
    expect([status, body.id, body.name]).toEqual([200, client.id, "New name"]);
    const entries = await api.ask<{ data: { client: { name: string } }[] }>(
      "GET",
      "/time-entries?label=client:renamed",
    );
    expect(entries.body.data[0]!.client.name).toBe("New name");
  });

  test("to its own name, in other case too, is no conflict with itself", async () => {
    const client = await api.client("Mono");
    expect((await rename(client.id, "Mono")).status).toBe(200);
    expect((await rename(client.id, "MONO")).body.name).toBe("MONO");
  });

  test("to another active client's name is 409 with the way to that one; a deactivated one may share it", async () => {
    const [first, second, third] = [
      await api.client("First"),
      await api.client("Second"),
      await api.client("Third"),
    ];
    const refused = await rename(second.id, "first");
    expect([refused.status, refused.body.code]).toEqual([409, "client_exists"]);
    expect(refused.headers.get("location")).toBe(`/api/v1/clients/${first.id}`);
    await deactivate(third.id);
    expect((await rename(third.id, "first")).status).toBe(200);
  });

  test("an unknown client is 404", async () => {
    const { status, body } = await rename(2_147_483_647, "Nobody");
    expect([status, body.code, body.detail]).toEqual([
      404,
      "client_not_found",
      "There is no client 2147483647. Look it up in the list of clients.",
    ]);
  });
});

describe("spec 3.2: active → deactivated", () => {
  test("no new time entries are attributed to this client; existing entries keep their attribution", async () => {
    const client = await api.client("Globex");
    await api.mapping("client:globex", client);
    expect(await api.attributed(["client:globex"])).toBe("Globex");
    const { status, body } = await deactivate(client.id);
    expect([status, body.status]).toEqual([200, "deactivated"]);
    expect(await api.attributed(["client:globex"])).toBeNull();
    const { body: list } = await api.ask<{ data: { client: { name: string } | null }[] }>(
      "GET",
      "/time-entries?label=client:globex",
    );
    expect(list.data.map((entry) => entry.client?.name)).toEqual([undefined, "Globex"]);
  });

  test("twice answers the same as once, and is one event", async () => {
    const client = await api.client("Twice");
    const [first, second] = [await deactivate(client.id), await deactivate(client.id)];
    expect(second.body).toEqual(first.body);
    expect(second.status).toBe(200);
    const events = (await api.audited()).filter(({ targetId }) => targetId === String(client.id));
    expect(events.map(({ action }) => action)).toEqual(["client.created", "client.deactivated"]);
  });

  test("its name is free for another, and then it cannot come back under it", async () => {
    const old = await api.client("Initech");
    await deactivate(old.id);
    const other = await api.client("INITECH");
    const refused = await reactivate(old.id);
    expect([refused.status, refused.body.code]).toEqual([409, "client_exists"]);
    expect(refused.headers.get("location")).toBe(`/api/v1/clients/${other.id}`);
    expect(refused.body.detail).toBe(
      `Another active client is called INITECH by now: /api/v1/clients/${other.id}. Rename one of the two, then reactivate Initech.`,
    );
    await rename(old.id, "Initech (old)");
    expect((await reactivate(old.id)).status).toBe(200);
  });

  test("reactivated, it takes new entries again; twice answers the same as once", async () => {
    const client = await api.client("Back again");
    await api.mapping("client:back", client);
    await deactivate(client.id);
    const [first, second] = [await reactivate(client.id), await reactivate(client.id)];
    expect(first.body).toMatchObject({ status: "active", deactivated_at: null });
    expect(second.body).toEqual(first.body);
    expect(await api.attributed(["client:back"])).toBe("Back again");
  });

  test("a body with fields is refused, since it would do nothing", async () => {
    const client = await api.client("No fields");
    const { status, body } = await api.ask("POST", `/clients/${client.id}/deactivation`, {
      at: "2027-01-01",
    });
    expect([status, body.errors![0]!.name]).toEqual([422, "at"]);
    expect((await api.ask("POST", `/clients/${client.id}/deactivation`, {})).status).toBe(200);
  });

  test("an unknown client is 404", async () => {
    expect((await deactivate(999_999)).status).toBe(404);
    expect((await reactivate(999_999)).status).toBe(404);
  });
});

describe("the list", () => {
  let few: Clients;
  beforeAll(async () => {
    few = await startClients();
    for (const name of ["a", "b", "c", "d", "e"]) await few.client(name);
    for (const id of [2, 4]) await few.ask("POST", `/clients/${id}/deactivation`);
  });
  afterAll(() => few.stop());

  const list = async (query: string) => (await few.ask<ClientListJson>("GET", `/clients${query}`)).body;
  const names = async (query: string) => (await list(query)).data.map(({ name }) => name).join("");

  test("holds all, or those with a status, in the order in which they were made", async () => {
    expect(await names("")).toBe("abcde");
    expect(await names("?status=all")).toBe("abcde");
    expect(await names("?status=active")).toBe("ace");
    expect(await names("?status=deactivated")).toBe("bd");
  });

  test("is walked by cursor or by the Link header, each client once, while others are made and unmade", async () => {
    const first = await few.ask<ClientListJson>("GET", "/clients?status=active&limit=1");
    expect(first.body.data.map(({ name }) => name)).toEqual(["a"]);
    await few.ask("POST", "/clients/1/deactivation");
    await few.client("f");
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get("link")!)![1]!;
    expect(next).toBe(
      `${few.svc.config.publicUrl}/api/v1/clients?status=active&limit=1&cursor=${first.body.next_cursor}`,
    );
    const second = await list(new URL(next).search);
    expect(second.data.map(({ name }) => name)).toEqual(["c"]);
    const rest = await few.ask<ClientListJson>("GET", `/clients?status=active&cursor=${second.next_cursor}`);
    expect(rest.body.data.map(({ name }) => name)).toEqual(["e", "f"]);
    expect([rest.body.next_cursor, rest.headers.get("link")]).toEqual([null, null]);
  });

  test("a cursor of another list is refused", async () => {
    const { next_cursor: cursor } = await list("?status=active&limit=1");
    const { status, body } = await few.ask("GET", `/clients?status=all&cursor=${cursor}`);
    expect([status, body.errors![0]!.code]).toEqual([422, "cursor_mismatch"]);
  });
});

test("each change is noted in the audit log: who, by what, over which request, from what to what", async () => {
  const client = await api.client("Audited");
  const { headers } = await rename(client.id, "Noted");
  await deactivate(client.id);
  await reactivate(client.id);
  const events = (await api.audited()).filter(({ targetId }) => targetId === String(client.id));
  expect(events.map(({ action, detail }) => [action, detail])).toEqual([
    ["client.created", { name: "Audited" }],
    ["client.renamed", { from: "Audited", to: "Noted" }],
    ["client.deactivated", { name: "Noted" }],
    ["client.reactivated", { name: "Noted" }],
  ]);
  const me = (await api.ask<{ id: number; token: { id: number } }>("GET", "/me")).body;
  for (const event of events)
    expect(event).toMatchObject({ actorId: me.id, via: "token", viaId: me.token.id });
  expect(events[1]!.requestId).toBe(headers.get("x-request-id")!);
});

test("what is refused leaves nothing behind, neither a change nor a note of one", async () => {
  const before = (await api.audited()).length;
  await api.ask("POST", "/clients", { name: "Noted" });
  await api.ask("POST", "/clients", { name: "" });
  await api.ask("PATCH", "/clients/999999", { name: "x" });
  expect(await api.audited()).toHaveLength(before);
});
