import { Elysia } from "elysia";
import type { Deps } from "../deps.ts";
import { AppError, SignInFirst } from "../errors.ts";
import { isSetUpOpen } from "../set-up/actions.ts";
import { bringsToken } from "../tokens/authorization.ts";
import { readSession } from "./actions.ts";
import { readCookie, sessionCookie } from "./cookie.ts";
import { isOwnWrite } from "./cross-site.ts";

type World = Pick<Deps, "config" | "db">;
type Asking = { request: Request; set: { headers: Record<string, string | number> } };

/**
 * Lets a request to the panel in by its session and gives its handler the `visitor` (D19, D20, spec 5.7). It stands in `derive`, so
 * routes that take a body have `parse: "none"` and read it afterwards: nothing of a stranger's is read.
 *
 * Reaches the instance that uses it and no further, so every admin.tsx begins its own routes with it:
 * `new Elysia({ prefix: "/admin/…" }).use(panel(deps)).get(...)`. Routes that stand before `.use` are not covered.
 */
export function panel({ config, db }: World) {
  return new Elysia().derive({ as: "scoped" }, async ({ request, set }: Asking) => {
    refuseStrangeRequests(request, config.publicUrl);
    const secret = readCookie(request.headers.get("cookie"), sessionCookie(config.publicUrl));
    const visitor = await readSession({ db, config }, secret);
    if (!visitor) throw new SignInFirst(wayBack(request));
    const setUp = visitor.user.admin && (await isSetUpOpen({ db, config }));
    return { visitor: { ...visitor, user: { ...visitor.user, setUp } }, requestId: requestIdOf(set) };
  });
}

/** The same for pages that need nobody signed in: no token is taken, and no other site writes. */
export function ownWrites({ config }: Pick<World, "config">) {
  return new Elysia().derive({ as: "scoped" }, ({ request, set }: Asking) => {
    refuseStrangeRequests(request, config.publicUrl);
    return { requestId: requestIdOf(set) };
  });
}

function refuseStrangeRequests(request: Request, publicUrl: string): void {
  const { headers, method } = request;
  if (bringsToken(headers.get("authorization"))) {
    throw new AppError(
      "forbidden",
      "token_not_accepted",
      "Tokens are for /api/v1 only. Open this address in a browser and sign in.",
    );
  }
  const asking = { method, secFetchSite: headers.get("sec-fetch-site"), origin: headers.get("origin") };
  if (isOwnWrite(asking, publicUrl)) return;
  throw new AppError(
    "forbidden",
    "cross_site",
    `Nothing was changed: the request came from another site. Open ${publicUrl} and do it there.`,
  );
}

/** Where to go on after signing in: back to a page, never to a form's target. */
function wayBack({ method, url }: Request): string {
  const { pathname, search } = new URL(url, "http://internal");
  return method === "GET" || method === "HEAD" ? pathname + search : "";
}

function requestIdOf(set: Asking["set"]): string {
  return String(set.headers["x-request-id"] ?? "");
}
