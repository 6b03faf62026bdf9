import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { idPage, nextLink } from "../id-pages.ts";
import { json } from "../json-answer.ts";
import { readJson, readNothing } from "../json-body.ts";
import { invalidQuery, parametersOf, readPathId, refuseParameters } from "../query.ts";
import { requireAdmin } from "../members/require-admin.ts";
import { bearer } from "../tokens/guard.ts";
import { createClient, deactivateClient, reactivateClient, renameClient } from "./actions.ts";
import { type ClientFacts, clientJson, type ClientListJson, ClientNameJson } from "./json.ts";
import { readClientListQuery } from "./list-query.ts";
import { clientNotFound } from "./refusals.ts";
import { findClient, listClients } from "./store.ts";

/** Clients (spec 4.4). Every member reads them, admins change them (D13). */
export function clientsApi(deps: Deps) {
  const { config, db } = deps;
  return new Elysia({ prefix: "/api/v1" })
    .use(bearer(deps))
    .get("/clients", ({ request }) => list(deps, request))
    .post(
      "/clients",
      async ({ request, user, actor, requestId }) => {
        requireAdmin(user, config, "make clients");
        refuseParameters(request);
        const { name } = await readJson(request, ClientNameJson);
        return answered(await createClient(deps, { name, actor, requestId }), 201);
      },
      { parse: "none" },
    )
    .get("/clients/:id", async ({ request, params }) => {
      refuseParameters(request);
      const id = idFrom(params);
      const client = await findClient(db, id);
      if (!client) throw clientNotFound(id);
      return answered(client);
    })
    .patch(
      "/clients/:id",
      async ({ request, params, user, actor, requestId }) => {
        requireAdmin(user, config, "rename clients");
        refuseParameters(request);
        const id = idFrom(params);
        const { name } = await readJson(request, ClientNameJson);
        return answered(await renameClient(deps, { id, name, actor, requestId }));
      },
      { parse: "none" },
    )
    .post(
      "/clients/:id/deactivation",
      async ({ request, params, user, actor, requestId }) => {
        requireAdmin(user, config, "deactivate clients");
        refuseParameters(request);
        const id = idFrom(params);
        await readNothing(request);
        return answered(await deactivateClient(deps, { id, actor, requestId }));
      },
      { parse: "none" },
    )
    .post(
      "/clients/:id/reactivation",
      async ({ request, params, user, actor, requestId }) => {
        requireAdmin(user, config, "reactivate clients");
        refuseParameters(request);
        const id = idFrom(params);
        await readNothing(request);
        return answered(await reactivateClient(deps, { id, actor, requestId }));
      },
      { parse: "none" },
    );
}

async function list({ db, config }: Deps, request: Request): Promise<Response> {
  const parameters = parametersOf(request);
  const query = readClientListQuery(parameters);
  if (!query.ok) throw invalidQuery(query.problems);
  const { state, page, list } = query.value;
  const found = await listClients(db, { state, ...page, limit: page.limit + 1 });
  const { rows, nextCursor } = idPage(found, page, list);
  const body: ClientListJson = { data: rows.map(clientJson), next_cursor: nextCursor };
  const address = `${config.publicUrl}/api/v1/clients`;
  return json(body, { headers: nextLink(address, parameters, nextCursor) });
}

function answered(client: ClientFacts, status = 200): Response {
  const location = `/api/v1/clients/${client.id}`;
  return json(clientJson(client), { status, ...(status === 201 && { headers: { location } }) });
}

function idFrom({ id }: { id: string }): number {
  return readPathId(id, "a client");
}
