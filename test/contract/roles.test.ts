import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startApp } from "../support/app.ts";
import { bodies, startUnchanged } from "./writes.ts";

let api: Awaited<ReturnType<typeof startUnchanged>>;
beforeAll(async () => {
  api = await startUnchanged();
});
afterAll(() => api.stop());

describe("roles (D13)", () => {
  const admins: [string, string, unknown, string][] = [
    ["POST", "/clients", { name: "x" }, "make clients"],
    ["PATCH", "/clients/1", { name: "x" }, "rename clients"],
    ["POST", "/clients/1/deactivation", undefined, "deactivate clients"],
    ["POST", "/clients/1/reactivation", undefined, "reactivate clients"],
    ["POST", "/label-mappings", { label_pattern: "x", client_id: 1 }, "make label mappings"],
    ["DELETE", "/label-mappings/1", undefined, "delete label mappings"],
  ];
  test.each(admins)(
    "%s %s is for admins, and a member is told so before anything is read",
    async (method, path, good, what) => {
      for (const [address, body] of [
        [path, good],
        [path.replace("/1", "/999999"), good],
        [`${path}?x=1`, "not JSON"],
      ] as const) {
        const answer = await api.ask(method, address, body, { token: api.ada });
        expect([answer.status, answer.body.code]).toEqual([403, "admin_only"]);
        expect(answer.body.detail).toBe(
          `Only admins may ${what}: owners of acme, and those named by whoever runs svc. Ask one of them.`,
        );
      }
    },
  );

  test("every member reads, and tries what a mapping would do", async () => {
    for (const path of ["/clients", "/clients/1", "/label-mappings", "/label-mappings/1", "/me"]) {
      expect([path, (await api.ask("GET", path, undefined, { token: api.ada })).status]).toEqual([path, 200]);
    }
    for (const [method, path, body] of bodies.slice(3)) {
      expect([path, (await api.ask(method, path, body, { token: api.ada })).status]).toEqual([path, 200]);
    }
  });

  test("a role that was taken away is gone with the next decision", async () => {
    const eve = api.svc.github.member("acme", "eve", { role: "admin" });
    const token = await api.svc.tokenFor("eve");
    expect((await api.ask("PATCH", "/clients/1", { name: "Acme" }, { token })).status).toBe(200);
    api.svc.github.member("acme", "eve", { role: "member" });
    const later = await startApp({ shared: api.svc });
    const response = await later.send(
      new Request("http://localhost/api/v1/clients/1", {
        method: "PATCH",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: '{"name":"Acme"}',
      }),
    );
    expect([eve.login, response.status]).toEqual(["eve", 403]);
    await later.stop();
  });
});
