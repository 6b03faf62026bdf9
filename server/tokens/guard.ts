import { Elysia } from "elysia";
import type { Membership } from "../members/actions.ts";
import type { TokenVerifier } from "./actions.ts";
import { invalidToken } from "./refusals.ts";

/**
 * Lets a request to /api/v1 in by its bearer token and gives its handler the `user` (spec 5, D19). It stands in `derive`,
 * which runs before validation: a stranger learns nothing of a route's parameters.
 *
 * Reaches the instance that uses it and no further, so every api.ts begins its own routes with it:
 * `new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get(...)`. Routes that stand before `.use` are not covered.
 */
export function bearer({ tokens, membership }: { tokens: TokenVerifier; membership: Membership }) {
  return new Elysia().derive({ as: "scoped" }, async ({ request }) => {
    const { user } = await tokens.verify(request.headers.get("authorization"));
    const { allowed, admin } = await membership.of(user);
    if (!allowed) throw invalidToken();
    return { user: { ...user, admin } };
  });
}
