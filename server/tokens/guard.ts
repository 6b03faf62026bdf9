import { Elysia } from "elysia";
import type { Actor } from "../audit/event.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import type { Membership } from "../members/actions.ts";
import type { Metrics } from "../metrics/actions.ts";
import type { TokenVerifier } from "./actions.ts";
import type { RateLimit, Share } from "./rate-limit.ts";
import { invalidToken, tooManyRequests } from "./refusals.ts";

type World = {
  tokens: TokenVerifier;
  membership: Membership;
  /** One for all parts of the API: what a token sends to any of them is counted together. */
  rateLimit: RateLimit;
  metrics: Metrics;
  config: Pick<Config, "apiRequestsPerMinute">;
};
type Asking = { request: Request; set: { headers: Record<string, string | number> } };

/**
 * Lets a request to /api/v1 in by its bearer token and gives its handler the `user`, the `token`, the `actor` they are to the
 * audit log, and the `requestId` (spec 5, D19). It stands in `derive`, which runs before validation: a stranger learns nothing of a
 * route's parameters. Routes that take a body have `parse: "none"` and read it afterwards.
 *
 * Reaches the instance that uses it and no further, so every api.ts begins its own routes with it:
 * `new Elysia({ prefix: "/api/v1" }).use(bearer(deps)).get(...)`. Routes that stand before `.use` are not covered.
 */
export function bearer(world: World) {
  const { metrics } = world;
  return new Elysia().derive({ as: "scoped" }, async (asking: Asking) => {
    try {
      const visitor = await letIn(world, asking);
      metrics.tokenChecked("accepted");
      return visitor;
    } catch (error) {
      metrics.tokenChecked(resultOf(error));
      throw error;
    }
  });
}

async function letIn({ tokens, membership, rateLimit, config }: World, { request, set }: Asking) {
  const { token, user, adminGranted } = await tokens.verify(request.headers.get("authorization"));
  const share = rateLimit.take(token.id);
  Object.assign(set.headers, shareHeaders(share, config.apiRequestsPerMinute));
  if (share.wait > 0) throw tooManyRequests(config.apiRequestsPerMinute, Math.ceil(share.wait / 1000));
  const { allowed, admin } = await membership.of(user);
  if (!allowed) throw invalidToken();
  const actor: Actor = { userId: user.id, via: "token", viaId: token.id };
  const requestId = String(set.headers["x-request-id"] ?? "");
  return { user: { ...user, admin: admin || adminGranted }, token, actor, requestId };
}

/** Where nothing was decided, it was for no fault of the token's. */
function resultOf(error: unknown): "refused" | "limited" | "undecided" {
  if (!(error instanceof AppError)) return "undecided";
  if (error.kind === "tooMany") return "limited";
  return error.kind === "unavailable" ? "undecided" : "refused";
}

/** draft-ietf-httpapi-ratelimit-headers-10: by them a script can pace itself before it is refused. */
function shareHeaders({ left, fullIn }: Share, perMinute: number): Record<string, string> {
  return {
    "ratelimit-policy": `"token";q=${perMinute};w=60`,
    ratelimit: `"token";r=${left};t=${Math.ceil(fullIn / 1000)}`,
  };
}
