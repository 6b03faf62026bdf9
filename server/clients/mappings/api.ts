import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { idPage, nextLink } from "../../id-pages.ts";
import { json } from "../../json-answer.ts";
import { readJson, readNothing } from "../../json-body.ts";
import { invalidQuery, parametersOf, readPathId, refuseParameters } from "../../query.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { bearer } from "../../tokens/guard.ts";
import { createMapping, removeMapping } from "./actions.ts";
import { explain } from "./explanation/explain.ts";
import { explanationJson, IssueLabelsJson } from "./explanation/json.ts";
import { mappingJson, type MappingListJson, NewMappingJson } from "./json.ts";
import { readMappingListQuery } from "./list-query.ts";
import type { MappingFields } from "./mapping.ts";
import { previewMapping } from "./preview/actions.ts";
import { mappingPreviewJson } from "./preview/json.ts";
import { mappingNotFound } from "./refusals.ts";
import { findMapping, listMappings, mappingsFor } from "./store.ts";

/** Label mappings (spec 4.5). Every member reads and tries them, admins change them (D13). */
export function mappingsApi(deps: Deps) {
  const { config, db } = deps;
  return new Elysia({ prefix: "/api/v1" })
    .use(bearer(deps))
    .get("/label-mappings", ({ request }) => list(deps, request))
    .post(
      "/label-mappings",
      async ({ request, user, actor, requestId }) => {
        requireAdmin(user, config, "make label mappings");
        const fields = await readFields(request);
        const mapping = await createMapping(deps, { ...fields, actor, requestId });
        const location = `/api/v1/label-mappings/${mapping.id}`;
        return json(mappingJson(mapping), { status: 201, headers: { location } });
      },
      { parse: "none" },
    )
    .get("/label-mappings/:id", async ({ request, params }) => {
      refuseParameters(request);
      const id = idFrom(params);
      const mapping = await findMapping(db, id);
      if (!mapping) throw mappingNotFound(id);
      return json(mappingJson(mapping));
    })
    .delete(
      "/label-mappings/:id",
      async ({ request, params, user, actor, requestId }) => {
        requireAdmin(user, config, "delete label mappings");
        refuseParameters(request);
        const id = idFrom(params);
        await readNothing(request);
        await removeMapping(deps, { id, actor, requestId });
        return new Response(null, { status: 204 });
      },
      { parse: "none" },
    )
    .post(
      "/label-mappings/preview",
      async ({ request }) => {
        const preview = await previewMapping(deps, await readFields(request), new Date());
        return json(mappingPreviewJson(preview));
      },
      { parse: "none" },
    )
    .post(
      "/label-mappings/explain",
      async ({ request }) => {
        refuseParameters(request);
        const { repository, labels } = await readJson(request, IssueLabelsJson);
        const mappings = await mappingsFor(db, labels, repository);
        return json(explanationJson(explain(labels, repository, mappings)));
      },
      { parse: "none" },
    );
}

async function list({ db, config }: Deps, request: Request): Promise<Response> {
  const parameters = parametersOf(request);
  const query = readMappingListQuery(parameters);
  if (!query.ok) throw invalidQuery(query.problems);
  const { filter, page, list } = query.value;
  const found = await listMappings(db, filter, { ...page, limit: page.limit + 1 });
  const { rows, nextCursor } = idPage(found, page, list);
  const body: MappingListJson = { data: rows.map(mappingJson), next_cursor: nextCursor };
  const address = `${config.publicUrl}/api/v1/label-mappings`;
  return json(body, { headers: nextLink(address, parameters, nextCursor) });
}

async function readFields(request: Request): Promise<MappingFields> {
  refuseParameters(request);
  const body = await readJson(request, NewMappingJson);
  return {
    labelPattern: body.label_pattern,
    clientId: body.client_id,
    repository: body.repository ?? null,
  };
}

function idFrom({ id }: { id: string }): number {
  return readPathId(id, "a label mapping");
}
