import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { json } from "../json-answer.ts";
import { refuseParameters } from "../query.ts";
import { bearer } from "../tokens/guard.ts";
import { invalidToken } from "../tokens/refusals.ts";
import { findToken } from "../tokens/store.ts";
import type { MeJson } from "./json.ts";

/** Whom a token acts as (spec 5.2): what a script asks first, to know that it is let in. */
export function membersApi(deps: Deps) {
  return new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get("/me", async ({ request, user, actor }) => {
    refuseParameters(request);
    const token = await findToken(deps.db, actor.viaId);
    if (!token) throw invalidToken();
    const body: MeJson = {
      id: user.id,
      login: user.login,
      admin: user.admin,
      token: {
        id: token.id,
        label: token.label,
        prefix: token.prefix,
        created_at: token.createdAt.toISOString(),
        last_used_at: token.lastUsedAt?.toISOString() ?? null,
      },
    };
    return json(body);
  });
}
