import { Elysia } from "elysia";
import type { Actor } from "../audit/event.ts";
import type { Config } from "../config.ts";
import type { Membership } from "../members/actions.ts";
import type { TokenVerifier } from "./actions.ts";
import type { RateLimit, Share } from "./rate-limit.ts";
import { invalidToken, tooManyRequests } from "./refusals.ts";

type World = {
  tokens: TokenVerifier;
  membership: Membership;
  /** One for all parts of the API: what a token sends to any of them is counted together. */
  rateLimit: RateLimit;
  config: Pick<Config, "apiRequestsPerMinute">;
};
type Asking = { request: Request; set: { headers: Record<string, string | number> } };

/**
 * Lets a request to /api/v1 in by its bearer token and gives its handler the `user`, the `actor` they are to the audit log,
 * and the `requestId` (spec 5, D19). It stands in `derive`, which runs before validation: a stranger learns nothing of a
 * route's parameters. Routes that take a body have `parse: "none"` and read it afterwards.
 *
 * Reaches the instance that uses it and no further, so every api.ts begins its own routes with it:
 * `new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get(...)`. Routes that stand before `.use` are not covered.
 */
export function bearer({ tokens, membership, rateLimit, config }: World) {
  return new Elysia().derive({ as: "scoped" }, async ({ request, set }: Asking) => {
    const { tokenId, user } = await tokens.verify(request.headers.get("authorization"));
    const share = rateLimit.take(tokenId);
    Object.assign(set.headers, shareHeaders(share, config.apiRequestsPerMinute));
    if (share.wait > 0) throw tooManyRequests(config.apiRequestsPerMinute, Math.ceil(share.wait / 1000));
    const { allowed, admin } = await membership.of(user);
    if (!allowed) throw invalidToken();
    const actor: Actor = { userId: user.id, via: "token", viaId: tokenId };
    return { user: { ...user, admin }, actor, requestId: String(set.headers["x-request-id"] ?? "") };
  });
}

/** draft-ietf-httpapi-ratelimit-headers-10: by them a script can pace itself before it is refused. */
function shareHeaders({ left, fullIn }: Share, perMinute: number): Record<string, string> {
  return {
    "ratelimit-policy": `"token";q=${perMinute};w=60`,
    ratelimit: `"token";r=${left};t=${Math.ceil(fullIn / 1000)}`,
  };
}
