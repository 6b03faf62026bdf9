import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { MappingJson, MappingListJson } from "../../server/clients/mappings/json.ts";
import { parseMapping } from "../../server/clients/mappings/mapping.ts";
import { type Clients, startClients } from "./setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const make = (wanted: object) => api.ask<MappingJson>("POST", "/label-mappings", wanted);
const remove = (id: number) => api.ask("DELETE", `/label-mappings/${id}`);

describe("spec 4.5: POST /api/v1/label-mappings creates a label mapping", () => {
  test("of a repository, or, with repository omitted or null, a global one", async () => {
    const client = await api.client("Acme");
    const made = await make({ label_pattern: "client:acme", client_id: client.id, repository: "Acme/Web" });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: made.body.id,
      label_pattern: "client:acme",
      client_id: client.id,
      client: { id: client.id, name: "Acme", status: "active" },
      repository: "Acme/Web",
      created_at: expect.stringMatching(/Z$/),
    });
    expect(made.headers.get("location")).toBe(`/api/v1/label-mappings/${made.body.id}`);
    const read = await api.ask<MappingJson>("GET", `/label-mappings/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    expect((await make({ label_pattern: "a", client_id: client.id })).body.repository).toBeNull();
    expect(
      (await make({ label_pattern: "b", client_id: client.id, repository: null })).body.repository,
    ).toBeNull();
  });

  test("a script run twice gets 409 with the way to the existing one, in any spelling of the repository (D12)", async () => {
    const client = await api.client("Twice");
    const first = await make({ label_pattern: "client:twice", client_id: client.id, repository: "acme/web" });
    const again = { label_pattern: "client:twice", client_id: client.id, repository: "ACME/web" };
    const refused = await make(again);
    expect([refused.status, refused.body.code]).toEqual([409, "mapping_exists"]);
    expect(refused.headers.get("location")).toBe(`/api/v1/label-mappings/${first.body.id}`);
    expect(refused.body.detail).toContain(`/api/v1/label-mappings/${first.body.id}`);
    // Also where the client has been deactivated since: the script's mapping stands.
    await api.ask("POST", `/clients/${client.id}/deactivation`);
    expect((await make(again)).status).toBe(409);
  });

  test("the same label may lead elsewhere in another repository, globally, and to another client", async () => {
    const [one, other] = [await api.client("One"), await api.client("Other")];
    for (const wanted of [
      { client_id: one.id },
      { client_id: other.id },
      { client_id: one.id, repository: "acme/web" },
      { client_id: one.id, repository: "acme/api" },
      { client_id: other.id, repository: "acme/web" },
    ]) {
      expect((await make({ label_pattern: "client:many", ...wanted })).status).toBe(201);
    }
    expect((await make({ label_pattern: "Client:many", client_id: one.id })).status).toBe(201);
  });

  test("to an unknown client is 422 that names the field, and to a deactivated one 422 with what to do", async () => {
    const unknown = await make({ label_pattern: "x", client_id: 999_999 });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      [
        {
          in: "body",
          name: "client_id",
          code: "unknown",
          message: "There is no client 999999. Take the id from the list of clients.",
        },
      ],
    ]);
    const gone = await api.client("Gone");
    await api.ask("POST", `/clients/${gone.id}/deactivation`);
    const deactivated = await make({ label_pattern: "client:gone", client_id: gone.id });
    expect([deactivated.status, deactivated.body.errors![0]!.code]).toEqual([422, "deactivated"]);
    expect(deactivated.body.detail).toBe(
      `Gone is deactivated, so nothing new can be attributed to it. Reactivate it first (POST /api/v1/clients/${gone.id}/reactivation), or choose another client.`,
    );
  });
});

test("a typing error in repository makes no global mapping", async () => {
  const client = await api.client("Typing error");
  for (const [field, value] of [
    ["repositry", "acme/web"],
    ["repository", ""],
    ["repository", "acme"],
    ["Repository", "acme/web"],
  ] as const) {
    const { status } = await make({ label_pattern: "client:typo", client_id: client.id, [field]: value });
    expect([field, value, status]).toEqual([field, value, 422]);
  }
  const { body } = await api.ask<MappingListJson>("GET", "/label-mappings?label=client:typo");
  expect(body.data).toEqual([]);
});

describe("spec 7.1, from the API to the entry", () => {
  test("a mapping applies if its label_pattern equals a label on the issue, exactly", async () => {
    const client = await api.client("Exact");
    for (const label of ["exact:a,b", "[P1] exact", " exact ", "exact:*", "👩‍💻:é"]) {
      await api.mapping(label, client);
      expect(await api.attributed([label])).toBe("Exact");
    }
    for (const label of ["exact:a", "exact", "exact:x", "EXACT:*", "👩‍💻:e\u0301"]) {
      expect(await api.attributed([label])).toBeNull();
    }
  });

  test("when a global mapping and a repository-specific mapping exist for the same label, the repository-specific wins", async () => {
    api.svc.github.repo("acme/api", { private: true });
    const [everywhere, here] = [await api.client("Everywhere"), await api.client("Here")];
    await api.mapping("client:both", everywhere);
    await api.mapping("client:both", here, "acme/api");
    expect(await api.attributed(["client:both"], "acme/api")).toBe("Here");
    expect(await api.attributed(["client:both"], "acme/web")).toBe("Everywhere");
  });

  test("deleted, it attributes nothing new; what it attributed stays", async () => {
    const client = await api.client("Deleted");
    const { id } = await api.mapping("client:deleted", client);
    expect(await api.attributed(["client:deleted"])).toBe("Deleted");
    const { status, headers, body } = await remove(id);
    expect([status, headers.get("content-type"), body]).toEqual([204, null, {}]);
    expect(await api.attributed(["client:deleted"])).toBeNull();
    const { body: list } = await api.ask<{ data: { client: { name: string } | null }[] }>(
      "GET",
      "/time-entries?label=client:deleted",
    );
    expect(list.data.map((entry) => entry.client?.name)).toEqual([undefined, "Deleted"]);
    expect((await remove(id)).body.code).toBe("mapping_not_found");
    expect((await api.ask("GET", `/label-mappings/${id}`)).status).toBe(404);
    // There is room for it again.
    expect((await api.mapping("client:deleted", client)).id).toBeGreaterThan(id);
  });
});

describe("the list", () => {
  let few: Clients;
  beforeAll(async () => {
    few = await startClients();
    const [one, two] = [await few.client("One"), await few.client("Two")];
    await few.mapping("a", one);
    await few.mapping("a", two, "acme/web");
    await few.mapping("b,c", two, "Acme/API");
    await few.mapping("none", one);
  });
  afterAll(() => few.stop());

  const ids = async (query: string) =>
    (await few.ask<MappingListJson>("GET", `/label-mappings${query}`)).body.data.map(({ id }) => id);

  test.each([
    ["", [1, 2, 3, 4]],
    ["?label=a", [1, 2]],
    ["?label=b,c", [3]],
    ["?label=b", []],
    ["?label=A", []],
    ["?client_id=2", [2, 3]],
    ["?client_id=99", []],
    ["?repository=acme/api", [3]],
    ["?repository=ACME/WEB", [2]],
    ["?repository=acme/other", []],
    ["?repository=none", [1, 4]],
    ["?label=a&client_id=2&repository=acme/web", [2]],
    ["?label=a&client_id=1&repository=acme/web", []],
  ] as [string, number[]][])("%s", async (query, expected) => expect(await ids(query)).toEqual(expected));

  test("is walked by cursor, each mapping once, while one is deleted", async () => {
    const first = await few.ask<MappingListJson>("GET", "/label-mappings?limit=2");
    expect(first.headers.get("link")).toContain(`cursor=${first.body.next_cursor}`);
    await few.ask("DELETE", "/label-mappings/2");
    expect(await ids(`?limit=2&cursor=${first.body.next_cursor}`)).toEqual([3, 4]);
    const other = await few.ask("GET", `/label-mappings?client_id=1&cursor=${first.body.next_cursor}`);
    expect([other.status, other.body.errors![0]!.code]).toEqual([422, "cursor_mismatch"]);
  });
});

test("making and deleting are noted in the audit log", async () => {
  const client = await api.client("Audited");
  const { id } = await api.mapping("client:audited", client, "acme/web");
  await remove(id);
  await remove(id);
  const events = (await api.audited()).filter(
    ({ targetType, targetId }) => targetType === "mapping" && targetId === String(id),
  );
  const detail = { label_pattern: "client:audited", client_id: client.id, repository: "acme/web" };
  expect(events.map(({ action, detail }) => [action, detail])).toEqual([
    ["mapping.created", detail],
    ["mapping.deleted", detail],
  ]);
});

describe("the fields of a form are read by the same rule", () => {
  const wanted = { labelPattern: "client:acme", clientId: "3", repository: "acme/web" };

  test("a client's id comes as text there", () => {
    expect(parseMapping(wanted)).toEqual({ ok: true, value: { ...wanted, clientId: 3 } });
  });

  const refused: [Partial<typeof wanted>, string, string][] = [
    [{ labelPattern: "" }, "label_pattern", "Give the whole label"],
    [{ labelPattern: "x".repeat(1025) }, "label_pattern", "1024 characters"],
    [{ labelPattern: "a\0" }, "label_pattern", "no label can hold"],
    [{ clientId: "" }, "client_id", "Choose the client"],
    [{ clientId: "1e1" }, "client_id", "Choose the client"],
    [{ clientId: "9999999999" }, "client_id", "Choose the client"],
    [{ repository: "" }, "repository", "like acme/web"],
    [{ repository: "acme" }, "repository", "like acme/web"],
    [{ repository: "acme/.." }, "repository", "like acme/web"],
    [{ repository: "https://github.com/acme/web/" }, "repository", "Did you mean acme/web?"],
    [{ repository: "git@github.com:acme/web.git" }, "repository", "Did you mean acme/web?"],
    [{ repository: "acme/web " }, "repository", "Did you mean acme/web?"],
  ];
  test.each(refused)("%j", (differently, name, hint) => {
    const read = parseMapping({ ...wanted, ...differently });
    if (read.ok) throw new Error("It was read.");
    expect(read.problems).toEqual([expect.objectContaining({ in: "body", name })]);
    expect(read.problems[0]!.message).toContain(hint);
  });

  test("all that is wrong is said at once", () => {
    const read = parseMapping({ labelPattern: "", clientId: "", repository: "" });
    expect(read.ok || read.problems.map(({ name }) => name)).toEqual([
      "label_pattern",
      "client_id",
      "repository",
    ]);
  });
});
