import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MeJson } from "../../server/members/json.ts";
import { type Clients, startClients } from "../clients/setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
});
afterAll(() => api.stop());

const me = async (token: string) => (await api.ask<MeJson>("GET", "/me", undefined, { token })).body;

test("a token acts as its issuing user (spec 5.2): who that is, and which token", async () => {
  const ada = await me(api.ada);
  expect(ada).toEqual({
    id: expect.any(Number) as number,
    login: "ada",
    admin: false,
    token: {
      id: expect.any(Number) as number,
      label: "test",
      prefix: api.ada.slice("svc_".length, "svc_".length + 8),
      created_at: expect.stringMatching(/Z$/) as string,
      last_used_at: ada.token.last_used_at,
    },
  });
  const root = await me(api.root);
  expect([root.login, root.admin]).toEqual(["root", true]);
  expect(root.id).not.toBe(ada.id);
});

test("when it was used last is noted with the first request, for the next to tell", async () => {
  await me(api.ada);
  await api.svc.deps.tokens.settled();
  const { token } = await me(api.ada);
  expect(Date.now() - Date.parse(token.last_used_at!)).toBeWithin(0, 60_000);
});

test("it takes no parameters and answers HEAD", async () => {
  const { status, body } = await api.ask("GET", "/me?fields=login");
  expect([status, body.errors![0]!.name]).toEqual([422, "fields"]);
  expect((await api.ask("HEAD", "/me")).status).toBe(200);
});
