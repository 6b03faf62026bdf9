import { Elysia } from "elysia";
import type { Actor } from "../../audit/event.ts";
import type { Deps } from "../../deps.ts";
import { json } from "../../json-answer.ts";
import { readJson } from "../../json-body.ts";
import { requireAdmin } from "../../members/require-admin.ts";
import { readPathId, refuseParameters } from "../../query.ts";
import { bearer } from "../../tokens/guard.ts";
import { entryAddress } from "../address.ts";
import type { EntryKind } from "../entry-filter.ts";
import { readEntry } from "../history/actions.ts";
import { correctEntry } from "./actions.ts";
import { NewCorrectionJson } from "./json.ts";

/** Corrections of hours and plans (D8), by admins (D13): each is an entry that takes the old one's place. */
export function correctionsApi(deps: Deps) {
  return new Elysia({ prefix: "/api/v1" })
    .use(bearer(deps))
    .post("/time-entries/:id/corrections", (asked) => make(deps, "time", asked), { parse: "none" })
    .post("/plans/:id/corrections", (asked) => make(deps, "plan", asked), { parse: "none" });
}

type Asked = {
  request: Request;
  params: { id: string };
  user: { admin: boolean };
  actor: Actor;
  requestId: string;
};

async function make(
  deps: Deps,
  kind: EntryKind,
  { request, params, user, actor, requestId }: Asked,
): Promise<Response> {
  requireAdmin(user, deps.config, "correct entries");
  refuseParameters(request);
  const id = readPathId(params.id, "an entry", Number.MAX_SAFE_INTEGER);
  const { labels, minutes, worked_on: workedOn, note, reason } = await readJson(request, NewCorrectionJson);
  const wanted = { labels, minutes, workedOn, note, reason };
  const newId = await correctEntry(deps, { kind, id, request: wanted, actor, requestId });
  const made = await readEntry(deps, kind, newId);
  return json(made, { status: 201, headers: { location: entryAddress(kind, newId) } });
}
