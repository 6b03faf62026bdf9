import { expect } from "bun:test";
import { startClients } from "../clients/setup.ts";

/** Each write that takes a body, with a good one, so that what is refused is refused for the reason given. */
export const bodies: [method: string, path: string, good: Record<string, unknown>][] = [
  ["POST", "/clients", { name: "New" }],
  ["PATCH", "/clients/1", { name: "Acme" }],
  ["POST", "/label-mappings", { label_pattern: "new", client_id: 1 }],
  ["POST", "/label-mappings/preview", { label_pattern: "new", client_id: 1 }],
  ["POST", "/label-mappings/explain", { repository: "acme/web", labels: ["new"] }],
];

/** Each write that takes none. */
export const bodiless: [method: string, path: string][] = [
  ["POST", "/clients/1/deactivation"],
  ["POST", "/clients/1/reactivation"],
  ["DELETE", "/label-mappings/1"],
];

/** svc with one client and one mapping, which are to be as they were when it stops. */
export async function startUnchanged() {
  const api = await startClients();
  await api.mapping("client:acme", await api.client("Acme"));
  return {
    ...api,
    async stop() {
      expect((await api.ask("GET", "/clients/1")).body).toMatchObject({ name: "Acme", status: "active" });
      expect((await api.ask("GET", "/label-mappings/1")).status).toBe(200);
      const events = await api.audited();
      expect(events.map(({ action }) => action)).toEqual(["client.created", "mapping.created"]);
      await api.stop();
    },
  };
}
