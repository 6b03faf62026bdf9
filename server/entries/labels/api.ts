import { Elysia } from "elysia";
import { sealCursor } from "../../cursor.ts";
import type { Deps } from "../../deps.ts";
import { nextLink } from "../../id-pages.ts";
import { json } from "../../json-answer.ts";
import { invalidQuery, parametersOf } from "../../query.ts";
import { bearer } from "../../tokens/guard.ts";
import { seenLabelJson, type SeenLabelListJson } from "./json.ts";
import { readLabelListQuery } from "./list-query.ts";
import { listLabels } from "./store.ts";

/** The labels that were seen on entries: for suggestions, and to find out what there is to filter by. */
export function labelsApi(deps: Deps) {
  return new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get("/labels", async ({ request }) => {
    const parameters = parametersOf(request);
    const query = readLabelListQuery(parameters);
    if (!query.ok) throw invalidQuery(query.problems);
    const { limit, list } = query.value;
    const found = await listLabels(deps.db, { ...query.value, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    const nextCursor = last ? sealCursor([last.label], list) : null;
    const body: SeenLabelListJson = { data: rows.map(seenLabelJson), next_cursor: nextCursor };
    const address = `${deps.config.publicUrl}/api/v1/labels`;
    return json(body, { headers: nextLink(address, parameters, nextCursor) });
  });
}
