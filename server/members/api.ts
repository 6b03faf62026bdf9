import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { json } from "../json-answer.ts";
import { refuseParameters } from "../query.ts";
import { bearer } from "../tokens/guard.ts";
import type { MeJson } from "./json.ts";

/** Whom a token acts as (spec 5.2): what a script asks first, to know that it is let in. */
export function membersApi(deps: Deps) {
  return new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get("/me", ({ request, user, token }) => {
    refuseParameters(request);
    const body: MeJson = {
      id: user.id,
      login: user.login,
      admin: user.admin,
      token: {
        id: token.id,
        label: token.label,
        prefix: token.prefix,
        created_at: new Date(token.createdAt).toISOString(),
        last_used_at: token.lastUsedAt && new Date(token.lastUsedAt).toISOString(),
      },
    };
    return json(body);
  });
}
