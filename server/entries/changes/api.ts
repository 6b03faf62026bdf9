import { Elysia } from "elysia";
import type { Deps } from "../../deps.ts";
import { json } from "../../json-answer.ts";
import { allOf, invalidQuery, parametersOf, readLimit, readWhole, strangeParameters } from "../../query.ts";
import { bearer } from "../../tokens/guard.ts";
import { readChanges } from "./actions.ts";
import { changeJson, type ChangeListJson } from "./json.ts";

/** A feed for consumers that keep a copy: every entry once, in an order that holds, whoever writes meanwhile. */
export function changesApi(deps: Deps) {
  const { db, config } = deps;
  return new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get("/changes", async ({ request }) => {
    const { after, limit } = readQuery(parametersOf(request));
    const { changes, hasMore } = await readChanges(db, { after, limit });
    const body: ChangeListJson = {
      data: changes.map((change) => changeJson(change, config.github.url)),
      last_seq: changes.at(-1)?.seq ?? after,
      has_more: hasMore,
    };
    return json(body);
  });
}

function readQuery(query: URLSearchParams): { after: number; limit: number } {
  const strange = strangeParameters(query, ["after", "limit"]);
  if (strange.length > 0) throw invalidQuery(strange);
  const bounds = { least: 0, most: Number.MAX_SAFE_INTEGER, fallback: 0 };
  const read = allOf({ after: readWhole(query, "after", bounds), limit: readLimit(query) });
  if (!read.ok) throw invalidQuery(read.problems);
  return read.value;
}
