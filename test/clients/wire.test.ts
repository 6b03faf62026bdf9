import { afterAll, beforeAll, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { bodyProblems } from "../../server/body-problems.ts";
import { ClientJson, ClientListJson } from "../../server/clients/json.ts";
import { ExplanationJson } from "../../server/clients/mappings/explanation/json.ts";
import { MappingJson, MappingListJson } from "../../server/clients/mappings/json.ts";
import { MappingPreviewJson } from "../../server/clients/mappings/preview/json.ts";
import { MeJson } from "../../server/members/json.ts";
import { type Clients, startClients } from "./setup.ts";

let api: Clients;
beforeAll(async () => {
  api = await startClients();
  const [acme, beta] = [await api.client("Acme"), await api.client("Beta")];
  await api.mapping("client:acme", acme);
  await api.mapping("client:acme", beta, "acme/web");
  await api.attributed(["client:acme"]);
  await api.client("Gone");
  await api.ask("POST", "/clients/3/deactivation");
});
afterAll(() => api.stop());

const issue = { repository: "acme/web", labels: ["client:acme", "other"] };
const answers: [method: string, path: string, answered: TSchema, body: unknown][] = [
  ["GET", "/me", MeJson, undefined],
  ["GET", "/clients", ClientListJson, undefined],
  ["GET", "/clients?limit=1", ClientListJson, undefined],
  ["GET", "/clients/1", ClientJson, undefined],
  ["GET", "/clients/3", ClientJson, undefined],
  ["POST", "/clients", ClientJson, { name: "New" }],
  ["PATCH", "/clients/1", ClientJson, { name: "Acme BV" }],
  ["POST", "/clients/1/deactivation", ClientJson, undefined],
  ["POST", "/clients/1/reactivation", ClientJson, undefined],
  ["GET", "/label-mappings", MappingListJson, undefined],
  ["GET", "/label-mappings?limit=1", MappingListJson, undefined],
  ["GET", "/label-mappings/2", MappingJson, undefined],
  ["POST", "/label-mappings", MappingJson, { label_pattern: "new", client_id: 1 }],
  ["POST", "/label-mappings/preview", MappingPreviewJson, { label_pattern: "client:acme", client_id: 2 }],
  ["POST", "/label-mappings/preview", MappingPreviewJson, { label_pattern: "client:amce", client_id: 3 }],
  ["POST", "/label-mappings/explain", ExplanationJson, issue],
  ["POST", "/label-mappings/explain", ExplanationJson, { ...issue, labels: [] }],
];

test.each(answers)(
  "%s %s answers what its json.ts says, and nothing else",
  async (method, path, schema, body) => {
    const answer = await api.ask(method, path, body);
    expect(answer.status).toBeWithin(200, 202);
    expect(bodyProblems(schema, answer.body)).toEqual([]);
  },
);
